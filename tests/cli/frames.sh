# Time: an axis behind those of --size, whose samples become numbered files or a video.
try noise -q --size 16x12 --frames 3 -o walk_%04d.png
try noise -q --size 16x12 --frames 3 -o turn.pgm
try noise -q --size 16 --frames 2 -o 'line%02d.npy' --no-sidecar
mkdir no.dot
try noise -q --size 16x12 --frames 1 --format raw -o 'no.dot/../plain' --no-sidecar
files
try info walk_0001.png
try noise --size 6x5 --frames 3 --range -1:1 --frame-step 0.5 --json -o 'json%d.png' | grep -E '"(counts|samples|path|frames)"'
rm -rf ./*
# Frames have the samples of the whole, in float32, and mapped by one range.
box="--size 16x12 --step 0.0625"
for type in f32 u8; do
    # shellcheck disable=SC2086 # Several words.
    "$SCREE" noise -q $box --frames 5 --frame-step 0.25 --first 3,2,7 --type $type -o part%d.raw
    "$SCREE" noise -q --size 16x12x5 --step 0.0625,0.0625,0.25 --first 3,2,7 --type $type -o all.raw
    same "frames as $type" "$(cat part?.raw | sha256sum)" "$(sha256sum <all.raw)"
    "$SCREE" noise -q part2.raw -o again.raw
    same "a frame from its recipe" "$(sha256sum <part2.raw)" "$(sha256sum <again.raw)"
    rm ./*
done
# A frame of any format is made again by its recipe, metadata and all.
for extension in pfm pgm png npy txt mhd vti raw; do
    "$SCREE" noise -q --size 8x6 --frames 3 -o "f%d.$extension" 2>/dev/null
    for recipe in "f1.$extension" "f1.$extension.json"; do
        [ -e "$recipe" ] || continue
        "$SCREE" noise "$recipe" -q -o "again.$extension" || continue
        for file in "again.$extension"*; do
            # The name of the samples is in the header of a MetaImage.
            sed 's/again[.]raw/f1.raw/' "$file" | cmp - "f1.${file#again.}" && echo "$recipe: ${file#again.} made again"
        done
        rm -f again.*
    done
    rm -f ./f?.*
done
for size in 9 6x5x4; do
    "$SCREE" noise -q --size $size --frames 2 --type u8 --range fixed -o f%d.npy
    "$SCREE" noise -q f1.npy -o again.npy && cmp f1.npy again.npy && cmp f1.npy.json again.npy.json && echo "$size made again"
    rm ./*
done
"$SCREE" noise -q --size 8x6 --frames 3 -o f%d.png
"$SCREE" info --json f1.png | "$SCREE" noise - -q -o again.png && cmp f1.png again.png && echo "made again from the JSON"
"$SCREE" noise f1.png --json | grep '"counts"'
refuse noise f1.png -o a.mp4
rm ./*
# Slabs that end within frames, and a volume in time.
"$SCREE" noise -q --size 1500x1100 --frames 3 --frame-step 0.25 --octaves 2 -o big%d.raw --no-sync
"$SCREE" noise -q --size 1500x1100x3 --step 0.0026666666666666666,0.0026666666666666666,0.25 --octaves 2 -o big.raw --no-sync
same "large frames" "$(cat big?.raw | sha256sum)" "$(sha256sum <big.raw)"
rm ./*
"$SCREE" noise -q --size 6x5x4 --frames 3 --step 0.3 --frame-step 0.3 -o vol.raw
"$SCREE" noise -q --size 6x5x4x3 --step 0.3 -o all.raw
same "volumes" "$(cat vol_000?.raw | sha256sum)" "$(sha256sum <all.raw)"
"$SCREE" noise -q --size 6x5x4 --frames 3 -o vol%d.mhd
"$SCREE" info vol2.mhd | grep size
rm ./*
# What the options make of the grid.
recipe()
{
    echo "\$ scree noise $*"
    "$SCREE" noise --print-recipe "$@" | grep -E '"(period|size|origin|step|first)"'
}
recipe --size 64x64 --frames 16
recipe --size 64x64 --frames 16 --frame-step 0.125 --loop
recipe --size 64x64 --frames 100 --frame-step 0.001 --loop
recipe --size 64x32 --step 0.5 --origin 1 --first 2 --period 8 --frames 64 --frame-step 0.0625 --loop
recipe --size 64x32 --step 0.5,0.25,0.75 --origin 1,2,3 --first 4,5,6 --period 7,8,9 --frames 4
recipe --size 64x32 --step 0.5,0.25 --origin 1,2 --first 4,5 --period 7,8 --frames 4
recipe --preset seamless --size 64x64 --frames 64 --loop
recipe --preset dunes --size 64x64 --frames 10 --loop
# The frame after the last one is the first one, also where the step is no exact number.
for loop in "--frames 16 --frame-step 0.125" "--frames 101 --frame-step 0.03" "--frames 49 --frame-step 0.6" "--frames 7"; do
    # shellcheck disable=SC2086 # Several words.
    same "a loop of $loop" "$(digest --size 32x32 $loop --loop)" \
        "$(digest --size 32x32 $loop --loop --first "0,0,$(echo "$loop" | cut -d' ' -f2)")"
done
# What cannot be.
refuse noise --frame-step 0.1 -o a.png
refuse noise --loop -o a.png
refuse noise --size 4x4 --frames 2 --step 0.5,0.25,0.75 --frame-step 0.5 -o a.png
refuse noise --size 4x4 --frames 2 --period 4,4,7 --loop -o a.png
refuse noise --size 4x4x4 --frames 2 -o a.png
touch one1.raw
try noise --size 4x4 --frames 2 -o one%d.mhd
rm one1.raw
refuse noise --frame-rate 10 --frames 2 -o a.png
refuse noise --size 4x4 -o a.mp4
refuse noise --size 2x2x2x2x2x2x2x2 --frames 2 -o a.npy
refuse noise --size 4x4x4 --frames 2 -o a.mp4
refuse noise --size 4 --frames 2 -o a.gif
refuse noise --size 4x4 --frames 2 --type u16 -o a.gif
refuse noise --size 4x4 --frames 0 -o 'a%d.png'
refuse noise --size 4x4 --frames 2 --frame-rate 0 -o a.gif
refuse noise --size 4x4 --frames 2 --step 1,2,3,4 -o 'a%d.png'
for name in 'a%s.png' 'a%d%d.png' 'a%n.png' 'a%%.png' 'a%4d.png' 'a%04x.png' 'a%00d.png' 'a%010d.png' 'a%.png' 'a%-d.png' \
    'a%ld.png'; do
    refuse noise --size 4x4 --frames 2 -o "$name"
done
try noise --size 5x4 --frames 2 -o a.mp4
try noise --size 4x4 --frames 2 -o 'd%d/a%d.png'
files
# One that exists is named before any is made.
: >a2.npy
try noise --size 4x4 --frames 4 -o 'a%d.npy'
files
try noise -q --size 4x4 --frames 4 --force -o 'a%d.npy'
files
# Names that are numbered nowhere keep their letters.
rm ./*
try noise -q --size 4x4 -o '100%.npy' --no-sidecar
try noise -q --size 4x4x2 -o 'z%d.npy' --no-sidecar
files
# A longer run before: with --force its files behind the last new one go, with what lies beside them, and only then.
rm ./*
shorten()
{
    echo "\$ scree $* --frames 4, then 2"
    "$SCREE" "$@" -q --frames 4
    "$SCREE" "$@" -q --frames 2 2>&1
    files
    "$SCREE" "$@" -q --frames 2 --force
    files
    rm ./*
}
shorten noise --size 8x8 -o n%d.png
shorten noise --size 8x8 -o n.pfm
shorten noise --size 8x8 -o n%d.mhd
shorten noise --size 8x8 --normals -o n%03d.npy
shorten render --samples 8x8 --size 8x8 --scene terrain -o r.png
shorten attractor --particles 10 --steps 9 --size 8x8 -o a%02d.png
for command in "render --samples 8x8 --size 8x8 --scene terrain" "attractor --particles 10 --steps 9 --size 8x8"; do
    # shellcheck disable=SC2086 # Several words.
    "$SCREE" $command -q --frames 4 -o a%d.png && "$SCREE" $command -q --frames 2 --resume -o a%d.png
    files
    rm ./*
done
# What scree did not write, or somebody changed, stays, and so do the files behind it.
keep()
{
    "$SCREE" noise -q --size 8x8 --frames 4 -o "n%d.$1"
    eval "$2"
    "$SCREE" noise --size 8x8 --frames 2 --force -o "n%d.$1" 2>&1 | sed 's/: 8x8.*//'
    files
    rm -r ./*
}
keep png 'rm n2.png'
keep png 'echo theirs >n2.png'
keep png 'mv n3.png their.png && ln -s their.png n3.png'
keep png 'rm n2.png && mkdir n2.png'
keep raw 'rm n2.raw.json'
keep pgm 'echo >>n3.pgm'
keep pgm 'mv n2.pgm.json their.json && ln -s their.json n2.pgm.json'
keep mhd 'rm n2.raw'
keep mhd 'echo >>n3.raw'
# A run that fails removes nothing.
"$SCREE" noise -q --size 8x8 --frames 4 -o n%d.pfm
rm n1.pfm.json
mkdir n1.pfm.json
try noise -q --size 8x8 --frames 2 --force -o n%d.pfm
files
# Programs that stand in for ffmpeg.
rm -rf ./*
mkdir bin
PATH=$PWD/bin:$PATH
printf '#!/bin/sh\ncat\n' >bin/ffmpeg
chmod +x bin/ffmpeg
"$SCREE" noise -q --size 8x6 --frames 7 --loop -o a.gif
"$SCREE" noise -q a.gif.json --type u8 -o a.raw
same "the pixels of a video" "$(od -An -v -tu1 -w3 a.gif | awk '$1 == $2 && $2 == $3 { print $1 }')" \
    "$(od -An -v -tu1 -w1 a.raw | awk '{ print $1 }')"
rm a.*
# A video by its recipe has the same frames, at the same rate. So has a recipe that is printed.
printf '#!/bin/sh\necho "$@"; cat\n' >bin/ffmpeg
"$SCREE" noise -q --size 8x6 --frames 7 --loop --frame-rate 12 -o a.mp4
for recipe in a.mp4 a.mp4.json; do
    "$SCREE" noise -q "$recipe" -o again.mp4 && cmp a.mp4 again.mp4 && cmp a.mp4.json again.mp4.json && echo "$recipe: made again"
    rm again.*
done
grep frame_rate a.mp4.json
"$SCREE" noise --size 8x6 --frames 7 --loop --print-recipe | "$SCREE" noise - -q --frame-rate 12 -o b.mp4
cmp a.mp4 b.mp4 && echo "made of a printed recipe"
"$SCREE" noise a.mp4.json -q --frame-rate 30 -o c.webp
grep frame_rate c.webp.json
"$SCREE" noise a.mp4 --json -q -o d.gif | grep '"frames"'
refuse noise a.mp4 --size 8x6 -o e.mp4
refuse noise --size 8x6x7 -o e.mp4
sed 's/"frame_rate": 12/"frame_rate": 1001/' a.mp4.json >fast.json
refuse noise fast.json -o e.mp4
rm ./*.*
printf '#!/bin/sh\necho it is broken >&2\nexit 4\n' >bin/ffmpeg
try noise --size 8x6 --frames 7 -o a.webp
files
# What interrupts: a video leaves nothing, and numbered frames that are whole stay.
printf '#!/bin/sh\n: >"%s/started"\nexec sleep 600\n' "$CLI_PRIVATE" >bin/ffmpeg
start noise -q --size 1024x1024 --frames 4 -o a.mp4
end INT test -e "$CLI_PRIVATE/started"
echo "exit $?"
files
start noise -q --size 1024x1024 --frames 300 --level scalar --threads 2 --octaves 8 --range fixed \
    -o 'a%d.raw' --no-sidecar --no-sync
end INT test -e a1.raw
echo "exit $?"
find . -name 'a*.raw' ! -size 4194304c -o -name '.a*'
rm -f a*.raw
env PATH="$PWD/none" "$SCREE" noise --size 8x6 --frames 7 -o a.mp4 2>&1
echo "exit $?"
files
