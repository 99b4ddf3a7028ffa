# Samples of the help; help_test has the whole of it.
try --help
try info --wrong --help
