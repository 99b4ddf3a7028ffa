# What documents show below their commands is what these print.
#
# An example is a line "    $ COMMAND" and the lines below it, up to the next command, a blank line or the end of the
# block. A line "..." stands for any number of lines, and one that ends in " ..." for any line that begins so; where the
# text above says "cut here", lines may be missing anywhere. Examples of a document run in one folder, in their order.

# skipped COMMAND: these are not run; all others are.
skipped()
{
    case $1 in
        *python3*) ;;                                         # NumPy, which few machines have that run this test.
        cc* | ./*) ;;                                         # Programs in C, which headers.examples compiles.
        *--frames*.gif | *--turntable*.gif | *.mp4) ;;        # The program ffmpeg, whose bytes are its own.
        *cuda:* | *"vulkan:0 "* | *"vulkan:all "*) ;;         # A GPU.
        "scree devices" | *bench*) ;;                         # The machine's own devices and speed.
        "scree preview"*) ;;                                  # A terminal, which cli.preview makes up.
        scree-viewer*) [ ! -e "$CLI_PRIVATE/scree-viewer" ] ;; # Not in every build.
        "cmake --preset"* | scripts/*) ;;                     # A build, and dieharder, which takes hours.
        *"ulimit -v"*) ! is_small ;;                          # Sanitizers reserve more addresses.
        *) return 1 ;;
    esac
}

# is_small: whether the command runs with as few addresses as the examples grant.
is_small()
{
    (ulimit -v 262144 && scree version) >/dev/null 2>&1
}

# examples DOCUMENT FOLDER: a file for each, named by the number of its line: the command, and what stands below it.
examples()
{
    awk -v folder="$2" '
        { text = $0; sub(/^ +/, "", text); indent = length($0) - length(text) }
        file && (text == "" || indent < margin || text ~ /^[$] /) { close(file); file = "" }
        indent < 4 && text != "" { cut = text ~ /cut here/ }
        indent >= 4 && text ~ /^[$] / { margin = indent; file = sprintf("%s/%05d", folder, NR) }
        file && text ~ /^[$] / { print substr(text, 3) >file }
        file && text !~ /^[$] / { print substr($0, margin + 1) >file }
        file && cut { print "..." >file }' "$1"
}

# steady: a text without what depends on the machine or on luck: times and rates, bytes of PNG files (the system's
# library packs them), free bytes of the disk, and which devices and instruction sets `scree verify` found.
steady()
{
    sed -E -e 's#[0-9.e-]+ s, [0-9.]+ (M(samples|voxels|points)/s)#SECONDS, RATE \1#' \
        -e 's/"(seconds|samples_per_second)": [0-9.e+-]+/"\1": TIME/' \
        -e '/^[^ ]*[.]png: /s/, [0-9.]+ (bytes|[KMG]iB), /, BYTES, /' \
        -e 's/disk has [0-9]+ bytes free/disk has BYTES free/' \
        -e '/^(cpu|vulkan|cuda):.* not checked: /d' \
        -e 's/^(cpu|vulkan|cuda):.* ([0-9a-f]{64})$/DEVICE \2/' | awk '!/^DEVICE / || $0 != before; { before = $0 }'
}

# compared WHERE EXAMPLE SHOWN PRINTED: says what is the first to differ; true where nothing does.
compared()
{
    example="$1: $2" awk '
        function told(is_there, line) {
            return is_there ? "\"" line "\"" : "nothing"
        }
        function fits(text, line) {
            return text == line || text ~ / [.][.][.]$/ && index(line, substr(text, 1, length(text) - 3)) == 1
        }
        function follow(i, j) {
            if (i > furthest) { furthest = i; met = j }
            if (shown[i] == "...")
                return follow(i + 1, j) || j <= lines && follow(i, j + 1)
            if (i > shows)
                return j > lines
            return j <= lines && fits(shown[i], printed[j]) && follow(i + 1, j + 1)
        }
        FILENAME == ARGV[1] { shown[++shows] = $0; next }
        { printed[++lines] = $0 }
        END {
            if (follow(1, 1))
                exit 0
            print ENVIRON["example"] ": " told(furthest <= shows, shown[furthest]) " stands there, and " \
                told(met <= lines, printed[met]) " comes"
            exit 1
        }' "$3" "$4"
}

# check FOLDER DOCUMENT: runs the examples of a document, if it has some, and shows those that are false.
check()
{
    rm -rf ./* "$CLI_PRIVATE/examples"
    mkdir "$CLI_PRIVATE/examples"
    examples "$1/$2" "$CLI_PRIVATE/examples"
    [ "$(ls "$CLI_PRIVATE/examples")" ] || return 0
    false=0
    for example in "$CLI_PRIVATE"/examples/*; do
        IFS= read -r command <"$example"
        skipped "$command" && continue
        sed 1d "$example" | steady >"$CLI_PRIVATE/shown"
        (eval "$command") 2>&1 | steady >"$CLI_PRIVATE/printed"
        line=$(basename "$example" | sed 's/^0*//')
        compared "$2:$line" "$command" "$CLI_PRIVATE/shown" "$CLI_PRIVATE/printed" || false=$((false + 1))
    done
    echo "$2: $false examples are false"
}

ln -s "$SCREE" "$CLI_PRIVATE/scree"
[ ! -x "${SCREE%/*}/scree-viewer" ] || ln -s "${SCREE%/*}/scree-viewer" "$CLI_PRIVATE"
PATH=$CLI_PRIVATE:$PATH
# glibc reserves 128 MiB of addresses for memory of every thread, for want of which another thread may not start.
export MALLOC_ARENA_MAX=1

# The check itself: what is wrong here must be noticed.
cat >"$CLI_PRIVATE/wrong.md" <<'EOF'
True, with times and sizes of another machine, and lines that are left out:

    $ scree noise --preset plain --size 32x32 --density 2 --seed 1 -o a.png
    a.png: 32x32 u8, values -0.5879 to 0.6221, measured range -0.5879 to 0.6221, 1 bytes, 7 s, 8 Msamples/s
    $ printf '%s\n' one two three 'four five'
    one
    ...
    four ...

Wrong:

    $ scree noise --preset plain --size 32x32 --density 2 --seed 1 -o b.png
    b.png: 32x32 u8, values -0.5879 to 0.6222, measured range -0.5879 to 0.6221, 1 bytes, 7 s, 8 Msamples/s
    $ printf '%s\n' one two three four
    one
    three
    $ echo one
    $ echo one
    one
    two
    $ true
    one

Four lines, of which two are cut here, and shown in the wrong order:

    $ printf '%s\n' one two three four
    three
    two
EOF
check "$CLI_PRIVATE" wrong.md

for document in "$CLI_SOURCE"/*.md "$CLI_SOURCE"/docs/*.md; do
    check "$CLI_SOURCE" "${document#"$CLI_SOURCE/"}"
done
