# What is hardly ever meant is made, with a warning. The line of the report has times, so it is left out.
warn() {
    echo "\$ scree $*"
    "$SCREE" "$@" 2>&1 >/dev/null | grep warning || true
}
warn noise --size 64x64 --range -0.1:0.1 -o a.png
warn noise --size 64x64 --range 0:500 --type f32 -o a.npy
warn noise --size 64x64 --range -0.9:0.9 --octaves 1 -o a.png
warn noise --size 64 -o b.png
warn noise --size 64 -o b.npy
# Cells that are narrower than a sample are white noise, which one kind is by itself.
for kind in $("$SCREE" list kinds | sed 's/ .*//'); do
    warn noise --kind "$kind" --octaves 1 --size 64x64 --density 100 --json
done
warn noise --octaves 1 --size 64x64 --density 64 --origin 0.5,0.25 --json
warn noise --octaves 1 --size 64x64x3 --step 0.1,0.1,1.5 -o c.npy
warn noise --octaves 1 --size 64x1x1 --step 0.1,1.5,1.5 -o d.npy
warn noise --octaves 1 --size 64x64 --frames 3 --frame-step 2 -o e.npy
warn noise --octaves 1 --size 64x32 --projection equirectangular --density 100 -o e.png
warn noise --kind gabor --gabor-frequency 20 --step 0.1 --octaves 1 --size 64x64 -o c.png
{
    printf 'P5\n4096 1\n255\n\377'
    head -c 4095 /dev/zero
} >far.pgm
warn sdf far.pgm --mask --voxel 30 --type f16 -o far.raw
warn sdf far.pgm --mask --voxel 30 --type i16 --value-scale 1 -o whole.raw
warn sdf far.pgm --mask --voxel 30 -o plain.raw
# Scenes in which nothing is seen; a solid block, a slice and a map are something.
printf '2 2 2 3\n1 1 1 1\n1 1 1 1\n' >equal.txt
printf '2 2 2 3\n1e-25 2e-25 3e-25 4e-25\n5e-25 6e-25 7e-25 8e-25\n' >tiny.txt
"$SCREE" sdf --size 8x8 --layers 6 -q -o distances.npy
warn render equal.txt --size 8x8 -f -o d.png
warn render equal.txt --scene cloud --size 8x8 -f -o d.png
warn render equal.txt --threshold 0.5 --size 8x8 -f -o d.png
warn render tiny.txt --threshold 1 --size 8x8 -f -o d.png
warn render --scene voxels --samples 4x4x4 --threshold 2 --size 8x8 --turntable 3 -f -o d.png
warn render distances.npy --threshold -9 --size 8x8 -f -o d.png
warn render distances.npy --threshold -9 --slice y=2 --size 8x8 -f -o d.png
warn render distances.npy --threshold 99 --size 8x8 -f -o d.png
warn draw equal.txt --size 8x8 -f -o d.png
# Lines of a reduced map are those of its means, which differ less than samples.
"$SCREE" noise --kind white --octaves 1 --step 1 --size 512x512 -q -o white.pfm
warn draw white.pfm --size 64x64 --contours 0.1 -f -o d.png
warn draw white.pfm --size 64x64 --contours 0.01 -f -o d.png
warn render equal.txt --quiet --size 8x8 -f -o d.png
