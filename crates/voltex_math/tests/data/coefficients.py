"""Polynomial coefficients of the kernels in src/kernel.rs.

Each polynomial interpolates its target at Chebyshev nodes, which comes within a small factor of
the best possible fit, in 100-digit arithmetic (mpmath 1.3.0). Coefficients are rounded to f64; the
printed error is that of the rounded polynomial, relative to the function it is a part of, as a
power of two. Run it with `python3 coefficients.py`; the output is pasted into the source by hand.
"""

import struct

import mpmath as mp

mp.mp.dps = 100


def to_double(x):
    """Nearest f64 as an exact mpf (mpmath's own conversion rounds to nearest even)."""
    return mp.mpf(float(x))


def fit(target, low, high, count, first):
    """Coefficients, constant first, that interpolate at Chebyshev nodes.

    The constant is `first` rounded to f64, and the others are fitted to what it leaves.
    """
    first = to_double(first)
    count -= 1
    offset = (high - low) * mp.mpf(2) ** -20
    nodes = [
        # The offset keeps a symmetric interval's middle node off zero.
        offset + (low + high) / 2 + (high - low) / 2 * mp.cos(mp.pi * (2 * i + 1) / (2 * count))
        for i in range(count)
    ]
    matrix = mp.matrix(count, count)
    values = mp.matrix(count, 1)
    for i, x in enumerate(nodes):
        for j in range(count):
            matrix[i, j] = x**j
        values[i] = (target(x) - first) / x
    return [first] + [to_double(c) for c in mp.lu_solve(matrix, values)]


def worst(approximation, exact, low, high, samples=3000):
    """Largest relative error as a power of two."""
    error = mp.mpf(0)
    for i in range(samples + 1):
        x = low + (high - low) * i / samples
        e = exact(x)
        if e != 0:
            error = max(error, abs(approximation(x) / e - 1))
    return mp.log(error, 2)


def poly(coefficients, x):
    return mp.polyval(coefficients[::-1], x)


def show(name, coefficients, error):
    print(f"/// Relative error 2^{mp.nstr(error, 4)}.")
    print(f"const {name}: [f64; {len(coefficients)}] = [")
    for c in coefficients:
        bits = struct.unpack("<Q", struct.pack("<d", float(c)))[0]
        print(f"    {float(c)!r}, // {bits:#018x}")
    print("];")


def split_constant(name, value, bits):
    """`bits` leading bits of value and the f64 nearest to the rest."""
    exponent = int(mp.floor(mp.log(abs(value), 2)))
    scale = mp.mpf(2) ** (bits - 1 - exponent)
    high = mp.floor(value * scale) / scale
    print(f"{name}: {float(high)!r} rest {float(value - high)!r}")
    return value - high


tiny = mp.mpf(2) ** -200
edge = mp.log(2) / 2 * (1 + mp.mpf(2) ** -10)
c = fit(lambda r: (mp.e**r - 1 - r) / r**2, -edge, edge, 11, mp.mpf(1) / 2)
show("EXP", c, worst(lambda r: 1 + r + r**2 * poly(c, r), mp.exp, -edge, edge))

edge = (mp.pi / 4 * (1 + mp.mpf(2) ** -20)) ** 2
c = fit(lambda z: (mp.sin(mp.sqrt(z)) / mp.sqrt(z) - 1) / z, tiny, edge, 7, -mp.mpf(1) / 6)
show("SIN", c, worst(lambda r: r + r**3 * poly(c, r * r), mp.sin, tiny, mp.sqrt(edge)))
c = fit(lambda z: (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z**2, mp.mpf(2) ** -40, edge, 6, mp.mpf(1) / 24)
show("COS", c, worst(lambda r: 1 - r**2 / 2 + r**4 * poly(c, r * r), mp.cos, tiny, mp.sqrt(edge)))

s_max = (mp.sqrt(2) - 1) / (mp.sqrt(2) + 1)
edge = s_max**2 * (1 + mp.mpf(2) ** -20)
c = fit(lambda z: (2 * mp.atanh(mp.sqrt(z)) / mp.sqrt(z) - 2) / z, mp.mpf(2) ** -60, edge, 8, mp.mpf(2) / 3)
show("LN", c, worst(lambda s: 2 * s + s**3 * poly(c, s * s), lambda s: 2 * mp.atanh(s), tiny, s_max))
c = fit(
    lambda z: (mp.atanh(mp.sqrt(z)) / mp.sqrt(z) - 1 - z / 3) / z**2, mp.mpf(2) ** -40, edge, 8, mp.mpf(1) / 5
)
show(
    "LN_TAIL",
    c,
    worst(lambda s: s + s**3 / 3 + s**5 * poly(c, s * s), mp.atanh, mp.mpf(2) ** -30, s_max),
)

split_constant("ln 2", mp.log(2), 32)
rest = split_constant("pi/2 (1)", mp.pi / 2, 33)
rest = split_constant("pi/2 (2)", rest, 33)
rest = split_constant("pi/2 (3)", rest, 33)
third = to_double(mp.mpf(1) / 3)
print(f"1/3 minus its nearest f64: {float(mp.mpf(1) / 3 - third)!r}")
