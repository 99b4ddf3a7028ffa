#!/bin/sh
# The streams of hashes and the scripts that test them: what is printed, and what is refused.
#
#     random_battery_test.sh BATTERY NIST_BATTERY HASH_STREAM
#
# A script takes the place of dieharder, and a module that of sp80022suite, which a machine may lack.
set -eu
battery=$1 nist=$2 program=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail()
{
    echo "$1"
    cat "$work/out"
    exit 1
}

# expect STATUS TEXT COMMAND... runs a command that ends with a status, and prints a line with the text.
expect()
{
    status=$1 text=$2
    shift 2
    actual=0
    "$@" >"$work/out" 2>&1 || actual=$?
    [ "$actual" -eq "$status" ] || fail "the status is $actual, not $status: $*"
    grep -qF -e "$text" "$work/out" || fail "nothing says \"$text\": $*"
}

# dieharder_prints: makes a dieharder that prints its arguments to $work/arguments, and standard input.
dieharder_prints()
{
    cat >"$work/results"
    cat >"$work/dieharder" <<END
#!/bin/sh
head -c 4096 >/dev/null
echo "\$*" >>"$work/arguments"
cat "$work/results"
END
    chmod +x "$work/dieharder"
}

expect 0 'scree/plane' "$program" --list
expect 2 'usage:' "$program"
expect 2 'fnv/plane is no stream' "$program" fnv/plane
if [ -w /dev/full ]; then
    expect 1 'words cannot be written' sh -c '"$1" scree/plane >/dev/full' sh "$program"
fi

PATH=$work:$PATH
dieharder_prints <<'END'
        diehard_runs|   0|0.15242813|  PASSED  
        diehard_runs|   0|0.99900000|   WEAK   
END
expect 0 'usage:' "$battery" --help
expect 2 'usage:' "$battery"
expect 2 'does not run as hash_stream does' "$battery" "$work/nothing"
expect 2 'unknown option --size' "$battery" --size 3 "$program"
expect 2 '--jobs lacks its value' "$battery" --jobs
expect 2 '--jobs 0: must be a whole number above 0' "$battery" --jobs 0 "$program"
expect 2 '--samples many: must be a whole number' "$battery" --samples many "$program"
expect 2 '--tests runs: must be numbers' "$battery" --tests runs "$program"
expect 2 'fnv is no stream' "$battery" "$program" scree/ fnv

expect 0 'particles/stride-3         15 diehard_runs           0 0.99900000  WEAK' \
    "$battery" --tests "15 200:4" --samples 7 "$program" particles/
[ "$(wc -l <"$work/out")" -eq 8 ] || fail "two streams, two tests and two results are not 8 lines"
[ "$(grep -c -e '-g 200 -d 200 -n 4 -p 7' "$work/arguments")" -eq 2 ] || fail "dieharder was not told the ntuple"
dieharder_prints <<'END'
        diehard_runs|   0|0.00000001|  FAILED  
END
expect 1 'FAILED' "$battery" --tests 15 "$program" scree/plane
dieharder_prints </dev/null
expect 1 'scree/plane                15 -                      -          -  NONE' \
    "$battery" --tests 15 "$program" scree/plane
printf '#!/bin/sh\nexec sleep 60\n' >"$work/dieharder"
expect 1 'NONE' "$battery" --tests 15 --seconds 1 "$program" scree/plane
rm "$work/dieharder"
command -v dieharder >/dev/null || expect 77 'skipped: dieharder' "$battery" "$program"

# nist_returns EXPRESSION: makes an sp80022suite whose tests all have that p-value; `bits` are those of the sequence.
nist_returns()
{
    cat >"$work/sp80022suite.py" <<END
def __getattr__(name):
    return lambda *arguments: p_value(arguments[-1])
def p_value(bits):
    return $1
END
}

expect 0 'usage:' "$nist" --help
expect 2 'required: PROGRAM' "$nist"
expect 2 'does not run as hash_stream does' "$nist" "$work/nothing"
expect 2 'unrecognized arguments: --size' "$nist" "$program" --size
expect 2 '0: must be a whole number above 0' "$nist" --sequences 0 "$program"
expect 2 'fnv is no stream' "$nist" "$program" scree/ fnv
python3 -c 'import sp80022suite' 2>/dev/null || expect 77 'skipped: the package sp80022suite' "$nist" "$program"

# The controls have short periods in their lowest bits, and SHAKE128 begins with the byte 0x7f.
export PYTHONPATH="$work" PYTHONDONTWRITEBYTECODE=1
nist_returns '0.0 if bits[::32][2:] == bits[::32][:-2] else 0.25'
expect 0 'scree/plane            rank                                  1  2.50e-01  4.37e-01  PASSED' \
    "$nist" --sequences 1 "$program" scree/plane
[ "$(wc -l <"$work/out")" -eq 60 ] || fail "15 tests of a stream and of three controls are not 60 lines"
nist_returns '0.25 if bits[:8] == bytes([1, 1, 1, 1, 1, 1, 1, 0]) else 0.0'
expect 1 'scree/plane            serial                                1  0.00e+00         -  FAILED' \
    "$nist" --sequences 1 "$program" scree/plane
! grep 'show nothing' "$work/out" || fail "controls are as they should be"
nist_returns '0.25'
expect 1 'control/counter passes, so these results show nothing' "$nist" --sequences 1 "$program" scree/plane
expect 1 'scree/plane            rank                                 12  1.00e+00  3.75e-19  FAILED' \
    "$nist" --sequences 12 "$program" scree/plane
nist_returns '0.0'
expect 1 'control/shake-128 fails, so these results show nothing' "$nist" --sequences 1 "$program" scree/plane
printf '%s\n' 'def __getattr__(name):' '    def insufficient(*arguments):' '        raise ValueError' \
    '    return insufficient' >"$work/sp80022suite.py"
expect 1 'scree/plane            random_excursions                     0         -         -  NONE' \
    "$nist" --sequences 1 "$program" scree/plane
