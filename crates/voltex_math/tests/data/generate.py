"""Writes the tables that tests/golden.rs compares the elementary functions with.

    python3 generate.py          (mpmath 1.3.0; 80 digits or more; a few seconds)

One file per function of f64: the bits of the arguments, the bits of the correctly rounded result,
and how far the true value lies from that result, in units of its last place. f32.csv holds all
functions of f32: name, bits of the arguments, bits of the correctly rounded result.

Points are drawn from a seeded generator: every binade of the range, the range where the function
does its work, neighbourhoods where reductions change over or digits cancel, and the ends of the
domain. Arguments without a finite result are left to the test itself.
"""

import math
import os
import random
import struct

import mpmath as mp

mp.mp.dps = 80
HERE = os.path.dirname(os.path.abspath(__file__))


class Format:
    def __init__(self, name, code, word, digits, least, greatest):
        self.name, self.code, self.word = name, code, word
        self.digits, self.least, self.greatest = digits, least, greatest

    def bits(self, x):
        width = struct.calcsize(self.code) * 2
        return f"{struct.unpack(self.word, struct.pack(self.code, x))[0]:0{width}x}"

    def from_bits(self, b):
        return struct.unpack(self.code, struct.pack(self.word, b))[0]

    def narrow(self, x):
        """Nearest number of the format to a Python float, which is a f64."""
        return struct.unpack(self.code, struct.pack(self.code, x))[0]

    def round(self, exact):
        """Nearest number of the format and (exact - nearest) / ulp; None where it overflows."""
        if exact == 0:
            return 0.0, 0.0
        exponent = int(mp.floor(mp.log(abs(exact), 2)))
        # The logarithm may be off by one next to a power of two.
        if abs(exact) >= mp.ldexp(1, exponent + 1):
            exponent += 1
        if abs(exact) < mp.ldexp(1, exponent):
            exponent -= 1
        place = max(exponent, self.least) - (self.digits - 1)
        scaled = mp.ldexp(exact, -place)
        whole = int(mp.nint(scaled))
        residual = scaled - whole
        if abs(whole) * mp.ldexp(1, place) >= mp.ldexp(1, self.greatest + 1):
            return None
        nearest = math.ldexp(whole, place)
        if nearest == 0.0 and exact < 0:
            nearest = -0.0
        return nearest, float(residual)


F64 = Format("f64", "<d", "<Q", 53, -1022, 1023)
F32 = Format("f32", "<f", "<I", 24, -126, 127)


def binades(rng, fmt, low, high, count, negative=False):
    """Log-uniform magnitudes 2^low .. 2^high."""
    out = []
    for _ in range(count):
        x = math.ldexp(rng.random() * 0.5 + 0.5, rng.randint(low, high))
        x = fmt.narrow(x)
        out.append(-x if negative and rng.random() < 0.5 else x)
    return out


def uniform(rng, fmt, low, high, count):
    return [fmt.narrow(rng.uniform(low, high)) for _ in range(count)]


def around(rng, fmt, centres, steps):
    """Each centre and floats a few steps from it."""
    out = []
    for c in centres:
        c = fmt.narrow(float(c))
        pattern = struct.unpack(fmt.word, struct.pack(fmt.code, c))[0]
        for step in range(-steps, steps + 1):
            moved = pattern + step
            if moved >= 0:
                x = fmt.from_bits(moved)
                if math.isfinite(x):
                    out.append(x)
    return out


def acosh_points(rng, f, n):
    near = [x for x in around(rng, f, [1.0], 6) if x >= 1]
    return uniform(rng, f, 1, 3, n // 2) + binades(rng, f, 1, f.greatest, n // 2) + near


def points_exp(rng, f, n):
    top = 709.79 if f is F64 else 88.73
    bottom = -745.2 if f is F64 else -103.98
    halves = [(k + 0.5) * math.log(2) for k in (-1000, -64, -2, -1, 0, 1, 2, 64, 1000)]
    return (
        uniform(rng, f, bottom, top, n // 2)
        + uniform(rng, f, -2, 2, n // 4)
        + binades(rng, f, f.least, 6, n // 4, True)
        + around(rng, f, halves + [0.0, top, bottom, -708.4 if f is F64 else -87.3], 3)
    )


def points_exp2(rng, f, n):
    top, bottom = f.greatest + 1, f.least - f.digits
    return (
        uniform(rng, f, bottom, top, n // 2)
        + uniform(rng, f, -2, 2, n // 4)
        + binades(rng, f, f.least, 6, n // 4, True)
        + around(rng, f, [0.5, 1.5, -0.5, -0.0, 1.0, 10.0, top, -1.0, f.least, bottom], 3)
    )


def points_ln(rng, f, n):
    return (
        binades(rng, f, f.least - f.digits + 2, f.greatest + 1, n // 2)
        + uniform(rng, f, 0.5, 2.0, n // 4)
        + [f.narrow(1 + math.ldexp(rng.uniform(-1, 1), -rng.randint(1, f.digits))) for _ in range(n // 4)]
        + around(rng, f, [1.0, math.sqrt(0.5), math.sqrt(2), 2.0, 10.0, math.ldexp(1.0, f.least), f.narrow(math.ldexp(2 - 2.0**-20, f.greatest))], 3)
        + [f.from_bits(1), f.from_bits(2), f.from_bits(3)]
    )


def points_power(base):
    def points(rng, f, n):
        exact = [base**k for k in range(0, 23 if f is F64 else 11)]
        return points_ln(rng, f, n) + around(rng, f, exact, 1)

    return points


def points_pow(rng, f, n):
    out = []
    for _ in range(n):
        kind = rng.randint(0, 4)
        if kind == 0:
            # The whole range of results from a base of any size.
            x = binades(rng, f, -f.greatest, f.greatest, 1)[0]
            limit = f.greatest * 0.6931 / max(abs(math.log(x)), 1e-3)
            y = rng.uniform(-limit, limit)
        elif kind == 1:
            x, y = rng.uniform(0.0, 10.0), rng.uniform(-10.0, 10.0)
        elif kind == 2:
            # Base next to 1, large exponent.
            x = 1 + math.ldexp(rng.uniform(-1, 1), -rng.randint(2, f.digits - 4))
            x = f.narrow(x)
            if x == 1.0:
                continue
            y = rng.uniform(-0.99, 0.99) * f.greatest * 0.6931 / abs(math.log(x))
        elif kind == 3:
            x, y = -rng.uniform(0.1, 20.0), float(rng.randint(-40, 40))
        else:
            x, y = rng.uniform(0.0, 3.0), rng.choice([0.5, 1.5, 2.0, -1.0, 1 / 3, 0.4, 5.25588, 4.0])
        x, y = f.narrow(x), f.narrow(y)
        if x != 0:
            out.append((x, y))
    return out


def points_angle(rng, f, n):
    near = []
    for _ in range(n // 5):
        k = rng.choice([1, 2, 3, 4, 5, 6, 7, 8, rng.randint(9, 1000), rng.randint(1000, 667000)])
        near.append(float(k * mp.pi / 2))
    # Hard to reduce: the f64 nearest to a multiple of pi/2 over the whole range (Kahan).
    hard = [6381956970095103.0 * 2.0**797] if f is F64 else [float.fromhex("0x1.6cbe44p+68")]
    limit = [1048576.0]
    return (
        uniform(rng, f, -4, 4, n // 4)
        + uniform(rng, f, -1e4, 1e4, n // 4)
        + uniform(rng, f, -1048576.0, 1048576.0, n // 8)
        + binades(rng, f, f.least, f.greatest, n // 8, True)
        + around(rng, f, near, 0)
        + around(rng, f, [k * math.pi / 4 for k in range(1, 9)] + limit + [2.0**-27, 2.0**-13], 2)
        + hard
    )


def points_tanh(rng, f, n):
    return (
        uniform(rng, f, -22.5, 22.5, n // 4)
        + uniform(rng, f, -1, 1, n // 2)
        + binades(rng, f, f.least, 5, n // 4, True)
        + around(rng, f, [22.0, 0.17328679513998632, 0.5198603854199589, 19.06], 3)
    )


def points_sinh(rng, f, n):
    top = 710.4 if f is F64 else 89.4
    return (
        uniform(rng, f, -top, top, n // 2)
        + uniform(rng, f, -2, 2, n // 4)
        + binades(rng, f, f.least, 5, n // 4, True)
    )


def points_unit(rng, f, n):
    return (
        uniform(rng, f, -1, 1, n // 2)
        + binades(rng, f, f.least, -1, n // 4, True)
        + [f.narrow(s * (1 - math.ldexp(rng.random(), -rng.randint(1, f.digits - 1)))) for s in (-1, 1) for _ in range(n // 8)]
        + around(rng, f, [0.5, -0.5, 0.975], 2)
    )


def points_open_unit(rng, f, n):
    return [x for x in points_unit(rng, f, n) if abs(x) < 1]


def points_line(rng, f, n):
    return (
        uniform(rng, f, -3, 3, n // 2)
        + binades(rng, f, f.least, f.greatest, n // 2, True)
        + around(rng, f, [0.4375, 0.6875, 1.0, 1.1875, 2.4375], 2)
    )


def points_expm1(rng, f, n):
    top = 709.79 if f is F64 else 88.73
    return (
        uniform(rng, f, -40, top, n // 4)
        + uniform(rng, f, -1, 1, n // 2)
        + binades(rng, f, f.least, 5, n // 4, True)
    )


def points_ln1p(rng, f, n):
    return (
        uniform(rng, f, -0.999, 1, n // 2)
        + binades(rng, f, f.least, -1, n // 4, True)
        + binades(rng, f, 0, f.greatest, n // 4)
    )


def points_pair(rng, f, n):
    out = []
    for _ in range(n):
        if rng.random() < 0.5:
            a, b = rng.uniform(-10, 10), rng.uniform(-10, 10)
        else:
            a = binades(rng, f, f.least // 2, f.greatest // 2, 1, True)[0]
            b = a * math.ldexp(rng.uniform(-1, 1), rng.randint(-20, 20))
        out.append((f.narrow(a), f.narrow(b)))
    return out


ln2, ln10 = mp.log(2), mp.log(10)
FUNCTIONS = {
    "exp": (points_exp, mp.exp, 1500),
    "exp2": (points_exp2, lambda x: mp.mpf(2) ** x, 1000),
    "ln": (points_ln, mp.log, 1500),
    "log2": (points_power(2.0), lambda x: mp.log(x) / ln2, 1000),
    "log10": (points_power(10.0), lambda x: mp.log(x) / ln10, 1000),
    "pow": (points_pow, lambda x, y: mp.power(x, y), 2500),
    "sin": (points_angle, mp.sin, 1500),
    "cos": (points_angle, mp.cos, 1500),
    "tanh": (points_tanh, mp.tanh, 1500),
    "exp_m1": (points_expm1, mp.expm1, 400),
    "ln_1p": (points_ln1p, lambda x: mp.log1p(x), 400),
    "cbrt": (points_line, lambda x: mp.sign(x) * mp.cbrt(abs(x)), 400),
    "hypot": (points_pair, lambda x, y: mp.sqrt(x * x + y * y), 400),
    "tan": (points_angle, mp.tan, 400),
    "asin": (points_unit, mp.asin, 400),
    "acos": (points_unit, mp.acos, 400),
    "atan": (points_line, mp.atan, 400),
    "atan2": (points_pair, lambda y, x: mp.atan2(y, x), 400),
    "sinh": (points_sinh, mp.sinh, 400),
    "cosh": (points_sinh, mp.cosh, 400),
    "asinh": (points_line, mp.asinh, 400),
    "acosh": (acosh_points, mp.acosh, 400),
    "atanh": (points_open_unit, mp.atanh, 400),
}


def rows(fmt, name, count):
    points, exact, _ = FUNCTIONS[name]
    rng = random.Random(f"voltex {fmt.name} {name}")
    for arguments in points(rng, fmt, count):
        if not isinstance(arguments, tuple):
            arguments = (arguments,)
        rounded = fmt.round(exact(*[mp.mpf(a) for a in arguments]))
        if rounded is None:
            continue
        nearest, residual = rounded
        # The sign of a zero result is checked by the test.
        if nearest == 0 and residual == 0:
            continue
        yield [fmt.bits(a) for a in arguments], fmt.bits(nearest), residual


def main():
    assert mp.__version__ == "1.3.0", mp.__version__
    for name, (_, _, count) in FUNCTIONS.items():
        if name in ("exp_m1", "ln_1p", "asinh", "atanh", "tanh", "sinh"):
            # Near zero these cancel down to the square of the least number.
            mp.mp.dps = 400
        with open(os.path.join(HERE, f"{name}.csv"), "w", newline="\n") as out:
            for arguments, result, residual in rows(F64, name, count):
                out.write(",".join([*arguments, result, f"{residual:.4f}"]) + "\n")
        mp.mp.dps = 80
    with open(os.path.join(HERE, "f32.csv"), "w", newline="\n") as out:
        for name in FUNCTIONS:
            for arguments, result, _ in rows(F32, name, 120):
                out.write(",".join([name, *arguments, result]) + "\n")


main()
