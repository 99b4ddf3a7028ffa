# Unknown commands, options and words: exit 2, one line with the nearest valid one.

"$SCREE" >"$CLI_PRIVATE/out" 2>"$CLI_PRIVATE/err"
echo "exit $?, $(wc -c <"$CLI_PRIVATE/out") bytes on stdout"
same "help without a command" "$("$SCREE" --help)" "$(cat "$CLI_PRIVATE/err")"
refuse nois
refuse nosie -o a.png
refuse --verison
try noise
refuse noise --octave 3 -o a.png
refuse noise --desnity=3 -o a.png
refuse noise -x
refuse noise a.json b.json -o a.png
refuse noise --kind perln -o a.png
refuse noise --fractal riged -o a.png
refuse noise --hash perlin -o a.png
refuse noise --gradients edge -o a.png
refuse noise --fade qunitic -o a.png
refuse noise --level avx -o a.png
refuse noise --method direct -o a.png
refuse noise --variant optimised -o a.png
refuse noise --preset terain -o a.png
refuse noise --progress sometimes -o a.png
refuse noise --type u32 -o a.npy
refuse noise --format tiff -o a.png
refuse noise -o a.exr
refuse noise --format jpg -o a.png
refuse noise --format exr -o a.png
refuse noise --device vulcan -o a.png
refuse noise --device vulcan:1 -o a.png
refuse noise --device '' -o a.png
refuse noise --device cpu:x -o a.png
refuse noise --device vulkan:x -o a.png
refuse noise --device auto:0 -o a.png
refuse bench noise --device auto: --quick
refuse noise -o a.jpg
refuse noise -o a.TIFF
refuse noise -o
refuse noise -o --json
refuse noise -o ''
refuse noise -o -
refuse noise --force=yes -o a.png
refuse list kidns
refuse list kinds fades
refuse info
refuse completion
refuse completion tcsh
refuse bench nois
refuse help nosie
refuse devices here
files

# Words of the field for what has another name here, words for what there is not, and words near to nothing.
for words in '--kind worley' '--kind voronoi' '--warp 1' '--domain-warp 1' '--warp-strength 1' '--warp_scale 2' '--time 3' \
    '--animate' '--curls' '--scale 3' '--width 64' '--tile 4' '--metric l1' '--type float32' \
    '--device gpu' '--kind marble' '--marble 1'; do
    refuse noise $words -o a.png
done
refuse sdf --warping 1 -o a.npy
refuse sdf --curl -o a.npy
refuse viewer
refuse gui
refuse curl
refuse erosion
refuse generate
refuse marble
printf '{"warp": 1}' >warp.json
refuse noise warp.json -o a.png

# Options that belong to other noise.
refuse noise --gabor-azimuth 3 -o a.png
refuse noise --feature f2 -o a.png
refuse noise --kind simplex --fade linear -o a.png
refuse noise --ping-pong-strength 3 -o a.png
refuse noise --kind cellular --feature f2 --smoothness 0.3 -o a.png
refuse noise --kind simplex --orientation xyz -o a.png
refuse noise --kind value --gradients cube -o a.png
refuse noise --hash perlin2002 --gradients cube -o a.png
