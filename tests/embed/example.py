"""The same from Python: python3 example.py path/to/libworkings.so"""
import ctypes as c
import sys


class Value(c.Structure):
    _fields_ = [("size", c.c_size_t), ("value", c.c_double),
                ("low", c.c_double), ("high", c.c_double),
                ("unit", c.c_char_p), ("text", c.c_char_p),
                ("sources", c.POINTER(c.c_char_p)), ("n_sources", c.c_size_t)]


wk, p, v = c.CDLL(sys.argv[1]), c.c_void_p(), Value()
wk.wk_open(c.byref(p), None)
for add, name, text in (
        (wk.wk_add_csv, b"chips", b"id,bandwidth [TB/s],source,locator\n"
         b"h100,3.35,nvidia-2023,p. 39\n"),
        (wk.wk_add_csv, b"sources", b"id,title\nnvidia-2023,Hopper\n"),
        (wk.wk_add_formulas, b"read",
         b"read_time(n: B, c: chips) -> s = n / c.bandwidth\n")):
    add(p, name, text, c.c_size_t(len(text)))
ask = b"read_time(16 GB, chips.h100)"
if wk.wk_get(c.byref(v), p, ask, c.c_size_t(len(ask))) == 0:
    print("%s (%.12g %s)" % (v.text.decode(), v.value, v.unit.decode()))
    for i in range(v.n_sources):
        print("source:", v.sources[i].decode())
wk.wk_close(p)
