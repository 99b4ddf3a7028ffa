# Letters in one word, and the value of the last one; -V, and X in sizes.
try noise --size 8x8 --origin 0.5 -qo a.png
try noise --size 8X8 --origin 0.5 -qfo a.png
try noise --size 8x8 --origin 0.5 -fqoa.png
try noise --size 8x8 --origin 0.5 -qoa=b.png
files
refuse noise -o=a.png
refuse noise -qo=a.png
refuse noise -f=yes
refuse noise -qx
refuse noise -xq
refuse noise -q-
refuse noise -force -o a.png
refuse noise -octaves=3 -o a.png
refuse noise -seed 3 -o a.png
refuse noise -level auto
refuse noise -qo
refuse info -V
same version "$("$SCREE" -V)" "$("$SCREE" --version)"
same "version as JSON" "$("$SCREE" -V --json)" "$("$SCREE" version --json)"
same help "$("$SCREE" info -h)" "$("$SCREE" help info)"
same "help among letters" "$("$SCREE" noise -qh)" "$("$SCREE" help noise)"
