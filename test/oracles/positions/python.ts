import { blocks, lines, type Positions } from './places.ts'

export const PYTHON: Positions = {
  language: 'python',
  oracle: 'python',
  before: 'import os\nimport re\n',
  mark: (number) => `os.system("mark ${number}")`,
  expressions: lines(String.raw`
(§)
(§, 1)
[§]
[1, *[§]]
{§: 1}
{1: §}
{**{1: §}}
{§}
not §
-§
1 + §
§ + 1
§ if x else §
1 if § else 2
x or §
x and § or 1
x[§]
x[1:§]
x[§:1]
x[::§]
x[1, §]
x[§, ...]
f(§)
f(a=§)
f(*[§])
f(**{"a": §})
x.f(§).g
(lambda: §)()
(lambda a=§: a)()
[a for a in [§]]
[§ for a in [1]]
[1 for a in [1] if §]
{a: § for a in [1]}
{§: a for a in [1]}
(a for a in [§])
f(a for a in [§])
[b for a in [1] for b in [§]]
f"{§}"
f"{x:{§}}"
f"{x!r:>{§}}"
f"{§=}"
rf"\d{§}"
f"""{§}"""
f"a" f"{§}" "b"
(y := §)
x < § < 1
x is not §
x not in §
§.a.b
§[1]
await_(§)
(yield_, §)[1]`),
  statements: blocks(`
§
x = §
x = y = §
x += §
x[§] = 1
x[§].a = 1
a, b = §, 1
a, x[§] = 1, 2
*a, b = [§]
x: int = §
x: § = 1
x: §
x: "int" = §
x[§]: int
x: list[int, §] = 1
def f(a=§): pass
def f(a: § = 1): pass
def f(a: §): pass
def f() -> §: pass
def f(*a: §, **b: 1): pass
def f(*, a=§): pass
def f(a, /, b=§): pass
def f[T: §](a): pass⏎f(1)
async def f(a=§): pass
@f(§)⏎def g(): pass
@§⏎def g(): pass
@f⏎@g[§]⏎class C: pass
class C(§): pass
class C(metaclass=§): pass
class C:⏎    x = §
class C:⏎    x: § = 1
class C:⏎    def m(self, a=§): pass
class C:⏎    @f(§)⏎    def m(self): pass
class C:⏎    def m(self):⏎        return §⏎C().m()
def f():⏎    return §⏎f()
def f():⏎    yield §⏎f()
def f():⏎    yield from §⏎f()
async def f():⏎    await §⏎f()
async def f():⏎    async with § as y: pass⏎f()
async def f():⏎    async for y in §: pass⏎f()
if §: pass
if x: §
if x: pass⏎elif §: pass
if x: pass⏎else: §
while §: break
while x: pass⏎else: §
for a in §: pass
for a in x: §
for x[§] in y: pass
for a in x: pass⏎else: §
with §: pass
with § as y: pass
with x as y[§]: pass
with (§ as y, x): pass
with x: §
try: §⏎except E: pass
try: pass⏎except §: pass
try: pass⏎except E as e: §
try: pass⏎except* §: pass
try: pass⏎except E: pass⏎else: §
try: pass⏎finally: §
raise §
raise E from §
raise § from x
raise E(§) from None
assert §
assert x, §
del x[§]
return_ = §; y = 1
match §:⏎    case 1: pass
match x:⏎    case 1 if §: pass
match x:⏎    case [a, b] if a and §: pass
match x:⏎    case {"a": 1}: §
match (x, §):⏎    case _: pass
print(1); §
if x:⏎    pass⏎§
x = (1,⏎  §)
x = 1 + \\⏎  §
"doc"; §
type A = int⏎§`),
}
