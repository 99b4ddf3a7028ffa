# Sizes that cannot be: refused before anything is written, with the bytes that they need.
{
    refuse noise --size 4294967296x4294967296 -o a.png
    refuse noise --size 4294967296x4294967296 --json
    refuse noise --size 1099511627776x1099511627776x1099511627776x1099511627776x1099511627776 -o a.r32
    try noise --size 1099511627776x262144 -o a.r32
    try noise --size 1099511627776x262144 -o a.npy
    refuse noise --size 1099511627776x262144 -o a.png
    try noise --size 536870912x536870912 -o a.png
    files
} | sed 's/ has [0-9]* bytes free/ has N bytes free/'
