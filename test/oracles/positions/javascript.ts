import { blocks, lines, type Positions } from './places.ts'

export const JAVASCRIPT: Positions = {
  language: 'javascript',
  oracle: 'javascript',
  before: "const cp = require('child_process');\n",
  mark: (number) => `cp.execSync("mark ${number}")`,
  expressions: lines(`
(§)
(1, §)
[§]
[...[§]]
({ a: § })
({ [§]: 1 })
({ ...§ })
({ get [§]() { return 1 } })
({ [§]() {} })
({ 'a b': § })
({ 1: § })
!§
-§
typeof §
void §
1 + §
§ + 1
x ? § : 2
x ? 1 : §
§ ? 1 : 2
x || §
x ?? §
x && §
x[§]
x?.[§]
x?.a(§)
x?.(§)
f(§)
f(...[§])
new F(§)
new F(§).a
new (f(§))()
new x.F(§)()
(() => §)()
((a = §) => a)()
((a) => §)(1)
(({ a = § }) => a)({})
(([a = §]) => a)([])
(({ [§]: a }) => a)({})
(async () => { await § })()
(function () { return § })()
(function* () { yield § })()
(function* () { yield* § })()
import(§)
\`\${§}\`
\`a\${\`b\${§}\`}\`
f\`\${§}\`
f\`a\`[§]
x = §
x += §
x ??= §
x[§] = 1
x < § > 1
§ in x
§ instanceof X
x in §
(x, §)
(class { [§] = 1 })
(class { static a = § })
(class extends f(§) {})
/re/.test(§)
x / § / 2
§.a.b
§[1]
§?.a`),
  statements: blocks(`
§;
let x = §;
let x = 1, y = §;
const { a = § } = {};
const { [§]: a } = {};
const { a: { b = § } } = {};
const [a = §] = [];
const [a, ...[b = §]] = [];
({ a: x[§] } = {});
[x[§]] = [1];
if (§) ;
if (x) §;
if (x) { } else §;
if (x) y = 1; else §;
for (let i = §; ; ) break;
for (let i = 0; §; ) break;
for (let i = 0; ; §) break;
for (let i = 0, j = §; ; ) break;
for (const a of §) ;
for (const a in §) ;
for (const a of x) §;
for (const { a = § } of [{}]) ;
for (x[§] of y) ;
while (§) break;
while (x) §;
do §; while (x)
do { } while (§)
switch (§) { }
switch (x) { case §: }
switch (x) { case 1: § }
switch (x) { default: § }
try { § } catch { }
try { } catch (e) { § }
try { } catch ({ a = § }) { }
try { } catch { } finally { § }
throw §;
a: §;
a: for (;;) { §; break a }
{ § }
function f(a = §) {}⏎f();
function f({ a = § }) {}⏎f({});
function f({ [§]: a }) {}⏎f({});
function f() { return § }⏎f();
function f() { if (x) return 1; else return § }⏎f();
function f() { return (⏎ §) }⏎f();
async function f() { for await (const a of §) ; }⏎f();
class C { [§] = 1 }
class C { [§]() {} }
class C { static [§]() {} }
class C { get [§]() { return 1 } }
class C { static { § } }
class C { static a = § }
class C { a = § }
class C { #a = § }
class C { a() { § } }
class C { constructor(a = §) {} }
class C extends f(§) { }
class C extends (§, X) { }
@f(§) class C { }
@f.g(§) class C { }
class C { @f(§) a() {} }
class C { @f(§) a = 1 }
class C { static async *[§]() {} }
export default §;
export const a = §;
if (x) /'/.test(x); §; /'/
x = y / 2; §; z = 1 / 2
x++⏎§
let y = x⏎(§)
if (x) { }⏎/'/.test(x); §; /'/
// a ' comment⏎§
/* a⏎ ' */ §
x = '\\''; §
x = \`'\`; §`),
}
