# The scripts are valid, and bash completes commands, options, words and files.
"$SCREE" completion bash >bash.sh
"$SCREE" completion zsh >zsh.sh
"$SCREE" completion fish >fish.sh
for shell in bash zsh fish; do
    if command -v $shell >/dev/null; then
        $shell -n $shell.sh || echo "$shell: not valid"
    fi
done
for option in $(for name in noise sdf; do "$SCREE" help $name; done | sed -n 's/^  \(-., \|    \)--\([a-z-]*\).*/\2/p' | sort -u); do
    for shell in bash zsh; do
        grep -q -e "--$option" $shell.sh || echo "$shell: --$option is missing"
    done
    grep -q -e "-l $option" fish.sh || echo "fish: --$option is missing"
done
if ! command -v bash >/dev/null; then
    cat <<'END'
noise
--octaves --origin --output
perlin
vulkan
folder
columns
jfa jfa+2 jfa+1 jfa2
lowest
folder
auto fixed
auto
END
    exit 0
fi
mkdir folder
bash -c '
    . ./bash.sh
    complete_words()
    {
        COMP_WORDS=("$@")
        COMP_CWORD=$(($# - 1))
        COMPREPLY=()
        _scree
        echo "${COMPREPLY[@]}"
    }
    complete_words scree noi
    complete_words scree noise --o | tr " " "\n" | sort | tr "\n" " " | sed "s/ \$//"
    echo
    complete_words scree noise --kind p
    complete_words scree noise --device v
    complete_words scree info fol
    complete_words scree sdf --surface c
    complete_words scree sdf --method j
    complete_words scree sdf --holes l
    complete_words scree sdf -o fol
    complete_words scree noise --range ""
    complete_words scree render --range ""
'
