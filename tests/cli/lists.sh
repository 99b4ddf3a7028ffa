for list in kinds hashes gradients fades fractals variants formats types presets methods surfaces; do
    try list "$list"
done
try list kinds --json
try list formats --json
