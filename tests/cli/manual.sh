# The manual page names every option and every command, and scdoc takes it.
"$SCREE" man >man.scd
for command in $("$SCREE" help | sed -n '/^Commands/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    grep -q "^## scree $command" man.scd || echo "command $command is missing"
    for option in $("$SCREE" help "$command" | sed -n 's/^  \(-., \|    \)--\([a-z-]*\).*/\2/p'); do
        grep -q -e "\*--$option\*" man.scd || echo "$command: --$option is missing"
    done
done
if command -v scdoc >/dev/null; then
    scdoc <man.scd >man.1 && grep -c '^\.TH' man.1
else
    echo 1
fi
