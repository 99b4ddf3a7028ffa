# `scree attractor -o`: the same bytes whatever computes them, other pictures for other options, and what is refused.
# picture ARGUMENTS...: the SHA-256 of the file.
picture()
{
    "$SCREE" attractor -q -f --size 96x64 --particles 3001 -o one.png "$@" && sha256sum <one.png
}
# shellcheck disable=SC2086 # Several words.
for arguments in "--steps 700" "--steps 300 --every 7 --colour age --shape lines --supersample 3" \
    "--steps 300 --every 100 --shape quads --quad-size 4 --supersample 2 --fov 50" \
    "--system aizawa --steps 90 --type f32 --colour speed --azimuth 30 --elevation 20 --roll 5 --fov 40 --depth 16" \
    "--system clifford --steps 40 --every 1 --colour x --range -1:2 --extent 5 --exposure equalised --ramp magma"; do
    wanted=$(picture $arguments)
    echo "$arguments"
    for level in $(levels); do
        same "level" "$wanted" "$(picture $arguments --level "$level")"
    done | sort -u
    same "one thread" "$wanted" "$(picture $arguments --threads 1)"
    "$SCREE" attractor -q --size 96x64 --particles 3001 $arguments -o two.png --points two.npy
    same "with points" "$wanted" "$(sha256sum <two.png)"
    "$SCREE" attractor two.npy.json -q -f --points three.npy && cmp two.npy three.npy
    rm -f two.* three.*
done
# Every option lands where the file tells it.
for arguments in "" "--numbers 10,28,3 --seed 1 --centre 1,2,3 --azimuth 4 --elevation 5 --roll 6 --distance 7 --fov 8" \
    "--tint 0.1,0.2,0.3 --background 0.4,0.5,0.6 --brightness 2 --gamma 3 --shape lines --supersample 2" \
    "--exposure log --white 5 --ramp plasma --reversed --every 3 --colour age" \
    "--exposure linear --colour speed --range 1:9 --extent 30" "--exposure equalised" "--colour y" \
    "--shape quads" "--shape quads --quad-size 3.5 --supersample 2"; do
    # shellcheck disable=SC2086 # Several words.
    "$SCREE" attractor -q -f --size 96x64 --particles 10 --steps 6 -o one.png $arguments
    echo "$arguments"
    "$SCREE" info one.png | sed -n 's/^  "picture": //p'
done
common="--particles 500 --steps 20 --size 64x48"
# shellcheck disable=SC2086
{
    "$SCREE" attractor $common -o a.png 2>&1 | sed 's/, [0-9.]* KiB.*//'
    "$SCREE" info a.png | sed -n '1,4p; /^  "picture"/p; /^  "particles"/p'
    "$SCREE" attractor $common -o b.png --points b.npy 2>&1 | sed 's/, [0-9.]* KiB.*//'
    "$SCREE" attractor $common -o c.png --json -q --depth 16 | sed -n '/"path"/p; /"picture": {/,/}/p; /"lost"/p'
    "$SCREE" info c.png | sed -n '3p'
    try attractor $common -o a.png
    rm -f ./*
    try attractor $common --system lorenz --box 1e9,1e9,1e9,0,0,0 -q --steps 4000 -o lost.png
    "$SCREE" attractor $common --box 1e9,1e9,1e9,0,0,0 --steps 4000 -o lost.png -f 2>&1 | sed 's/, [0-9]* bytes.*//'
    rm -f ./*
}
refuse attractor -o a.npy
refuse attractor -o a.xyz
refuse attractor -o -
refuse attractor -o a.png --size 64
refuse attractor -o a.png --size 65536x65536 --supersample 2
refuse attractor -o a.png --extent 3 --fov 40
refuse attractor -o a.png --extent 3 --distance 40
refuse attractor -o a.png --exposure equalised --brightness 2
refuse attractor -o a.png --white 2
refuse attractor -o a.png --tint 1,0,0 --ramp magma
refuse attractor -o a.png --tint 1,0
refuse attractor -o a.png --reversed
refuse attractor -o a.png --range 0:1
refuse attractor -o a.png --colour speed --range fixed
refuse attractor -o a.png --colour age
refuse attractor -o a.png --every 7 --steps 6
refuse attractor -o a.png --depth 12
refuse attractor -o a.png --colour red
refuse attractor -o a.png --quad-size 1
refuse attractor -o a.png --shape lines --quad-size 1
refuse attractor -o a.png --shape quads --quad-size 0
refuse attractor -o a.png --shape cubes
refuse attractor --shape quads --points a.npy
refuse attractor --azimuth 3 --points a.npy
try attractor -o missing/a.png --particles 10 --steps 1
files
