#!/bin/sh
# The lint of PTX must let pass what is exact, and nothing else: instructions written here and, where there is nvcc, a
# kernel compiled as the library's are, with fused operations allowed, and with fast ones.
#
#     lint_ptx_test.sh LINT KERNELS_FOLDER [NVCC]
set -eu
lint=$1 kernels=$2 nvcc=${3:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fragment() # instructions
{
    # shellcheck disable=SC2016 # A label.
    printf '.version 9.0\n.target sm_75\n.visible .entry trial(\n\t.param .u64 trial_param_0\n)\n{\n\t.reg .f32 %%f<9>;\n$L_1:\n\t%s\n\tret;\n}\n' \
        "$1" >"$work/fragment.ptx"
}

while read -r instruction; do
    fragment "$instruction"
    if ! "$lint" "$work/fragment.ptx"; then
        echo "the lint refuses what is exact: $instruction"
        exit 1
    fi
done <<'END'
add.rn.f32 %f3, %f1, %f2;
add.rm.f64 %fd3, %fd1, %fd2;
fma.rm.f64 %fd4, %fd1, %fd2, %fd3;
sqrt.rn.f32 %f3, %f1;
div.rn.f32 %f3, %f1, %f2;
@%p1 sub.rn.f32 %f3, %f1, %f2;
mul.rn.f32 %f3, %f1, 0f3F000000;
neg.f32 %f3, %f1; abs.f32 %f4, %f3;
min.f32 %f3, %f1, %f2; max.f32 %f3, %f1, %f2;
setp.lt.f32 %p1, %f1, %f2; selp.f32 %f3, %f1, %f2, %p1;
cvt.rn.f32.s32 %f1, %r1; cvt.rzi.s32.f32 %r1, %f1; cvt.sat.f32.f32 %f2, %f1;
ld.shared.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1]; st.global.f32 [%rd1], %f1;
mad.lo.s32 %r1, %r2, %r3, %r4; div.u32 %r1, %r2, %r3; add.s32 %r1, %r2, %r3;
atom.global.min.u32 %r1, [%rd1], %r2;
mov.f32 %f1, 0f00000000; // fma.rn.f32 in words
END

while read -r instruction; do
    fragment "$instruction"
    if "$lint" "$work/fragment.ptx" >"$work/complaints"; then
        echo "the lint lets pass: $instruction"
        exit 1
    fi
    if ! grep -q 'fragment.ptx:9: ' "$work/complaints"; then
        echo "the lint does not say where: $instruction"
        exit 1
    fi
done <<'END'
fma.rn.f32 %f4, %f1, %f2, %f3;
@!%p1 fma.rn.f32 %f4, %f1, %f2, %f3;
add.rn.f32 %f3, %f1, %f2; fma.rn.f32x2 %rd4, %rd1, %rd2, %rd3;
mad.rn.f64 %fd4, %fd1, %fd2, %fd3;
fma.rn.f64 %fd4, %fd1, %fd2, %fd3;
fma.rm.f32 %f4, %f1, %f2, %f3;
add.rm.f32 %f3, %f1, %f2;
add.f32 %f3, %f1, %f2;
$L_2: mul.f32 %f3, %f1, %f2;
sub.ftz.f32 %f3, %f1, %f2;
mul.rn.ftz.f32 %f3, %f1, %f2;
add.rz.f32 %f3, %f1, %f2;
add.rn.sat.f32 %f3, %f1, %f2;
cvt.ftz.sat.f32.f32 %f2, %f1;
div.rn.ftz.f32 %f3, %f1, %f2;
div.rz.f32 %f3, %f1, %f2;
div.rn.f64 %fd3, %fd1, %fd2;
div.approx.f32 %f3, %f1, %f2;
div.full.f32 %f3, %f1, %f2;
sqrt.rz.f32 %f3, %f1;
sqrt.approx.f32 %f3, %f1;
rsqrt.approx.f32 %f3, %f1;
rcp.rn.f64 %fd3, %fd1;
ex2.approx.f32 %f3, %f1;
lg2.approx.ftz.f32 %f3, %f1;
sin.approx.f32 %f3, %f1;
tanh.approx.f32 %f3, %f1;
cvt.rn.ftz.f32.s32 %f3, %r1;
setp.lt.ftz.f32 %p1, %f1, %f2;
add.f16 %h3, %h1, %h2;
add.rn.bf16 %h3, %h1, %h2;
atom.global.add.f32 %f1, [%rd1], %f2;
red.global.add.f32 [%rd1], %f2;
wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%f1}, {%r1}, {%r2}, {%f1};
{ .reg .f32 t; mul.f32 t, %f1, %f2; }
END

echo "no PTX" >"$work/text.ptx"
if "$lint" "$work/text.ptx" >/dev/null; then
    echo "the lint lets pass what is no PTX"
    exit 1
fi

if [ -z "$nvcc" ]; then
    exit 0
fi
cat >"$work/trial.cu" <<'END'
#include "noise/direct.h"
extern "C" __global__ void trial(const float *in, float *out)
{
    *out = scree_fold_value(in[0], in[1], in[2], in[3], in[4], in[5], in[6]);
}
END
check() # what the lint should say, options of nvcc
{
    expected=$1
    shift
    "$nvcc" -std=c++17 -O3 "$@" -I"$kernels" -ptx "$work/trial.cu" -o "$work/trial.ptx"
    "$lint" "$work/trial.ptx" >"$work/complaints" && said=passes || said=refused
    if [ "$said" != "$expected" ]; then
        cat "$work/complaints"
        echo "a kernel that is compiled with $* is $said"
        exit 1
    fi
}

check passes -fmad=false
check refused -fmad=true
check refused -fmad=false -ftz=true
check refused -use_fast_math
