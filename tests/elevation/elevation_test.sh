#!/bin/sh
# Reads elevation maps that other programs wrote, and compares with what GDAL says of them.
#
#     elevation_test.sh STATISTICS CMAKE      STATISTICS is the path of the test program
#
# The maps: terrain around a fault in Tennessee and a part of the sea's floor, which come with matplotlib as NumPy
# arrays (Debian: python-matplotlib-data), and the geoid's height EGM96, which comes with PROJ. GDAL makes TIFFs of
# every kind of them, and its slopes, whose border has no data. Exit code 77: GDAL or all of the maps are missing.
set -eu

statistics=$1
cmake=$2
for tool in gdalinfo gdal_translate gdaldem gdalbuildvrt; do
    if ! command -v "$tool" >/dev/null; then
        echo "skipped: there is no $tool (Debian: gdal-bin)"
        exit 77
    fi
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export GDAL_PAM_ENABLED=NO
compared=0

# GDAL's findings, in the order of the test program: gdal_line FILE BAND
gdal_line()
{
    gdalinfo -json -stats "$1" | awk -v band="$2" -F'"' '
        /"size":\[/ && !size { getline; split($0, part, "[ ,]+"); width = part[2]; getline; split($0, part, "[ ,]+"); height = part[2]; size = 1 }
        /"band":/ { split($0, part, "[:,]"); at = part[2] + 0 }
        at == band && $2 ~ /^STATISTICS_/ { value[$2] = $4 }
        END { print width, height, value["STATISTICS_MINIMUM"], value["STATISTICS_MAXIMUM"], value["STATISTICS_MEAN"], value["STATISTICS_STDDEV"], value["STATISTICS_VALID_PERCENT"] }'
}

# Sizes and extremes must be equal (GDAL prints 14 digits or more), mean and deviation to 12 digits of the extremes.
compare()
{
    ours=$("$statistics" "$1" ${3+"$3"})
    theirs=$(gdal_line "${4-$1}" "${2-1}")
    echo "$ours $theirs" | awk '
        function far(a, b, limit) { return a - b > limit || b - a > limit }
        {
            scale = ($3 < 0 ? -$3 : $3) + ($4 < 0 ? -$4 : $4) + 1e-30
            bad = NF != 14 || $1 != $8 || $2 != $9 || far($3, $10, scale * 1e-13) || far($4, $11, scale * 1e-13)
            bad = bad || far($5, $12, scale * 1e-12) || far($6, $13, scale * 1e-12) || far($7, $14, 0.006)
        }
        END { exit bad }' || {
        echo "$1 differs: width, height, least, greatest, mean, deviation, per cent of cells with data"
        echo "here $ours"
        echo "GDAL $theirs"
        exit 1
    }
    compared=$((compared + 1))
}

# TIFFs of a map: compare_kinds MAP LEAST_VALUE
compare_kinds()
{
    number=0
    for options in '-ot Float32 -co COMPRESS=NONE' '-ot Float32 -co COMPRESS=LZW -co PREDICTOR=3 -co TILED=YES' \
        '-ot Float64 -co COMPRESS=DEFLATE -co PREDICTOR=3 -co BIGTIFF=YES' '-ot Int16 -co COMPRESS=ZSTD -co TILED=YES' \
        '-ot Int16 -co COMPRESS=DEFLATE -co PREDICTOR=2 -co ENDIANNESS=BIG' '-ot Int32 -co COMPRESS=PACKBITS' \
        '-ot UInt32 -co ENDIANNESS=BIG -co BIGTIFF=YES -co TILED=YES' '-ot Byte -scale -co COMPRESS=LZW' \
        '-ot Float32 -co NBITS=16 -co COMPRESS=LZMA' "-ot Int16 -a_nodata $2 -co COMPRESS=LZW" \
        "-ot Float32 -a_nodata $2 -co COMPRESS=LERC -co TILED=YES" '-ot UInt16 -scale -a_nodata none -of PNG'; do
        number=$((number + 1))
        # shellcheck disable=SC2086 # The options are several words.
        gdal_translate -q $options "$1" "kind_$number.tif" 2>warnings || {
            cat warnings
            exit 1
        }
        compare "kind_$number.tif"
    done
    gdaldem slope -q -s 111120 "$1" slope.tif -co COMPRESS=DEFLATE
    compare slope.tif
    gdaldem TRI -q "$1" roughness.tif -co TILED=YES -co BLOCKXSIZE=64 -co BLOCKYSIZE=32
    compare roughness.tif
    gdalbuildvrt -q -separate bands.vrt kind_1.tif slope.tif
    for interleave in BAND PIXEL; do
        gdal_translate -q -ot Float32 -co COMPRESS=LZW -co INTERLEAVE=$interleave bands.vrt bands.tif
        compare bands.tif 2 1
    done
}

samples=
for folder in /usr/share/matplotlib/mpl-data/sample_data $(find /usr/lib/python3* /usr/local/lib/python3* -path '*/mpl-data/sample_data' -type d 2>/dev/null || true); do
    if [ -f "$folder/jacksboro_fault_dem.npz" ]; then
        samples=$folder
    fi
done

# The description of an array to GDAL: describe_array FILE WIDTH HEIGHT TYPE BYTES HEADER
describe_array()
{
    cat >"$1.vrt" <<END
<VRTDataset rasterXSize="$2" rasterYSize="$3">
  <SRS>EPSG:4326</SRS>
  <GeoTransform>-84.41, 0.000833, 0, 36.73, 0, -0.000833</GeoTransform>
  <VRTRasterBand dataType="$4" band="1" subClass="VRTRawRasterBand">
    <SourceFilename relativeToVRT="1">$1</SourceFilename>
    <ImageOffset>$6</ImageOffset><PixelOffset>$5</PixelOffset><LineOffset>$(($5 * $2))</LineOffset>
    <ByteOrder>LSB</ByteOrder>
  </VRTRasterBand>
</VRTDataset>
END
}

if [ -n "$samples" ]; then
    "$cmake" -E tar xf "$samples/jacksboro_fault_dem.npz"
    "$cmake" -E tar xf "$samples/topobathy.npz"
    describe_array elevation.npy 403 344 Int16 2 80
    describe_array topo.npy 120 91 Float32 4 128
    for array in elevation.npy topo.npy; do
        # GDAL keeps what it finds in the description, and copies it along.
        cp "$array.vrt" copy.vrt
        compare "$array" 1 0 copy.vrt
        compare_kinds "$array.vrt" "$("$statistics" "$array" | awk '{ printf "%d", $3 }')"
    done
fi
if [ -f /usr/share/proj/egm96_15.gtx ]; then
    compare_kinds /usr/share/proj/egm96_15.gtx -106
fi
if [ "$compared" -eq 0 ]; then
    echo "skipped: no elevation map was found (Debian: python-matplotlib-data, proj-data)"
    exit 77
fi
echo "$compared files compared"
