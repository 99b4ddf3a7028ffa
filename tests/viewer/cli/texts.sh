# Texts that the program prints: versions, keys, the view as events, which play back as the same view.
"$SCREE" --version | sed 's/[0-9][0-9.]*/N/g'
"$SCREE" --list-bindings
"$SCREE" --device cpu --scene voxels --azimuth 12.5 --no-shadows --print-view | tee view.events
"$SCREE" --device cpu --scene voxels --play view.events --print-view | diff view.events - && echo "the same view"
# Presets have their scenes, colours and levels.
for preset in terrain islands clouds caves wood; do
    echo "$preset: $("$SCREE" --preset $preset --device cpu --print-view | grep -E '^set (scene|colour|ramp|range|has-water|edge-fade|relief) ' | sed 's/^set //' | tr '\n' ',')"
done
"$SCREE" --help | sed -n '1,12p'
"$SCREE" --help | grep -c -e '--'
"$SCREE" --manual | sed -n '1,12p'
