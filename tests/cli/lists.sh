for list in kinds hashes gradients fades fractals variants formats types presets; do
    try list "$list"
done
try list kinds --json
try list formats --json
