# `scree import`: trees of FastNoise2 and density functions of Minecraft as expressions; what is refused.
try import fastnoise2 DQkGDA==
echo DQkGDA== | "$SCREE" import fastnoise2 - --axes 3 >hills.txt
"$SCREE" noise --expr-file hills.txt --step 1 --size 16x16x16 -q -o hills.npy
same "samples" "$(digest --expr 'scale(fbm(opensimplex2(), octaves=3), 1 / 100)' --step 1 --size 16x16x16)" \
    "$(digest hills.npy)"
try import fastnoise2 CQQ= --json
refuse import
refuse import fastnoise
refuse import fastnoise2
refuse import fastnoise2 CQQ= CQQ=
refuse import fastnoise2 CQQ= --axes 5
refuse import fastnoise2 CQQ= --pack .
refuse import fastnoise2 'CQ!'
refuse import fastnoise2 CQ==
refuse import fastnoise2 DQAFAAAAAAAAQAgAAAAAAD8AAAAAAA==
pack=data/world/worldgen
mkdir -p $pack/density_function/land $pack/noise $pack/noise_settings game/data/minecraft/worldgen/noise
echo '{"firstOctave": -7, "amplitudes": [1, 0, 0.5]}' >$pack/noise/hills.json
echo '{"firstOctave": -3, "amplitudes": [1]}' >game/data/minecraft/worldgen/noise/offset.json
echo '{"type": "flat_cache", "argument": {"type": "shifted_noise", "noise": "world:hills", "xz_scale": 0.25, "y_scale": 0,
"shift_x": {"type": "shift_a", "argument": "offset"}, "shift_y": 0, "shift_z": {"type": "shift_b", "argument": "offset"}}}' \
    >$pack/density_function/land/height.json
echo '{"type": "add", "argument1": {"type": "y_clamped_gradient", "from_y": -64, "to_y": 320, "from_value": 1.5,
"to_value": -1.5}, "argument2": {"type": "mul", "argument1": "world:land/height", "argument2": {"type": "spline", "spline":
{"coordinate": "world:land/height", "points": [{"location": -1, "value": 0.25, "derivative": 0}, {"location": 1, "value":
1.5, "derivative": 0.5}]}}}}' >$pack/density_function/land/depth.json
echo '{"sea_level": 63, "noise_router": {"final_density": {"type": "squeeze", "argument": "world:land/depth"}, "ridges": 0.5}}' \
    >$pack/noise_settings/world.json
try import minecraft $pack/density_function/land/depth.json
try import minecraft $pack/noise_settings/world.json --pack game
try import minecraft $pack/noise_settings/world.json --function ridges
refuse import minecraft $pack/noise_settings/world.json --function erosion
refuse import minecraft $pack/density_function/land/depth.json --function ridges
refuse import minecraft $pack/density_function/land/depth.json --axes 3
try import minecraft none.json
echo '{"type": "abs", "input": "world:land/width"}' >$pack/density_function/land/abs.json
try import minecraft $pack/density_function/land/abs.json
echo '{"type": "end_islands"}' >$pack/density_function/land/end.json
try import minecraft $pack/density_function/land/end.json
echo '{"type": "abs", "input": }' >$pack/density_function/land/broken.json
refuse import minecraft $pack/density_function/land/broken.json
