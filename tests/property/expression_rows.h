/* Texts that are refused as expressions by the name of "f", and what is said of them. */
#ifndef SCREE_TEST_EXPRESSION_ROWS_H
#define SCREE_TEST_EXPRESSION_ROWS_H

typedef struct refused_row {
    const char *text;
    const char *message;
} refused_row;

/* clang-format off */
/* These are SCREE_ERROR_FORMAT. */
static const refused_row no_expressions[] = {
    {"", "f:1:1: the text has no expression\n\n^"},
    {" \n", "f:1:1: the text has no expression\n \n^"},
    {"# only a comment\n\n", "f:1:1: the text has no expression\n# only a comment\n^"},
    {"\357\273\277", "f:1:1: the text has no expression\n\n^"},
    {"let a = 1;", "f:1:11: the text has no expression behind its definitions\nlet a = 1;\n          ^"},
    {"let a = 1; # end\n", "f:1:11: the text has no expression behind its definitions\nlet a = 1; # end\n          ^"},
    {";", "f:1:1: a value is missing before ';'\n;\n^"},
    {"1 +", "f:1:4: a value is missing before the end of the text\n1 +\n   ^"},
    {"1 +\n# comment\n\n", "f:1:4: a value is missing before the end of the text\n1 +\n   ^"},
    {"* 2", "f:1:1: a value is missing before '*'\n* 2\n^"},
    {"2 * * 3", "f:1:5: a value is missing before '*'\n2 * * 3\n    ^"},
    {"2 ** 3", "f:1:4: a value is missing before '*'; the power is pow(x, exponent)\n2 ** 3\n   ^"},
    {"2 // 3",
     "f:1:4: a value is missing before '/'; the quotient rounded down is floor(x / y), and a comment begins with '#'\n"
     "2 // 3\n   ^"},
    {"x == 3", "f:1:4: a value is missing before '='; numbers are compared by step(x, edge)\nx == 3\n   ^"},
    {"2 == 3", "f:1:3: '=' follows the end of the expression; numbers are compared by step(x, edge)\n2 == 3\n  ^"},
    {"x != 3", "f:1:3: '!' is not part of expressions; numbers are compared by step(x, edge)\nx != 3\n  ^"},
    {"x && y", "f:1:3: '&' is not part of expressions; both are min(x, y)\nx && y\n  ^"},
    {"x || y", "f:1:3: '|' is not part of expressions; either is max(x, y)\nx || y\n  ^"},
    {"x ? y : 1",
     "f:1:3: '?' is not part of expressions; one of two fields is chosen by select(outside, inside, control, lower, "
     "upper)\nx ? y : 1\n  ^"},
    {"--2", "f:1:2: a value is missing before '-'\n--2\n ^"},
    {"()", "f:1:2: a value is missing before ')'\n()\n ^"},
    {"(1", "f:1:3: ')' is missing before the end of the text\n(1\n  ^"},
    {"(1;", "f:1:3: ')' is missing before ';'\n(1;\n  ^"},
    {"min(1, 2", "f:1:9: ',' or ')' is missing before the end of the text\nmin(1, 2\n        ^"},
    {"min(1 2)", "f:1:7: ',' or ')' is missing before '2'\nmin(1 2)\n      ^"},
    {"min(1,)", "f:1:7: a value is missing before ')'\nmin(1,)\n      ^"},
    {"min(,1)", "f:1:5: a value is missing before ','\nmin(,1)\n    ^"},
    {"1)", "f:1:2: ')' follows the end of the expression\n1)\n ^"},
    {"1, 2", "f:1:2: ',' follows the end of the expression\n1, 2\n ^"},
    {"1 = 2", "f:1:3: '=' follows the end of the expression\n1 = 2\n  ^"},
    {"[1]", "f:1:1: a value is missing before '['\n[1]\n^"},
    {"2x", "f:1:2: an operator is missing before 'x'\n2x\n ^"},
    {"x y", "f:1:3: an operator is missing before 'y'\nx y\n  ^"},
    {"1\n(y)", "f:2:1: an operator is missing before '('\n(y)\n^"},
    {"1.2.3", "f:1:4: an operator is missing before '.'\n1.2.3\n   ^"},
    {"0x10", "f:1:2: an operator is missing before 'x10'\n0x10\n ^"},
    {"1 e5", "f:1:3: an operator is missing before 'e5'\n1 e5\n  ^"},
    {"1; 2", "f:1:4: '2' follows the end of the expression whose value is the field\n1; 2\n   ^"},
    {"1;\nlet a = 2; a", "f:2:1: 'let' follows the end of the expression whose value is the field\nlet a = 2; a\n^"},
    {"1;;", "f:1:3: ';' follows the end of the expression whose value is the field\n1;;\n  ^"},
    {"a = 3", "f:1:1: 'let' is missing before 'a'\na = 3\n^"},
    {"let a 1; a", "f:1:7: '=' is missing before '1'\nlet a 1; a\n      ^"},
    {"let = 1; 1", "f:1:5: a name is missing before '='\nlet = 1; 1\n    ^"},
    {"let 1 = 2; 1", "f:1:5: a name is missing before '1'\nlet 1 = 2; 1\n    ^"},
    {"let a = 1 let b = 2; a", "f:1:11: ';' is missing before 'let'\nlet a = 1 let b = 2; a\n          ^"},
    {"let a = ; a", "f:1:9: a value is missing before ';'\nlet a = ; a\n        ^"},
    {"fn f = 1; 1", "f:1:6: '(' is missing before '='\nfn f = 1; 1\n     ^"},
    {"fn f(1) = 1; 1", "f:1:6: a name is missing before '1'\nfn f(1) = 1; 1\n     ^"},
    {"fn f(a b) = 1; 1", "f:1:8: ',' or ')' is missing before 'b'\nfn f(a b) = 1; 1\n       ^"},
    {"fn f(a,) = 1; 1", "f:1:8: a name is missing before ')'\nfn f(a,) = 1; 1\n       ^"},
    {"fn f(a) a; 1", "f:1:9: '=' is missing before 'a'\nfn f(a) a; 1\n        ^"},
    {"fn f(a) = a", "f:1:12: ';' is missing before the end of the text\nfn f(a) = a\n           ^"},
    {"fn f(a) = a +; 1", "f:1:14: a value is missing before ';'\nfn f(a) = a +; 1\n             ^"},
    {"fn f(a=) = a; 1", "f:1:8: a value is missing before ')'\nfn f(a=) = a; 1\n       ^"},
    {"1 + let", "f:1:5: a value is missing before 'let'\n1 + let\n    ^"},
    {"value(seed=)", "f:1:12: a value is missing before ')'\nvalue(seed=)\n           ^"},
    {"value(seed=1", "f:1:13: ',' or ')' is missing before the end of the text\nvalue(seed=1\n            ^"},
    {"value(period=[1, 2)", "f:1:19: ',' or ']' is missing before ')'\nvalue(period=[1, 2)\n                  ^"},
    {"value(period=[1,, 2])", "f:1:17: a value is missing before ','\nvalue(period=[1,, 2])\n                ^"},
    {"value(fade=\"linear\")",
     "f:1:12: a value is missing before '\"'; words stand without quotes\n"
     "value(fade=\"linear\")\n           ^"},
    {"value(fade=linear cubic)",
     "f:1:19: ',' or ')' is missing before 'cubic'\n"
     "value(fade=linear cubic)\n                  ^"},
    {"value(fade='linear')",
     "f:1:12: ''' is not part of expressions; words stand without quotes\n"
     "value(fade='linear')\n           ^"},
    {"x^2", "f:1:2: '^' is not part of expressions; the power is pow(x, exponent)\nx^2\n ^"},
    {"x % 2", "f:1:3: '%' is not part of expressions; the remainder is mod(x, divisor)\nx % 2\n  ^"},
    {"x < y", "f:1:3: '<' is not part of expressions; numbers are compared by step(x, edge)\nx < y\n  ^"},
    {"$", "f:1:1: '$' is not part of expressions\n$\n^"},
    {"\tx\t@", "f:1:4: '@' is not part of expressions\n x @\n   ^"},
    {"x + \303\244", "f:1:5: '\303\244' is not part of expressions\nx + \303\244\n    ^"},
    {"x + \360\237\214\215y", "f:1:5: '\360\237\214\215' is not part of expressions\nx + \360\237\214\215y\n    ^"},
    {"gr\303\266\303\237e", "f:1:3: '\303\266' is not part of expressions\ngr\303\266\303\237e\n  ^"},
    {"x\001", "f:1:2: the character U+0001 is not part of expressions\nx?\n ^"},
    {"x + \342\200\256y", "f:1:5: the character U+202E is not part of expressions\nx + ?y\n    ^"},
    {"x \377", "f:1:3: the byte 0xff, which is not UTF-8, is not part of expressions\nx ?\n  ^"},
    {"x + \303(", "f:1:5: the byte 0xc3, which is not UTF-8, is not part of expressions\nx + ?(\n    ^"},
    {"x # \377\n \303", "f:2:2: the byte 0xc3, which is not UTF-8, is not part of expressions\n ?\n ^"},
};

/* The rest is SCREE_ERROR_INVALID. */
static const refused_row wrong_names[] = {
    {"perln()", "f:1:1: unknown function 'perln'; did you mean 'perlin'?\nperln()\n^"},
    {"x + radios", "f:1:5: unknown name 'radios'\nx + radios\n    ^"},
    {"let radius = 1; x + radios",
     "f:1:21: unknown name 'radios'; did you mean 'radius'?\n"
     "let radius = 1; x + radios\n                    ^"},
    {"let amount = 1; amuont",
     "f:1:17: unknown name 'amuont'; did you mean 'amount'?\n"
     "let amount = 1; amuont\n                ^"},
    {"fn bumpy(f) = f; bumby(x)",
     "f:1:18: unknown function 'bumby'; did you mean 'bumpy'?\n"
     "fn bumpy(f) = f; bumby(x)\n                 ^"},
    {"fn f(amount) = amunt; 1",
     "f:1:16: unknown name 'amunt'; did you mean 'amount'?\n"
     "fn f(amount) = amunt; 1\n               ^"},
    {"scale_bais(x)", "f:1:1: unknown function 'scale_bais'; did you mean 'scale_bias'?\nscale_bais(x)\n^"},
    {"distort-bias(x)", "f:1:1: unknown name 'distort'\ndistort-bias(x)\n^"},
    {"worley()", "f:1:1: unknown function 'worley'; did you mean 'cellular'?\nworley()\n^"},
    {"erode(x)", "f:1:1: unknown function 'erode'; did you mean 'erosion'?\nerode(x)\n^"},
    {"Map_Range(x)", "f:1:1: unknown function 'Map_Range'; did you mean 'remap'?\nMap_Range(x)\n^"},
    {"abs(perlin(metric=manhattan))",
     "f:1:5: perlin: metric has no effect here; it belongs to kind cellular\nabs(perlin(metric=manhattan))\n    ^"},
    {"curve(x, 0, 0, 1, 1, x4=2, y4=1)",
     "f:1:1: curve: x3 is missing\ncurve(x, 0, 0, 1, 1, x4=2, y4=1)\n^"},
    {"curve(x, 0, 0, 1, 1, 2)",
     "f:1:1: curve: 6 inputs are given; behind the first 5 they come in groups of 2\ncurve(x, 0, 0, 1, 1, 2)\n^"},
    {"DistanceToPoint()", "f:1:1: unknown function 'DistanceToPoint'; did you mean 'distance'?\nDistanceToPoint()\n^"},
    {"lerp(x, y, 1)", "f:1:1: unknown function 'lerp'; did you mean 'mix'?\nlerp(x, y, 1)\n^"},
    {"smoothminimum(x)", "f:1:1: unknown function 'smoothminimum'; did you mean 'smin'?\nsmoothminimum(x)\n^"},
    {"turbulence(perlin())", "f:1:1: unknown function 'turbulence'; did you mean 'billow'?\nturbulence(perlin())\n^"},
    {"q", "f:1:1: unknown name 'q'\nq\n^"},
    {"q()", "f:1:1: unknown function 'q'\nq()\n^"},
    {"something_else", "f:1:1: unknown name 'something_else'\nsomething_else\n^"},
    {"let a = a; a", "f:1:9: unknown name 'a'\nlet a = a; a\n        ^"},
    {"fn f(a) = f(a); f(1)",
     "f:1:11: 'f' is not yet defined in its own body; no function calls itself\n"
     "fn f(a) = f(a); f(1)\n          ^"},
    {"fn f(a) = g(a); fn g(a) = a; f(1)",
     "f:1:11: unknown function 'g'\n"
     "fn f(a) = g(a); fn g(a) = a; f(1)\n          ^"},
    {"fn f(a, b=a) = b; f(1)", "f:1:11: unknown name 'a'\nfn f(a, b=a) = b; f(1)\n          ^"},
    {"fn f(a) = k; let k = 1; f(2)", "f:1:11: unknown name 'k'\nfn f(a) = k; let k = 1; f(2)\n          ^"},
    {"perlin", "f:1:1: 'perlin' is a function, whose arguments must follow in parentheses\nperlin\n^"},
    {"mix + 1", "f:1:1: 'mix' is a function, whose arguments must follow in parentheses\nmix + 1\n^"},
    {"fn f(a) = a; f",
     "f:1:14: 'f' is a function, whose arguments must follow in parentheses\n"
     "fn f(a) = a; f\n             ^"},
    {"let a = 1; a(2)", "f:1:12: 'a' is a value, which cannot be called\nlet a = 1; a(2)\n           ^"},
    {"fn f(a) = a(1); 1", "f:1:11: 'a' is a value, which cannot be called\nfn f(a) = a(1); 1\n          ^"},
    {"let mix = 1; 1", "f:1:5: 'mix' is the name of an operator, and cannot be defined\nlet mix = 1; 1\n    ^"},
    {"let scale_bias = 1; 1",
     "f:1:5: 'scale_bias' is the name of an operator, and cannot be defined\n"
     "let scale_bias = 1; 1\n    ^"},
    {"let x = 1; 1", "f:1:5: 'x' is the name of an operator, and cannot be defined\nlet x = 1; 1\n    ^"},
    {"fn true() = 1; 1", "f:1:4: 'true' is a keyword, and cannot be defined\nfn true() = 1; 1\n   ^"},
    {"let fn = 1; 1", "f:1:5: 'fn' is a keyword, and cannot be defined\nlet fn = 1; 1\n    ^"},
    {"let cellular = 1; 1",
     "f:1:5: 'cellular' is the name of a kind of noise, and cannot be defined\n"
     "let cellular = 1; 1\n    ^"},
    {"let value_cubic = 1; 1",
     "f:1:5: 'value_cubic' is the name of a kind of noise, and cannot be defined\n"
     "let value_cubic = 1; 1\n    ^"},
    {"fn ridged(a) = a; 1",
     "f:1:4: 'ridged' is the name of a fractal, and cannot be defined\n"
     "fn ridged(a) = a; 1\n   ^"},
    {"let a = 1;\nfn a() = 2; a", "f:2:4: 'a' is already defined at 1:5\nfn a() = 2; a\n   ^"},
    {"fn f(a, a) = a; 1", "f:1:9: f: 'a' is a parameter already\nfn f(a, a) = a; 1\n        ^"},
    {"fn f(x) = x; 1", "f:1:6: 'x' is the name of an operator, and cannot be defined\nfn f(x) = x; 1\n     ^"},
    {"clamp(x, hihg=2)", "f:1:10: clamp: unknown parameter 'hihg'; did you mean 'high'?\nclamp(x, hihg=2)\n         ^"},
    {"fn f(a, amount=1) = a; f(x, amuont=2)",
     "f:1:29: f: unknown parameter 'amuont'; did you mean 'amount'?\n"
     "fn f(a, amount=1) = a; f(x, amuont=2)\n                            ^"},
    {"perlin(octavs=3)",
     "f:1:8: perlin: unknown parameter 'octavs'; did you mean 'octaves'?\n"
     "perlin(octavs=3)\n       ^"},
    {"perlin(warp=1)",
     "f:1:8: perlin: unknown parameter 'warp'; did you mean 'warp_amplitude'?\n"
     "perlin(warp=1)\n       ^"},
    {"perlin(size=[4, 4])",
     "f:1:8: perlin: 'size' is a key of recipes that says nothing of the noise\n"
     "perlin(size=[4, 4])\n       ^"},
    {"perlin(range=fixed)",
     "f:1:8: perlin: 'range' is a key of recipes that says nothing of the noise\n"
     "perlin(range=fixed)\n       ^"},
    {"perlin(kind=value)",
     "f:1:8: perlin: 'kind' is no parameter here; the name of a function says it\n"
     "perlin(kind=value)\n       ^"},
    {"ridged(perlin(), fractal=fbm)",
     "f:1:18: ridged: 'fractal' is no parameter here; the name of a function says it\n"
     "ridged(perlin(), fractal=fbm)\n                 ^"},
    {"fbm(perlin(), kind=value)",
     "f:1:15: fbm: 'kind' is no parameter here; the name of a function says it\n"
     "fbm(perlin(), kind=value)\n              ^"},
    {"clamp()", "f:1:1: clamp: 'x' is missing\nclamp()\n^"},
    {"clamp(high=2)", "f:1:1: clamp: 'x' is missing\nclamp(high=2)\n^"},
    {"add(1)", "f:1:1: add: 'b' is missing\nadd(1)\n^"},
    {"select(x, y, x)", "f:1:1: select: 'lower' is missing\nselect(x, y, x)\n^"},
    {"fn f(a, b=1, c) = a; f(1, 2)", "f:1:22: f: 'c' is missing\nfn f(a, b=1, c) = a; f(1, 2)\n                     ^"},
    {"x(1)", "f:1:3: x: it takes no arguments\nx(1)\n  ^"},
    {"fn f() = 1; f(2)", "f:1:15: f: it takes no arguments\nfn f() = 1; f(2)\n              ^"},
    {"clamp(1, 2, 3, 4)",
     "f:1:16: clamp: too many arguments; its parameters are x, low, high\n"
     "clamp(1, 2, 3, 4)\n               ^"},
    {"clamp(x, 1, low=2)", "f:1:13: clamp: 'low' is given twice\nclamp(x, 1, low=2)\n            ^"},
    {"clamp(low=1, low=2)", "f:1:14: clamp: 'low' is given twice\nclamp(low=1, low=2)\n             ^"},
    {"clamp(low=1, x)",
     "f:1:14: clamp: an argument without a name stands behind one with a name\n"
     "clamp(low=1, x)\n             ^"},
    {"perlin(3)", "f:1:8: perlin: parameters are given by name, such as octaves=8\nperlin(3)\n       ^"},
    {"perlin(seed=1, 3)",
     "f:1:16: perlin: parameters are given by name, such as octaves=8\n"
     "perlin(seed=1, 3)\n               ^"},
    {"perlin(seed=1, seed=2)", "f:1:16: perlin: 'seed' is given twice\nperlin(seed=1, seed=2)\n               ^"},
    {"perlin(gain=1, persistence=2)",
     "f:1:16: perlin: 'gain' is given twice\n"
     "perlin(gain=1, persistence=2)\n               ^"},
    {"ridged()", "f:1:1: ridged: the noise is missing that it is laid over\nridged()\n^"},
    {"ridged(octaves=3)", "f:1:1: ridged: the noise is missing that it is laid over\nridged(octaves=3)\n^"},
    {"ridged(perlin(), 3)",
     "f:1:18: ridged: parameters are given by name, such as octaves=8\n"
     "ridged(perlin(), 3)\n                 ^"},
    {"fn f(a) = perlin(seed=a, octavs=a); 1",
     "f:1:26: perlin: unknown parameter 'octavs'; did you mean 'octaves'?\n"
     "fn f(a) = perlin(seed=a, octavs=a); 1\n                         ^"},
    {"fn f(a) = clamp(a, 1, 2, 3); 1",
     "f:1:26: clamp: too many arguments; its parameters are x, low, high\n"
     "fn f(a) = clamp(a, 1, 2, 3); 1\n                         ^"},
    {"displace(x, amplitude=2)",
     "f:1:13: displace: a field and noise stand before the amplitude\n"
     "displace(x, amplitude=2)\n            ^"},
    {"displace(x, perlin(), x, amplitude=2)",
     "f:1:23: displace: a field and noise stand before the amplitude\n"
     "displace(x, perlin(), x, amplitude=2)\n                      ^"},
    {"displace(x, x=y, amplitude=2)",
     "f:1:13: displace: a field and noise stand before the amplitude\n"
     "displace(x, x=y, amplitude=2)\n            ^"},
    {"displace(x, perlin(), amplitude=2, w=3)",
     "f:1:36: displace: nothing stands behind the amplitude\n"
     "displace(x, perlin(), amplitude=2, w=3)\n                                   ^"},
    {"displace(x, perlin(), amplitude=1, amplitude=2)",
     "f:1:36: displace: nothing stands behind the amplitude\n"
     "displace(x, perlin(), amplitude=1, amplitude=2)\n                                   ^"},
    {"displace(amplitude=1)",
     "f:1:10: displace: a field and noise stand before the amplitude\n"
     "displace(amplitude=1)\n         ^"},
};

static const refused_row wrong_values[] = {
    {"true + 1", "f:1:1: 'true' is a value only of parameters that are true or false\ntrue + 1\n^"},
    {"1 / 0", "f:1:3: div divides by 0\n1 / 0\n  ^"},
    {"x + 1 / (2 - 2)", "f:1:7: div divides by 0\nx + 1 / (2 - 2)\n      ^"},
    {"div(1, b=0)", "f:1:1: div divides by 0\ndiv(1, b=0)\n^"},
    {"1e308 * 10", "f:1:7: mul has a value beyond the largest number, 1.7976931348623157e308\n1e308 * 10\n      ^"},
    {"-1e308 - 1e308",
     "f:1:8: sub has a value beyond the largest number, 1.7976931348623157e308\n"
     "-1e308 - 1e308\n       ^"},
    {"1e999", "f:1:1: the number is too large; the largest is 1.7976931348623157e308\n1e999\n^"},
    {"1e300",
     "f:1:1: constant: value is 1e300; it must be 0, or have a magnitude from 2^-63 to less than 2^63\n"
     "1e300\n^"},
    {"x + 1e300",
     "f:1:3: add: b is 1e300; it must be 0, or have a magnitude from 2^-63 to less than 2^63\n"
     "x + 1e300\n  ^"},
    {"1e-30 * x",
     "f:1:7: mul: a is 1e-30; it must be 0, or have a magnitude from 2^-63 to less than 2^63\n"
     "1e-30 * x\n      ^"},
    {"mul(x, 1e99)",
     "f:1:1: mul: b is 1e99; it must be 0, or have a magnitude from 2^-63 to less than 2^63\n"
     "mul(x, 1e99)\n^"},
    {"value(octaves=99)",
     "f:1:7: value: \"octaves\" is 99; it must be a whole number, 1 to 32\n"
     "value(octaves=99)\n      ^"},
    {"value(octaves=2.5)",
     "f:1:7: value: \"octaves\" is 2.5; it must be a whole number, 1 to 32\n"
     "value(octaves=2.5)\n      ^"},
    {"value(octaves=-1)",
     "f:1:7: value: \"octaves\" is -1; it must be a whole number, 1 to 32\n"
     "value(octaves=-1)\n      ^"},
    {"value(octaves=x)", "f:1:15: value: 'octaves' is a field; it must be a number\nvalue(octaves=x)\n              ^"},
    {"value(octaves=max(2, 3))",
     "f:1:15: value: 'octaves' is a field; it must be a number\n"
     "value(octaves=max(2, 3))\n              ^"},
    {"value(octaves=value())",
     "f:1:15: value: 'octaves' is noise; it must be a number\n"
     "value(octaves=value())\n              ^"},
    {"value(seed=18446744073709551616)",
     "f:1:7: value: \"seed\" is 1.84467440737096e19; "
     "it must be a whole number, 0 to 18446744073709551615, or such a number as a string\n"
     "value(seed=18446744073709551616)\n      ^"},
    {"value(seed=18446744073709551615 + 0)",
     "f:1:7: value: \"seed\" is 1.84467440737096e19; "
     "it must be a whole number, 0 to 18446744073709551615, or such a number as a string\n"
     "value(seed=18446744073709551615 + 0)\n      ^"},
    {"value(seed=-1)",
     "f:1:7: value: \"seed\" is -1; "
     "it must be a whole number, 0 to 18446744073709551615, or such a number as a string\n"
     "value(seed=-1)\n      ^"},
    {"value(period=4)", "f:1:7: value: \"period\" is 4; it must be an array of 1 to 8\nvalue(period=4)\n      ^"},
    {"value(period=[4, x])",
     "f:1:18: value: 'period' is a field; it must be a number\n"
     "value(period=[4, x])\n                 ^"},
    {"value(period=[4, 1.5])",
     "f:1:7: value: \"period[1]\" is 1.5; it must be a whole number, 0 to 1099511627776\n"
     "value(period=[4, 1.5])\n      ^"},
    {"value(period=[])",
     "f:1:7: value: \"period\" is an array of 0; it must be an array of 1 to 8\n"
     "value(period=[])\n      ^"},
    {"value(fade=quintc)",
     "f:1:7: value: \"fade\" is \"quintc\"; did you mean \"quintic\"? It must be \"quintic\", \"cubic\", "
     "\"cosine\" or \"linear\"\n"
     "value(fade=quintc)\n      ^"},
    {"value(fade=3)",
     "f:1:7: value: \"fade\" is 3; it must be \"quintic\", \"cubic\", \"cosine\" or \"linear\"\n"
     "value(fade=3)\n      ^"},
    {"value(curl=yes)", "f:1:7: value: \"curl\" is \"yes\"; it must be true or false\nvalue(curl=yes)\n      ^"},
    {"value(curl=1)", "f:1:7: value: \"curl\" is 1; it must be true or false\nvalue(curl=1)\n      ^"},
    {"value(gain=100)", "f:1:7: value: \"gain\" is 100; it must be a number, -16 to 16\nvalue(gain=100)\n      ^"},
    {"value(gain=true)",
     "f:1:12: 'true' is a value only of parameters that are true or false\n"
     "value(gain=true)\n           ^"},
    {"let n = value(octaves=2, weights=[1]);\nlet m = 1;\nx + n",
     "f:1:9: value: weights has 1 entries; it must have one for each of the 2 octaves\n"
     "let n = value(octaves=2, weights=[1]);\n        ^"},
    {"value(octaves=2, weights=[1])",
     "f:1:1: value: weights has 1 entries; it must have one for each of the 2 octaves\n"
     "value(octaves=2, weights=[1])\n^"},
    {"value(derivatives=true) + 1",
     "f:1:25: add: a is noise with derivatives; it must have one channel, the value\n"
     "value(derivatives=true) + 1\n                        ^"},
    {"mix(1, 2, value(curl=true))",
     "f:1:1: mix: t is noise with curl; it must have one channel, the value\n"
     "mix(1, 2, value(curl=true))\n^"},
    {"hybrid(x)", "f:1:8: hybrid: this is a field; it must be noise\nhybrid(x)\n       ^"},
    {"ridged(1)", "f:1:8: ridged: this is a number; it must be noise\nridged(1)\n       ^"},
    {"ridged(value(octaves=3), octaves=8)",
     "f:1:1: ridged: the noise that it is laid over has octaves of its own\n"
     "ridged(value(octaves=3), octaves=8)\n^"},
    {"ridged(fbm(value()))",
     "f:1:1: ridged: the noise that it is laid over has a fractal of its own\n"
     "ridged(fbm(value()))\n^"},
    {"ridged(value(), octaves=99)",
     "f:1:17: ridged: \"octaves\" is 99; it must be a whole number, 1 to 32\n"
     "ridged(value(), octaves=99)\n                ^"},
    {"displace(x, y, amplitude=2)",
     "f:1:13: displace: this is a field; it must be noise\n"
     "displace(x, y, amplitude=2)\n            ^"},
    {"displace(x, 1, amplitude=2)",
     "f:1:13: displace: this is a number; it must be noise\n"
     "displace(x, 1, amplitude=2)\n            ^"},
    {"displace(value(), value(curl=true), amplitude=2)",
     "f:1:1: mul: a is noise with curl; it must have one channel, the value\n"
     "displace(value(), value(curl=true), amplitude=2)\n^"},
    {"fn f(a) =\n  1 / a;\nf(1) + f(0)", "f:2:5: div divides by 0, in f() called at 3:8\n  1 / a;\n    ^"},
    {"fn f(a) = 1 / a; fn g(a) = f(a); g(0)",
     "f:1:13: div divides by 0, in f() called at 1:28\n"
     "fn f(a) = 1 / a; fn g(a) = f(a); g(0)\n            ^"},
    {"fn f(a) = value(octaves=a); f(x)",
     "f:1:25: value: 'octaves' is a field; it must be a number, in f() called at 1:29\n"
     "fn f(a) = value(octaves=a); f(x)\n                        ^"},
    {"fn f(a) = ridged(a); f(1)",
     "f:1:18: ridged: this is a number; it must be noise, in f() called at 1:22\n"
     "fn f(a) = ridged(a); f(1)\n                 ^"},
};
/* clang-format on */

#endif
