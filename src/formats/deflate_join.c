#include "deflate_join.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define MAX_CODE_LENGTH 15
#define LITERAL_SYMBOLS 288
#define DISTANCE_SYMBOLS 32
#define END_OF_BLOCK 256

/* The number of bits that are looked up at once. Longer codes are rare and are read bit by bit. */
#define TABLE_BITS 11
#define TABLE_SIZE (1u << TABLE_BITS)

/* A table entry holds the number of bits to skip and flags that say what they encode. */
#define ENTRY_BITS 0x1fu
#define ENTRY_LITERALS 0x20u /* One or more whole literals. */
#define ENTRY_END 0x40u      /* The end of the block. */
#define ENTRY_MATCH 0x80u    /* A length or a distance, with its extra bits. */
#define ENTRY_LONG 0u        /* A code longer than TABLE_BITS, or no code at all. */

/* The codes of one alphabet, sorted by length, as canonical Huffman decoding bit by bit needs them. */
typedef struct code_book {
    uint16_t entry[TABLE_SIZE];
    uint16_t count[MAX_CODE_LENGTH + 1];
    uint16_t sorted[LITERAL_SYMBOLS];
} code_book;

typedef struct walker {
    const uint8_t *data;
    size_t bit;  /* Next bit. */
    size_t bits; /* All bits of the stream. */
    code_book literals;
    code_book distances;
} walker;

/* Returns at least 56 valid bits from a position on. SCREE_DEFLATE_JOIN_SLACK makes the load safe at the end. */
static inline uint64_t peek(const walker *walk, size_t bit)
{
    const uint8_t *at = walk->data + (bit >> 3);
    uint64_t word;
    memcpy(&word, at, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word >> (bit & 7u);
}

/* Reads `count` bits, at most 32. Beyond the end of the stream they are undefined, so callers check the position. */
static uint32_t take(walker *walk, unsigned count)
{
    if (walk->bit > walk->bits) {
        return 0;
    }
    uint64_t word = peek(walk, walk->bit);
    walk->bit += count;
    return (uint32_t)(word & ((1ull << count) - 1u));
}

static unsigned length_extra_bits(unsigned symbol)
{
    if (symbol < 265 || symbol == 285) {
        return 0;
    }
    return (symbol - 261) / 4;
}

static unsigned distance_extra_bits(unsigned symbol)
{
    return symbol < 4 ? 0 : symbol / 2 - 1;
}

/* The table entry of a symbol; 0 for a symbol that must not occur. */
static uint16_t symbol_entry(unsigned symbol, unsigned length, bool distances)
{
    if (distances) {
        return symbol < 30 ? (uint16_t)(ENTRY_MATCH | (length + distance_extra_bits(symbol))) : 0;
    }
    if (symbol < END_OF_BLOCK) {
        return (uint16_t)(ENTRY_LITERALS | length);
    }
    if (symbol == END_OF_BLOCK) {
        return (uint16_t)(ENTRY_END | length);
    }
    return symbol < 286 ? (uint16_t)(ENTRY_MATCH | (length + length_extra_bits(symbol))) : 0;
}

static unsigned reverse_bits(unsigned code, unsigned length)
{
    unsigned reversed = 0;
    for (unsigned i = 0; i < length; i++) {
        reversed = reversed << 1 | (code >> i & 1u);
    }
    return reversed;
}

/* Sorts the symbols by length and value. False if the lengths stand for more codes than there are. */
static bool sort_symbols(code_book *book, const uint8_t *lengths, unsigned symbols)
{
    uint16_t next_index[MAX_CODE_LENGTH + 2] = {0};
    memset(book->count, 0, sizeof book->count);
    for (unsigned symbol = 0; symbol < symbols; symbol++) {
        book->count[lengths[symbol]]++;
    }
    book->count[0] = 0;
    int left = 1;
    for (unsigned length = 1; length <= MAX_CODE_LENGTH; length++) {
        left = left * 2 - book->count[length];
        if (left < 0) {
            return false;
        }
        next_index[length + 1] = (uint16_t)(next_index[length] + book->count[length]);
    }
    for (unsigned symbol = 0; symbol < symbols; symbol++) {
        if (lengths[symbol] != 0) {
            book->sorted[next_index[lengths[symbol]]++] = (uint16_t)symbol;
        }
    }
    return true;
}

static bool make_book(code_book *book, const uint8_t *lengths, unsigned symbols, bool distances)
{
    if (!sort_symbols(book, lengths, symbols)) {
        return false;
    }
    memset(book->entry, 0, sizeof book->entry);
    unsigned code = 0;
    unsigned index = 0;
    for (unsigned length = 1; length <= TABLE_BITS; length++, code <<= 1) {
        for (unsigned i = 0; i < book->count[length]; i++, code++, index++) {
            uint16_t entry = symbol_entry(book->sorted[index], length, distances);
            for (unsigned at = reverse_bits(code, length); at < TABLE_SIZE; at += 1u << length) {
                book->entry[at] = entry;
            }
        }
    }
    return true;
}

/* Makes an entry skip all complete literals that its bits hold, because most of a picture is literals of a few bits
   each. */
static void merge_literals(code_book *book)
{
    /*
     * Entries go from the top down: the entry that is looked up has a smaller index (except at zero), and must not be
     * merged yet.
     */
    for (unsigned at = TABLE_SIZE; at-- > 0;) {
        unsigned entry = book->entry[at];
        if ((entry & ENTRY_LITERALS) == 0) {
            continue;
        }
        unsigned used = entry & ENTRY_BITS;
        while (used < TABLE_BITS) {
            unsigned next = book->entry[at >> used];
            if ((next & ENTRY_LITERALS) == 0 || used + (next & ENTRY_BITS) > TABLE_BITS) {
                break;
            }
            used += next & ENTRY_BITS;
        }
        book->entry[at] = (uint16_t)(ENTRY_LITERALS | used);
    }
}

/* Reads one code bit by bit. Returns its symbol, or -1 if there is no such code. */
static int decode_symbol(const code_book *book, uint64_t word, unsigned *code_length)
{
    unsigned code = 0;
    unsigned first = 0;
    unsigned index = 0;
    for (unsigned length = 1; length <= MAX_CODE_LENGTH; length++) {
        code |= (unsigned)(word >> (length - 1)) & 1u;
        unsigned count = book->count[length];
        if (code < first + count) {
            *code_length = length;
            return book->sorted[index + code - first];
        }
        index += count;
        first = (first + count) << 1;
        code <<= 1;
    }
    return -1;
}

/* The entry of a code of more than TABLE_BITS bits; 0 if there is no such code. */
static unsigned long_entry(const code_book *book, uint64_t word, bool distances)
{
    unsigned length;
    int symbol = decode_symbol(book, word, &length);
    return symbol < 0 ? 0 : symbol_entry((unsigned)symbol, length, distances);
}

static bool skip_match_distance(walker *walk, uint64_t word)
{
    unsigned entry = walk->distances.entry[word & (TABLE_SIZE - 1)];
    if (entry == ENTRY_LONG) {
        entry = long_entry(&walk->distances, word, true);
    }
    walk->bit += entry & ENTRY_BITS;
    return entry != 0;
}

static bool skip_symbols(walker *walk)
{
    const uint16_t *table = walk->literals.entry;
    while (walk->bit <= walk->bits) {
        uint64_t word = peek(walk, walk->bit);
        unsigned entry = table[word & (TABLE_SIZE - 1)];
        /* 56 bits are enough for three look-ups. If the third is a match, the bits are loaded again. */
        for (int i = 0; i < 2 && (entry & ENTRY_LITERALS) != 0; i++) {
            walk->bit += entry & ENTRY_BITS;
            word >>= entry & ENTRY_BITS;
            entry = table[word & (TABLE_SIZE - 1)];
        }
        if (entry == ENTRY_LONG) {
            entry = long_entry(&walk->literals, word, false);
        }
        walk->bit += entry & ENTRY_BITS;
        if ((entry & ENTRY_MATCH) != 0) {
            if (walk->bit > walk->bits || !skip_match_distance(walk, peek(walk, walk->bit))) {
                return false;
            }
        } else if ((entry & ENTRY_LITERALS) == 0) {
            return entry != 0 && walk->bit <= walk->bits;
        }
    }
    return false;
}

static bool skip_stored(walker *walk)
{
    walk->bit = (walk->bit + 7u) & ~(size_t)7u;
    uint32_t length = take(walk, 16);
    uint32_t complement = take(walk, 16);
    if (walk->bit > walk->bits || (length ^ complement) != 0xffffu) {
        return false;
    }
    walk->bit += (size_t)length * 8;
    return walk->bit <= walk->bits;
}

static bool read_fixed_codes(walker *walk)
{
    uint8_t lengths[LITERAL_SYMBOLS];
    memset(lengths, 8, 144);
    memset(lengths + 144, 9, 112);
    memset(lengths + 256, 7, 24);
    memset(lengths + 280, 8, 8);
    uint8_t distances[DISTANCE_SYMBOLS];
    memset(distances, 5, sizeof distances);
    return make_book(&walk->literals, lengths, LITERAL_SYMBOLS, false) &&
           make_book(&walk->distances, distances, DISTANCE_SYMBOLS, true);
}

/* Reads one code of the alphabet that encodes code lengths. */
static int read_length_symbol(walker *walk, const code_book *book)
{
    unsigned length = 0;
    int symbol = walk->bit > walk->bits ? -1 : decode_symbol(book, peek(walk, walk->bit), &length);
    walk->bit += length;
    return symbol;
}

static bool read_code_lengths(walker *walk, const code_book *book, uint8_t *lengths, unsigned total)
{
    unsigned at = 0;
    while (at < total) {
        int symbol = read_length_symbol(walk, book);
        if (symbol < 0 || walk->bit > walk->bits) {
            return false;
        }
        if (symbol < 16) {
            lengths[at++] = (uint8_t)symbol;
            continue;
        }
        unsigned repeat = symbol == 16 ? 3 + take(walk, 2) : symbol == 17 ? 3 + take(walk, 3) : 11 + take(walk, 7);
        if (at + repeat > total || (symbol == 16 && at == 0)) {
            return false;
        }
        memset(lengths + at, symbol == 16 ? lengths[at - 1] : 0, repeat);
        at += repeat;
    }
    return true;
}

/* Reads the head of a dynamic block: code lengths of *literals symbols, then of *distances. */
static bool read_dynamic_head(walker *walk, uint8_t lengths[LITERAL_SYMBOLS + DISTANCE_SYMBOLS], unsigned *literals,
                              unsigned *distances)
{
    static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    *literals = take(walk, 5) + 257;
    *distances = take(walk, 5) + 1;
    unsigned count = take(walk, 4) + 4;
    if (*literals > 286) {
        return false;
    }
    uint8_t length_lengths[19] = {0};
    for (unsigned i = 0; i < count; i++) {
        length_lengths[order[i]] = (uint8_t)take(walk, 3);
    }
    return sort_symbols(&walk->distances, length_lengths, 19) &&
           read_code_lengths(walk, &walk->distances, lengths, *literals + *distances);
}

static bool read_dynamic_codes(walker *walk)
{
    uint8_t lengths[LITERAL_SYMBOLS + DISTANCE_SYMBOLS];
    unsigned literals;
    unsigned distances;
    return read_dynamic_head(walk, lengths, &literals, &distances) &&
           make_book(&walk->literals, lengths, literals, false) &&
           make_book(&walk->distances, lengths + literals, distances, true);
}

static bool skip_block(walker *walk, unsigned type)
{
    if (type == 0) {
        return skip_stored(walk);
    }
    if (type == 3 || !(type == 1 ? read_fixed_codes(walk) : read_dynamic_codes(walk))) {
        return false;
    }
    merge_literals(&walk->literals);
    return skip_symbols(walk);
}

/* The canonical code of the end of the block, of `lengths[END_OF_BLOCK]` bits. */
static unsigned end_of_block_code(const uint8_t *lengths, unsigned literals)
{
    unsigned code = 0;
    for (unsigned length = 1; length <= lengths[END_OF_BLOCK]; length++) {
        code <<= 1;
        for (unsigned symbol = 0; symbol < literals; symbol++) {
            bool before = length < lengths[END_OF_BLOCK] || symbol < END_OF_BLOCK;
            code += lengths[symbol] == length && before ? 1u : 0u;
        }
    }
    return code;
}

/*
 * Finds the end of a stream that is one dynamic block, from its head and its last byte alone; false if that is not
 * possible. Only zero bits follow the code that ends the block. Therefore the last set bit of the stream is the last
 * set bit of this code.
 */
static bool find_end_of_single_block(walker *walk, size_t size)
{
    uint8_t lengths[LITERAL_SYMBOLS + DISTANCE_SYMBOLS];
    unsigned literals;
    unsigned distances;
    if (take(walk, 1) != 1 || take(walk, 2) != 2 || !read_dynamic_head(walk, lengths, &literals, &distances)) {
        return false;
    }
    unsigned code = lengths[END_OF_BLOCK] == 0 ? 0 : end_of_block_code(lengths, literals);
    unsigned last = walk->data[size - 1];
    if (code == 0 || last == 0) {
        return false;
    }
    unsigned leading_zeros = (unsigned)__builtin_clz(last) - 24u;
    size_t end = size * 8 - leading_zeros + (unsigned)__builtin_ctz(code);
    if (end > walk->bits || end < walk->bit + lengths[END_OF_BLOCK]) {
        return false;
    }
    walk->bit = end;
    return true;
}

/* Moves to the end of the stream. Returns the bit where its last block begins, or SIZE_MAX if it has none. */
static size_t skip_to_end(walker *walk)
{
    size_t header;
    bool last;
    do {
        header = walk->bit;
        last = take(walk, 1) != 0;
        unsigned type = take(walk, 2);
        if (walk->bit > walk->bits || !skip_block(walk, type)) {
            return SIZE_MAX;
        }
    } while (!last);
    return header;
}

size_t scree_deflate_open_end(uint8_t *data, size_t size)
{
    walker walk = {.data = data, .bits = size * 8};
    size_t header = 0;
    if (size == 0) {
        return 0;
    }
    if (!find_end_of_single_block(&walk, size)) {
        walk.bit = 0;
        header = skip_to_end(&walk);
    }
    if (header == SIZE_MAX || (walk.bit + 7) / 8 != size) {
        return 0;
    }
    data[header >> 3] &= (uint8_t) ~(1u << (header & 7u));
    /* The empty stored block: three zero bits, zeros to the end of the byte, and the lengths 0 and ~0. */
    if (walk.bit % 8 != 0) {
        data[walk.bit >> 3] &= (uint8_t)((1u << (walk.bit & 7u)) - 1u);
    }
    size_t end = (walk.bit + 3 + 7) / 8;
    memset(data + size, 0, end - size);
    memcpy(data + end, "\0\0\xff\xff", 4);
    return end + 4;
}
