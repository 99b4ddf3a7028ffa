# $SCREE is a build of the command in which the scalar level gets one sample wrong: exit 5.
"$SCREE" verify --size 32x32 | tail -n 1
"$SCREE" verify --size 32x32 >/dev/null
