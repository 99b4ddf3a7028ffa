# Unknown commands, options and words: exit 2, one line with the nearest valid one.

try
try nois
try nosie -o a.png
try --verison
try noise
try noise --octave 3 -o a.png
try noise --desnity=3 -o a.png
try noise -x
try noise a.json b.json -o a.png
try noise --kind perln -o a.png
try noise --fractal riged -o a.png
try noise --hash perlin -o a.png
try noise --gradients edge -o a.png
try noise --fade qunitic -o a.png
try noise --level avx -o a.png
try noise --method fast -o a.png
try noise --preset terain -o a.png
try noise --progress sometimes -o a.png
try noise --type u32 -o a.npy
try noise --format tiff -o a.png
try noise -o a.exr
try noise --format jpg -o a.png
try noise --format exr -o a.png
try noise --device vulcan -o a.png
try noise --device vulcan:1 -o a.png
try noise --device '' -o a.png
try noise --device cpu:x -o a.png
try noise --device vulkan:x -o a.png
try noise --device auto:0 -o a.png
try bench noise --device auto: --quick
try noise -o a.jpg
try noise -o a.TIFF
try noise -o
try noise -o --json
try noise -o ''
try noise -o -
try noise --force=yes -o a.png
try list kidns
try list kinds fades
try info
try completion
try completion tcsh
try bench nois
try help nosie
try devices here
files

# Words of the field for what has another name here, words for what there is not, and words near to nothing.
for words in '--kind worley' '--kind voronoi' '--warp 1' '--scale 3' '--width 64' '--tile 4' '--metric l1' '--type float32' \
    '--device gpu' '--kind marble' '--marble 1'; do
    try noise $words -o a.png
done
try preview
try erosion
try generate
try marble
printf '{"warp": 1}' >warp.json
try noise warp.json -o a.png

# Options that belong to other noise.
try noise --gabor-azimuth 3 -o a.png
try noise --feature f2 -o a.png
try noise --kind simplex --fade linear -o a.png
try noise --ping-pong-strength 3 -o a.png
try noise --kind cellular --feature f2 --smoothness 0.3 -o a.png
try noise --kind simplex --orientation xyz -o a.png
try noise --kind value --gradients cube -o a.png
try noise --hash perlin2002 --gradients cube -o a.png
