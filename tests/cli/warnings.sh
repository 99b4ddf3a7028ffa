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
