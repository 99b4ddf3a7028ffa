# A file is found with its sidecar through a symbolic link, and a sidecar says which file it belongs to.
mkdir there
"$SCREE" noise --size 16x8 -q -o there/a.r16
ln -s there/a.r16 link.r16
ln -s link.r16 second.r16
try noise --size 32x4 -q -f -o link.r16
files
for name in link.r16 second.r16 there/a.r16; do
    "$SCREE" info "$name" | grep ^size
done
"$SCREE" noise second.r16 -q -o again.r16 && cmp again.r16 there/a.r16 && echo "made again: same"
# A sidecar beside the link comes first.
sed 's/"seed": 0/"seed": 12345/' there/a.r16.json >link.r16.json
"$SCREE" info link.r16 | grep '"seed"'
try info there/a.r16.json
try info again.r16.json
rm again.r16
try info again.r16.json
rm there/a.r16.json
try info second.r16
ln -s nothing.r16 broken.r16
try info broken.r16
true
