# Pictures in a terminal that the test makes up.
unset TERM TERM_PROGRAM COLORTERM KITTY_WINDOW_ID NO_COLOR
"$SCREE" noise --size 60x40 --seed 3 --octaves 2 -q -o map.png
"$SCREE" noise --size 12x12x9 --octaves 2 --density 2 -q -o volume.npy

# visible: control characters as letters.
visible()
{
    sed 's/\x1b/^[/g'
}

# kind: what a picture is made of, by its beginning.
kind()
{
    cat >"$CLI_PRIVATE/picture"
    case $(head -c 12 "$CLI_PRIVATE/picture" | visible) in
        '^[_Ga=T'*) echo kitty ;;
        '^[P0;1q'*) echo sixel ;;
        '^[[38;2;'*) echo blocks ;;
        '^[[38;5;'*) echo blocks256 ;;
        *) echo other ;;
    esac
}

# Where there is no terminal, nothing is chosen.
try preview map.png
"$SCREE" preview map.png --graphics ascii --size 30x20
export MADE_UP_TERMINAL="30 8 270 144"
# No colours.
try preview map.png
TERM=dumb try preview map.png
TERM=vt100 try preview map.png
TERM=xterm-mono try preview map.png
TERM=xterm-256color NO_COLOR=1 try preview map.png
# What each terminal gets.
for settings in TERM=xterm TERM=xterm-256color "TERM=xterm-256color COLORTERM=truecolor" "TERM=xterm COLORTERM=24bit" \
    TERM=xterm-kitty "TERM=xterm-256color KITTY_WINDOW_ID=1" "TERM=xterm-256color TERM_PROGRAM=WezTerm" \
    "TERM=tmux-256color KITTY_WINDOW_ID=1 COLORTERM=truecolor" TERM=foot "TERM=xterm TERM_PROGRAM=mintty" TERM=mlterm; do
    # shellcheck disable=SC2086 # Several words.
    echo "$settings: $(env $settings "$SCREE" preview map.png | kind)"
done
# As large as the terminal, but for the line of the prompt.
export TERM=xterm-256color
"$SCREE" preview map.png --graphics ascii
"$SCREE" preview volume.npy --sheet z=3 --graphics ascii
for graphics in blocks blocks256 ascii; do
    echo "$graphics: $("$SCREE" preview map.png --graphics $graphics | wc -l) lines"
done
# The parts of each kind of picture.
"$SCREE" noise --size 3x3 --octaves 1 --step 0.7 --origin 0.2 -q -o small.npy
for graphics in blocks blocks256 kitty; do
    "$SCREE" preview small.npy --graphics $graphics --size 3x3 --supersample 1 --ramp grey --relief 0 | visible
done
"$SCREE" preview small.npy --graphics sixel --size 3x3 --supersample 1 --ramp grey --relief 0 | visible | sed 's/"1;1;3;3.*#251;2;100;100;100/(palette)/'
# The errors are those of draw.
try preview nothing.png
try preview map.png --ramp greay
try preview map.png --graphics sixels
try preview volume.npy --slice z=9
try preview map.png --json
printf '{' >none.json
try preview none.json
# Of noise, samples that nobody sees are not made: this would take days.
"$SCREE" preview --samples 1000000x1000000 --graphics blocks256 | wc -l
