#!/bin/sh
# The machine code of the kernels holds nothing fused; and the lint that says so refuses what is.
#
#     lint_sass_test.sh LINT CUOBJDUMP FATBIN...
set -eu
lint=$1 cuobjdump=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

code() # instructions
{
    printf '\tcode for sm_90\n\t\tFunction : trial\n' >"$work/trial"
    for instruction in "$@"; do
        printf '        /*0010*/   %s ;   /* 0x0000000000000000 */\n' "$instruction" >>"$work/trial"
    done
}

accept() # instructions
{
    code "$@"
    "$lint" "$work/trial" || { echo "the lint refuses what is exact: $*"; exit 1; }
}

refuse() # instructions
{
    code "$@"
    ! "$lint" "$work/trial" >/dev/null || { echo "the lint lets pass: $*"; exit 1; }
}

accept 'FADD R2, R2, R3' '@!P0 FMUL R2, R2, 0.5' 'IMAD.WIDE.U32 R2, R4, 0x4, R2' 'I2F.U32.RP R2, R3' 'MUFU.RCP R2, R2'
accept 'HFMA2.MMA R3, -RZ, RZ, 0, 5.9604644775390625e-08' 'HFMA2 R3, -RZ, RZ, 0, 0'
accept 'DADD.RM R2, R4, R6' 'DFMA.RM R2, R4, R6, R8'
accept 'MUFU.RSQ R4, R3' 'FFMA R2, R3, R4, R5' 'FFMA R2, R3, R4, R5' 'FFMA.RP R2, R3, R4, R5'
step='FFMA R2, R3, R4, R5'
division() # accept or refuse, further instructions: a division with all of its fused steps, and those
{
    verdict=$1
    shift
    "$verdict" 'MUFU.RCP R8, R3' 'FCHK P0, R0, R3' "$step" "$step" "$step" "$step" "$step" 'MUFU.RCP R8, R3' \
        "$step" "$step" "$step" "$step" "$step" "$step" "$step" "$step" "$step" 'FFMA.RZ R3, R10, R8, R7' \
        'FFMA.RM R6, R10, R8, R7' 'FFMA.RP R3, R10, R8, R7' 'MUFU.RSQ R0, -QNAN' "$@"
}
division accept
division refuse "$step"
division accept 'MUFU.RSQ R4, R3' "$step" "$step" "$step"
division refuse 'MUFU.RSQ R4, R3' "$step" "$step" "$step" "$step"
refuse 'FFMA R2, R3, R4, R5'
refuse '@P1 FFMA.FTZ R2, R3, R4, R5'
refuse 'FFMA2 R2, R4, R6, R8'
refuse 'DFMA R2, R4, R6, R8'
refuse 'HFMA2 R2, R4, R6, R8'
refuse 'HMMA.16816.F32 R4, R8, R6, R4'
refuse 'MUFU.EX2 R2, R2'
refuse 'MUFU.RSQ R4, R3' 'FFMA R2, R3, R4, R5' 'FFMA R2, R3, R4, R5' 'FFMA R2, R3, R4, R5' 'FFMA R2, R3, R4, R5'
refuse

for image in "$@"; do
    "$cuobjdump" -sass "$image" >"$work/sass"
    "$lint" "$work/sass" || { echo "the complaints above are about $image"; exit 1; }
done
