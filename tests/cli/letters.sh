# Letters in one word, and the value of the last one; -V, and X in sizes.
try noise --size 8x8 --origin 0.5 -qo a.png
try noise --size 8X8 --origin 0.5 -qfo a.png
try noise --size 8x8 --origin 0.5 -fqoa.png
try noise --size 8x8 --origin 0.5 -qoa=b.png
files
try noise -o=a.png
try noise -qo=a.png
try noise -f=yes
try noise -qx
try noise -xq
try noise -q-
try noise -force -o a.png
try noise -octaves=3 -o a.png
try noise -seed 3 -o a.png
try noise -level auto
try noise -qo
try info -V
same version "$("$SCREE" -V)" "$("$SCREE" --version)"
same "version as JSON" "$("$SCREE" -V --json)" "$("$SCREE" version --json)"
same help "$("$SCREE" info -h)" "$("$SCREE" help info)"
same "help among letters" "$("$SCREE" noise -qh)" "$("$SCREE" help noise)"
