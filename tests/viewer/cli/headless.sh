# Pictures, streams, videos, replays and times without a window.
events=$CLI_SOURCE/tests/viewer/events
unset DISPLAY WAYLAND_DISPLAY
"$SCREE" --device cpu --scene voxels --fractal billow --octaves 3 --gain 0.35 --threshold 0.135 --side 24 --size 48x32 -o a.png
"$SCREE" --device cpu --scene voxels --fractal billow --octaves 3 --gain 0.35 --threshold 0.135 --side 24 --size 48x32 --output - >b.png
same "stdout" "$(cksum <a.png)" "$(cksum <b.png)"
head -c 8 a.png | od -An -c
mkdir pictures
(cd "$events" && "$SCREE" --device cpu --play map_drop_recipe.events --pictures "$OLDPWD/pictures")
(cd pictures && files)
"$SCREE" --device cpu --play "$events/voxels_still.events" --size 96x54 -o played.png
printf 'size 96 54\nset scene voxels\nset fractal billow\nset octaves 3\nset gain 0.35\nset threshold 0.135\nset side 24\npicture played\n' >same.events
"$SCREE" --device cpu --play same.events --pictures pictures
same "a replay and its end" "$(cksum <played.png)" "$(cksum <pictures/played.png)"
"$SCREE" --device cpu --scene voxels --fractal billow --octaves 3 --gain 0.35 --threshold 0.135 --side 16 --size 40x30 --time 3 | sed 's/  *[0-9]*\.[0-9]*/ N/g; s/cpu, .*: /cpu, NAME: /'
if command -v ffmpeg >/dev/null; then
    "$SCREE" --device cpu --scene voxels --fractal billow --octaves 3 --gain 0.35 --threshold 0.135 --side 16 --size 32x32 --frames 4 -o turn.gif
    head -c 6 turn.gif
    echo
else
    printf 'GIF89a\n'
fi
