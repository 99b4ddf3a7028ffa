"$SCREE" devices
"$SCREE" devices --json | grep -e '"backend"' -e '"not_built"'
