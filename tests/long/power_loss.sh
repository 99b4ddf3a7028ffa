#!/bin/sh
# Files are on the disk when the command ends: a copy of the disk, taken at once, is what a loss of power would leave.
#
#     power_loss.sh COMMAND      COMMAND is the path of scree; needs root, mkfs.ext4 and loop devices
set -eu

command=$1
scratch=$(mktemp -d "${TMPDIR:-/tmp}/scree-power.XXXXXX")
mounted=
clean()
{
    for folder in $mounted; do
        umount "$folder" 2>/dev/null || true
    done
    rm -rf "$scratch"
}
trap clean EXIT
trap 'exit 1' INT TERM

if [ "$(id -u)" -ne 0 ] || ! command -v mkfs.ext4 >/dev/null; then
    echo "power_loss: skipped: it needs root and mkfs.ext4"
    exit 0
fi
mkdir "$scratch/disk" "$scratch/copy"
truncate -s 64M "$scratch/disk.img"
mkfs.ext4 -q "$scratch/disk.img"
# Nothing gets there with time, but only where it is synced.
if ! mount -o loop,commit=600 "$scratch/disk.img" "$scratch/disk" 2>/dev/null; then
    echo "power_loss: skipped: there are no loop devices"
    exit 0
fi
mounted="$scratch/disk"

# lose_power: mounts what the disk has now.
lose_power()
{
    cp --sparse=never "$scratch/disk.img" "$scratch/copy.img"
    mount -o loop "$scratch/copy.img" "$scratch/copy"
    mounted="$scratch/disk $scratch/copy"
}

restore_power()
{
    umount "$scratch/copy"
    mounted="$scratch/disk"
}

# check NAME...: the files are there, whole.
check()
{
    for name in "$@"; do
        if ! cmp -s "$scratch/disk/$name" "$scratch/copy/$name"; then
            echo "power_loss: $name is not whole after the loss of power"
            return 1
        fi
    done
}

"$command" noise -q --size 512x512 -o "$scratch/disk/a.png"
"$command" noise -q --size 512x512 -o "$scratch/disk/a.npy"
"$command" noise -q --size 64x64x20 -o "$scratch/disk/f.png"
lose_power
check a.png a.npy a.npy.json f_0000.png f_0019.png
restore_power

"$command" noise -q --force --seed 2 --size 512x512 -o "$scratch/disk/a.npy"
"$command" sdf -q --size 64x64 --layers 16 -o "$scratch/disk/s.mhd" --nearest "$scratch/disk/n.raw"
lose_power
check a.npy a.npy.json s.mhd s.raw s.mhd.json n.raw n.raw.json
restore_power

# The check can fail: without syncing the disk does not have the file yet.
"$command" noise -q --no-sync --size 512x512 -o "$scratch/disk/b.npy"
lose_power
if check b.npy >/dev/null; then
    echo "power_loss: --no-sync did not make a difference, so this test shows nothing"
    exit 1
fi
restore_power
echo "power_loss: all files were whole"
