# The help as a whole: a change of the table of options shows here.
try --help
try help noise
try help sdf
try verify --help
try help bench
try info --wrong --help
try completion --help --json
