# `scree show` hands its arguments to the viewer, which lies beside it or in a folder of PATH.
mkdir alone other
cp "$SCREE" alone/scree
(PATH=/nowhere; SCREE=$PWD/alone/scree; "$SCREE" show --size 3x4 2>"$CLI_PRIVATE/err" >"$CLI_PRIVATE/out"; echo $? >"$CLI_PRIVATE/code")
show "$(cat "$CLI_PRIVATE/code")"
printf '#!/bin/sh\necho "another viewer:"\nprintf "<%%s>\\n" "$@"\nexit 3\n' >other/scree-viewer
chmod +x other/scree-viewer
PATH=$PWD/other:$PATH alone/scree show 'a file' --size 3x4 --json
echo "exit $?"
sed 's/another viewer/the viewer beside it/' other/scree-viewer >alone/scree-viewer
chmod +x alone/scree-viewer
PATH=$PWD/other:$PATH alone/scree show
echo "exit $?"
