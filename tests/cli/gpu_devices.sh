# $SCREE is a build of the command that sees made-up GPUs. They are listed, those that cannot be used too, and so is
# the reason why a backend has none.
try devices | sed 's/^cpu:0  .*/cpu:0  .../'
try devices --json | sed -E '/"backend": "cpu"/,/"threads"/s/^( *"(name|memory_bytes|level|built_levels|threads)"): .*/\1: .../'
