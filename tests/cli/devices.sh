# A line for each device, or one that says why a backend has none. What the machine has beside the CPU is shown alike.
memory='[0-9.]+ ([KMGTPE]iB|bytes)'
uuid='[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
gpu=".+, (discrete|integrated|virtual|software) GPU, $memory(, UUID $uuid)?(, not used: .+)?"
"$SCREE" devices >lines
sed -E -e "s/^(vulkan|cuda):[0-9]+  $gpu\$/\1 is told of/" -e 's/^(vulkan|cuda): .+/\1 is told of/' lines | uniq
"$SCREE" devices --json >json
sed -n '/"backend": "cpu"/,/}/p' json
same devices "$(grep -c '^[a-z]*:[0-9]*  ' lines)" "$(grep -c '"usable": ' json)"
same "devices not used" "$(grep -c ', not used: ' lines)" "$(grep -c '"refusal": ".' json)"
same "not built" "no: $(sed -n 's/: not built$//p' lines)" \
    "no: $(sed -n '/"not_built"/,/]/s/^ *"\([a-z]*\)",*$/\1/p' json)"
