#!/bin/sh
# Without a display the viewer says so and names what needs none, with the status of other failures.
# no_display_test.sh SCREE-VIEWER
viewer=$1
unset DISPLAY WAYLAND_DISPLAY
message=$("$viewer" 2>&1)
status=$?
case $message in
    *"scree render"*"--output"*) ;;
    *) echo "the message is: $message"; exit 1 ;;
esac
[ "$status" -eq 1 ] || { echo "the status is $status"; exit 1; }
