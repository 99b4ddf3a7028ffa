# Paths that cannot be written: exit 1, named, nothing left. (A folder without the right to write would not stop root.)
echo text >file
try noise --size 16x16 -o file/a.png
try noise --size 16x16 -o missing/a.png
try noise --size 16x16 -o missing/a.r32
mkdir folder.png
try noise --size 16x16 -o folder.png
try noise --size 16x16 -o folder.png --force
try noise --size 16x16 -o "$(printf '%0300d' 0).png"
files
