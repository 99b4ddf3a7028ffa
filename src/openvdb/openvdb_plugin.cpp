/*
 * The plug-in that makes level sets by OpenVDB (K. Museth, "VDB: High-Resolution Sparse Volumes with Dynamic Topology",
 * 2013). Distances come layer by layer. Eight layers, as many as a leaf is high, are collected and cut into blocks of
 * 8 x 8 x 8: a block that the band touches becomes a leaf, one that lies inside becomes a tile of its sign, and one
 * that lies outside is the background already.
 */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <ostream>
#include <streambuf>
#include <string>
#include <vector>

#include <openvdb/openvdb.h>
#include <openvdb/io/Archive.h>
#include <openvdb/tools/Prune.h>

#include "vdb_plugin.h"

namespace
{

constexpr uint32_t SIDE = 8;
constexpr size_t BUFFER_SIZE = size_t(256) << 10;

/* The offset of the file's unique name of 36 characters, after a magic number, three version numbers and a flag. */
constexpr size_t NAME_OFFSET = 21;
constexpr size_t NAME_LENGTH = 36;

struct SinkFailed : std::exception {
};

/* A stream that writes to a sink. OpenVDB gives every file a random name. It is replaced by one that is computed from
   the file's other bytes, so that equal fields give equal files. */
class SinkBuffer : public std::streambuf
{
  public:
    explicit SinkBuffer(const scree_vdb_sink &target) : sink(target)
    {
        bytes.reserve(BUFFER_SIZE);
    }

    /* Writes the remaining bytes and the name. */
    void finish()
    {
        flush();
        if (named) {
            const std::string name = makeName();
            send(name.data(), name.size(), NAME_OFFSET);
        }
    }

  protected:
    std::streamsize xsputn(const char *data, std::streamsize size) override
    {
        for (size_t left = size_t(size); left > 0;) {
            const size_t part = std::min(left, BUFFER_SIZE - bytes.size());
            bytes.insert(bytes.end(), data, data + part);
            data += part;
            left -= part;
            if (bytes.size() == BUFFER_SIZE) {
                flush();
            }
        }
        return size;
    }

    int_type overflow(int_type character) override
    {
        const char byte = traits_type::to_char_type(character);
        xsputn(&byte, 1);
        return traits_type::not_eof(character);
    }

    pos_type seekoff(off_type offset, std::ios_base::seekdir direction, std::ios_base::openmode) override
    {
        const uint64_t here = start + bytes.size();
        const uint64_t base = direction == std::ios_base::beg ? 0 : direction == std::ios_base::cur ? here : size();
        return moveTo(uint64_t(off_type(base) + offset));
    }

    pos_type seekpos(pos_type position, std::ios_base::openmode) override
    {
        return moveTo(uint64_t(off_type(position)));
    }

  private:
    uint64_t size() const
    {
        return std::max(end, start + bytes.size());
    }

    pos_type moveTo(uint64_t offset)
    {
        if (offset != start + bytes.size()) {
            flush();
            start = offset;
        }
        return pos_type(off_type(offset));
    }

    void send(const char *data, size_t count, uint64_t offset)
    {
        if (sink.write(sink.user, data, count, offset) != 0) {
            throw SinkFailed();
        }
    }

    void flush()
    {
        if (bytes.empty()) {
            return;
        }
        if (start == 0 && looksNamed()) {
            named = true;
            std::fill_n(bytes.begin() + NAME_OFFSET, NAME_LENGTH, '0');
        }
        for (const char byte : bytes) {
            digest[0] = (digest[0] ^ uint8_t(byte)) * UINT64_C(0x100000001b3);
            digest[1] = (digest[1] + uint8_t(byte)) * UINT64_C(0x9e3779b97f4a7c15) + (digest[1] >> 29);
        }
        send(bytes.data(), bytes.size(), start);
        start += bytes.size();
        end = std::max(end, start);
        bytes.clear();
    }

    /* Whether a UUID is at NAME_OFFSET. If a version of OpenVDB puts it elsewhere, the file keeps the name that OpenVDB
       wrote. */
    bool looksNamed() const
    {
        static const char pattern[] = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
        if (bytes.size() < NAME_OFFSET + NAME_LENGTH) {
            return false;
        }
        for (size_t i = 0; i < NAME_LENGTH; i++) {
            const char byte = bytes[NAME_OFFSET + i];
            const bool digit = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f');
            if (pattern[i] == 'x' ? !digit : byte != '-') {
                return false;
            }
        }
        return true;
    }

    /* Makes a UUID of version 8 (RFC 9562), which is for custom content. */
    std::string makeName() const
    {
        char name[NAME_LENGTH + 1];
        const uint64_t first = (digest[0] & ~UINT64_C(0xf000)) | UINT64_C(0x8000);
        const uint64_t second = (digest[1] & ~(UINT64_C(3) << 62)) | UINT64_C(1) << 63;
        std::snprintf(name, sizeof name, "%08x-%04x-%04x-%04x-%012llx", unsigned(first >> 32),
                      unsigned(first >> 16 & 0xffff), unsigned(first & 0xffff), unsigned(second >> 48),
                      static_cast<unsigned long long>(second & UINT64_C(0xffffffffffff)));
        return name;
    }

    const scree_vdb_sink sink;
    std::vector<char> bytes;
    uint64_t start = 0; /* Offset of the buffer in the file. */
    uint64_t end = 0;
    uint64_t digest[2] = {UINT64_C(0xcbf29ce484222325), UINT64_C(0x2545f4914f6cdd1d)};
    bool named = false;
};

/* OpenVDB's writer of files, on a stream of this plug-in. */
class StreamArchive : public openvdb::io::Archive
{
  public:
    using openvdb::io::Archive::write;

    void writeTo(std::ostream &stream, const openvdb::GridCPtrVec &grids) const
    {
        write(stream, grids, true, openvdb::MetaMap());
    }
};

/* Runs a function and turns exceptions into results, because C callers cannot catch them. */
template <typename Function> int guard(char *reason, const Function &function)
{
    try {
        function();
        return SCREE_VDB_OK;
    } catch (const SinkFailed &) {
        return SCREE_VDB_SINK_FAILED;
    } catch (const std::bad_alloc &) {
        return SCREE_VDB_NO_MEMORY;
    } catch (const std::exception &error) {
        std::snprintf(reason, SCREE_VDB_REASON_SIZE, "%s", error.what());
    } catch (...) {
        std::snprintf(reason, SCREE_VDB_REASON_SIZE, "an error without a name");
    }
    return SCREE_VDB_FAILED;
}

} // namespace

/* A level set that is being built. */
struct scree_vdb_grid {
    explicit scree_vdb_grid(const scree_vdb_grid_params &params)
        : count{params.count[0], params.count[1], params.count[2]}, band(params.band),
          grid(openvdb::FloatGrid::create(params.band))
    {
        grid->setName(params.name);
        grid->setGridClass(openvdb::GRID_LEVEL_SET);
        grid->setSaveFloatAsHalf(params.half != 0);
        const openvdb::Vec3d voxel(params.voxel[0], params.voxel[1], params.voxel[2]);
        const bool equal = voxel[0] == voxel[1] && voxel[0] == voxel[2];
        openvdb::math::Transform::Ptr transform = openvdb::math::Transform::createLinearTransform(equal ? voxel[0] : 1);
        if (!equal) {
            transform->preScale(voxel);
        }
        transform->postTranslate(openvdb::Vec3d(params.origin[0], params.origin[1], params.origin[2]));
        grid->setTransform(transform);
        const size_t rowsMost = SIZE_MAX / sizeof(float) / SIDE / count[0];
        if (count[1] > rowsMost) {
            throw std::bad_alloc();
        }
        layers.resize(size_t(count[0]) * count[1] * std::min(SIDE, count[2]));
    }

    void append(const float *distances, uint64_t left)
    {
        while (left > 0) {
            const size_t part = size_t(std::min<uint64_t>(left, layers.size() - filled));
            std::memcpy(layers.data() + filled, distances, part * sizeof(float));
            distances += part;
            left -= part;
            filled += part;
            if (filled == layers.size() ||
                (firstLayer + filled / layerSize() == count[2] && filled % layerSize() == 0)) {
                addLayers();
            }
        }
    }

    void write(const char *metadata, const char *creator, const scree_vdb_sink &sink)
    {
        openvdb::tools::prune(grid->tree());
        grid->setCreator(creator);
        grid->insertMeta("scree", openvdb::StringMetadata(metadata));
        SinkBuffer buffer(sink);
        std::ostream stream(&buffer);
        stream.exceptions(std::ios_base::badbit | std::ios_base::failbit);
        StreamArchive().writeTo(stream, {grid});
        buffer.finish();
    }

  private:
    size_t layerSize() const
    {
        return size_t(count[0]) * count[1];
    }

    void addLayers()
    {
        const uint32_t height = uint32_t(filled / layerSize());
        for (uint32_t y = 0; y < count[1]; y += SIDE) {
            for (uint32_t x = 0; x < count[0]; x += SIDE) {
                addBlock(x, y, height);
            }
        }
        firstLayer += height;
        filled = 0;
    }

    /* Adds a block, clipped to the volume. */
    void addBlock(uint32_t x, uint32_t y, uint32_t height)
    {
        const uint32_t width = std::min(SIDE, count[0] - x);
        const uint32_t depth = std::min(SIDE, count[1] - y);
        bool near = false;
        bool inside = false;
        bool outside = width < SIDE || depth < SIDE || height < SIDE;
        for (uint32_t k = 0; k < height; k++) {
            for (uint32_t j = 0; j < depth; j++) {
                const float *row = layers.data() + k * layerSize() + size_t(y + j) * count[0] + x;
                for (uint32_t i = 0; i < width; i++) {
                    near = near || std::abs(row[i]) < band;
                    inside = inside || row[i] < 0;
                    outside = outside || !(row[i] < 0);
                }
            }
        }
        const openvdb::Coord corner{int(x), int(y), int(firstLayer)};
        if (near || (inside && outside)) {
            fillLeaf(*grid->tree().touchLeaf(corner), x, y, width, depth, height);
        } else if (inside) {
            grid->tree().addTile(1, corner, -band, false);
        }
    }

    /* Fills a leaf, in which z is the fastest axis. */
    void fillLeaf(openvdb::FloatTree::LeafNodeType &leaf, uint32_t x, uint32_t y, uint32_t width, uint32_t depth,
                  uint32_t height) const
    {
        for (uint32_t k = 0; k < height; k++) {
            for (uint32_t j = 0; j < depth; j++) {
                const float *row = layers.data() + k * layerSize() + size_t(y + j) * count[0] + x;
                for (uint32_t i = 0; i < width; i++) {
                    const openvdb::Index index = (i * SIDE + j) * SIDE + k;
                    if (std::abs(row[i]) < band) {
                        leaf.setValueOn(index, row[i]);
                    } else {
                        leaf.setValueOff(index, row[i] < 0 ? -band : band);
                    }
                }
            }
        }
    }

    const uint32_t count[3];
    const float band;
    openvdb::FloatGrid::Ptr grid;
    std::vector<float> layers; /* The distances of SIDE layers, at most. */
    size_t filled = 0;
    uint32_t firstLayer = 0;
};

namespace
{

int createGrid(const scree_vdb_grid_params *params, scree_vdb_grid **grid, char *reason)
{
    return guard(reason, [&] {
        openvdb::initialize();
        *grid = new scree_vdb_grid(*params);
    });
}

int appendDistances(scree_vdb_grid *grid, const float *distances, uint64_t count, char *reason)
{
    return guard(reason, [&] { grid->append(distances, count); });
}

int writeGrid(scree_vdb_grid *grid, const char *metadata, const char *creator, const scree_vdb_sink *sink, char *reason)
{
    return guard(reason, [&] { grid->write(metadata, creator, *sink); });
}

void destroyGrid(scree_vdb_grid *grid)
{
    delete grid;
}

} // namespace

extern "C" __attribute__((visibility("default"))) const scree_vdb_plugin scree_vdb_plugin_1;
const scree_vdb_plugin scree_vdb_plugin_1 = {
    SCREE_VDB_PLUGIN_VERSION, createGrid, appendDistances, writeGrid, destroyGrid,
};
