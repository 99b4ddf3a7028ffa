# The numbers come from the library, so only their form is fixed here.
"$SCREE" --version
"$SCREE" version
"$SCREE" version --json
"$SCREE" --version --json | head -n 1
