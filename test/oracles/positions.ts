import type { CodeLanguage } from '../../src/analysis/effects.ts'
import type { OracleLanguage } from './grammars.ts'

/** Where a call can stand. `§` is an expression; every one of them is run as the text is. */
export interface Positions {
  readonly language: CodeLanguage
  readonly oracle: OracleLanguage | undefined
  readonly before: string
  /** A call that runs `mark N`. */
  mark(number: number): string
  readonly expressions: readonly string[]
  readonly statements: readonly string[]
}

/** `€` stands for a dollar that would mean something here. */
const lines = (text: string) =>
  text
    .replaceAll('€', '$')
    .split('\n')
    .filter((line) => line.trim() !== '')
/** Statements of several lines: `⏎` stands for the line break. */
const blocks = (text: string) => lines(text).map((line) => line.replaceAll('⏎', '\n'))

const PYTHON: Positions = {
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

const JAVASCRIPT: Positions = {
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

const TYPESCRIPT: Positions = {
  ...JAVASCRIPT,
  oracle: 'typescript',
  expressions: lines(`
§ as X
(§)!
<X>§
f<X>(§)
f<{ a: string; b(): void }>(§)
f<[a: string, ...b: X[]]>(§)
new F<X<Y>>(§)
§ satisfies X
((a: X = §): X => a)(1)
(async (a: X): Promise<X> => §)(1)
(<T,>(a: T): T => §)(1)
((a): a is X => §)(1)
x as unknown as { a: new <T>() => T } ? § : 1`),
  statements: blocks(`
enum E { A = § }
const enum E { A = §, B }
enum E { A = 1, 'b' = § }
namespace N { § }
let x: X = §;
let x: { a: string } | (() => void) = §;
let x: A extends B ? C : D = §;
let x!: X; §
class C<T extends X> extends f(§)<T> implements I<{ a: string }> { }
abstract class C { abstract a(): void; b: X = § }
class C { readonly a: X⏎ readonly b: Y = § }
class C { constructor(private a: X = §) {} }
class C { constructor(@f(§) a: X) {} }⏎new C(1)
class C { private a?: X = § }
class C { get<T>(a: T): T { return § } }
function f<T = X>(this: X, a?: T, b: X = §): a is X {}⏎f();
type A<T = 1> = T extends any ? B : C;⏎§
type A = { a(): void }⏎§
interface I { a(): void }⏎§
declare function f(a: X): void;⏎§
declare global { interface X { } }⏎§
export type { A };⏎§
export = §;
for (const a of § as X[]) ;
try { } catch (e: unknown) { § }
if (x) return_; else §`),
}

const RUBY: Positions = {
  language: 'ruby',
  oracle: 'ruby',
  before: '',
  mark: (number) => `system("mark ${number}")`,
  expressions: lines(`
(§)
[§]
[*[§]]
{ a: § }
{ § => 1 }
{ "a": § }
{ **{ a: § } }
!§
(not §)
1 + §
§ + 1
(x ? § : 1)
(x ? 1 : §)
(§ ? 1 : 2)
(x || §)
(x and §)
x[§]
x[1, §]
foo(§)
foo(a: §)
foo(*[§])
foo(**{ a: § })
foo(&§)
x.foo(§)
x&.foo(§)
x.foo(§).bar
x.foo { § }
[1].each { |a| § }
[1].each { |a, b = §| a }
[1].map do |a| § end
lambda { § }.call
->(a = §) { a }.call
-> { § }.()
proc { § }.call
"a#{§}"
"a#{"b#{§}"}"
:"a#{§}"
%Q(a#{§})
%(a#{§})
%W(a b#{§} c)
%I(a b#{§})
%r{a#{§}}
/a#{§}/
/a#{§}b/i
%x(echo #{§})
(x = §)
(x ||= §)
(x += §)
(x[§] = 1)
(1..§)
(§..1)
(begin; §; end)
(begin; 1; rescue § ; end)
(if x then § else 1 end)
(if § then 1 end)
(unless § then 1 end)
(case § when 1 then 2 end)
(case x when § then 2 end)
(case x when 1 then § else 2 end)
(case x when 1 then 2 else § end)
(case x; in 1 if §; 2; end)
(while §; break; end)
defined?(x) && §
§.foo
§.foo.bar(1)
x <=> §
x =~ §
Foo.new(§)
Foo::Bar.new(§)`),
  statements: blocks(`
§
x = §
x, y = §, 1
x, y[§] = 1, 2
*x, y = [§]
puts §
puts 1, §
puts a: §
foo.bar §
foo 1 do |a| § end
puts(1); §
§ if x
x = 1 if §
§ unless x
x = 1 unless §
§ while false
x = 1 while §
x = 1 rescue §
§ rescue 1
if §⏎  1⏎end
if x⏎  §⏎end
if x⏎  1⏎elsif §⏎  2⏎end
if x⏎  1⏎else⏎  §⏎end
unless x⏎  §⏎end
while §⏎  break⏎end
until §⏎  break⏎end
while x do §⏎end
for a in § do 1 end
for a in x⏎  §⏎end
for a, b[§] in x do 1 end
case §⏎when 1 then 2⏎end
case x⏎when 1, § then 2⏎end
case x⏎when 1⏎  §⏎else⏎  3⏎end
case⏎when §⏎  1⏎end
case x⏎in [a, b] if §⏎  1⏎end
case x⏎in Integer | Float => a⏎  §⏎end
begin⏎  §⏎rescue E => e⏎  1⏎end
begin⏎  1⏎rescue §⏎  1⏎end
begin⏎  1⏎rescue *foo(§) => e⏎  1⏎end
begin⏎  1⏎rescue E => e⏎  §⏎end
begin⏎  1⏎rescue E⏎  1⏎else⏎  §⏎end
begin⏎  1⏎ensure⏎  §⏎end
def f(a = §)⏎  a⏎end⏎f
def f a = §⏎  a⏎end⏎f
def f(a: §)⏎  a⏎end⏎f
def f(a, b = foo(§, 1))⏎  a⏎end⏎f(1)
def f = §⏎f
def f(a) = §⏎f(1)
def f⏎  return §⏎end⏎f
def f⏎  yield §⏎end⏎f { 1 }
def f⏎  1⏎rescue E⏎  §⏎end⏎f
def self.f⏎  §⏎end⏎self.f
class C < Struct.new(§)⏎end
class C < foo(§)⏎end
class C⏎  X = §⏎end
class C⏎  foo §⏎end
class << foo(§)⏎  1⏎end
module M⏎  §⏎end
raise §
raise E, §
return §
BEGIN { § }
END { § }
at_exit { § }
x = <<A⏎a#{§}⏎A⏎
x = <<~A⏎  a#{§}⏎A⏎
foo(<<A, §)⏎text⏎A⏎
x = [⏎  §,⏎  1⏎]
x = 1 +⏎  §
x⏎  .foo(§)⏎  .bar
x.foo = §
x.foo[§] += 1
alias a b; §
undef a; §
x = y / 2; §; z = 1 / 2
x = ?'; §
# ' ⏎§
=begin⏎'⏎=end⏎§
$x = §
@x ||= §
X::Y = §
print(§) and puts(1)
loop { §; break }`),
}

const PHP: Positions = {
  language: 'php',
  oracle: 'php',
  before: '<?php\n',
  mark: (number) => `system("mark ${number}")`,
  expressions: lines(`
(§)
[§]
[...[§]]
["a" => §]
[§ => 1]
array(§)
array("a" => §)
!§
-§
@§
(int) §
1 + §
1 . §
§ . 1
($x ? § : 1)
($x ? 1 : §)
(§ ? 1 : 2)
($x ?: §)
($x ?? §)
($x && §)
$x[§]
$x->{§}
$x->a(§)
$x?->a(§)
$x->a(§)->b
A::b(§)
f(§)
f(a: §)
f(...[§])
new F(§)
(new F(§))->a
new ($x[§])
(function () { return §; })()
(function ($a = §) { return $a; })()
(fn() => §)()
(fn($a = §) => $a)()
(static fn() => §)()
"{$x[§]}"
"{$x->a(§)}"
"a{$f(§)}"
($x = §)
($x .= §)
($x[§] = 1)
match (§) { default => 1 }
match (true) { § => 1, default => 2 }
match (true) { 1 => §, default => 2 }
(clone §)
(print §)
(include §)
(§ instanceof X)
(yield_(§))
§[0]
new class(§) { }
new class { public $a = 1; function b() { return §; } }
$$x[§]
isset($x[§])
list($a) = §
[$a] = §
[$x[§]] = [1]
throw_(§) <=> 1`),
  statements: blocks(`
§;
$x = §;
echo §;
echo 1, §;
print §;
if (§) { }
if ($x) §;
if ($x) { § ; }
if ($x) { } elseif (§) { }
if ($x) { } else if (§) { }
if ($x) { } else { §; }
if ($x): §; endif;
if ($x): 1; elseif (§): 2; else: 3; endif;
if ($x): 1; else: §; endif;
for ($i = §; ; ) break;
for ($i = 0; §; ) break;
for ($i = 0; ; §) break;
for (;;): §; break; endfor;
foreach (§ as $a) { }
foreach ($x as $a) { §; }
foreach ($x as $a => [$b]) { §; }
foreach ($x as $y[§]) { }
foreach ($x as $a): §; endforeach;
while (§) { break; }
while ($x): §; endwhile;
do { §; } while ($x);
do { } while (§);
switch (§) { }
switch ($x) { case §: break; }
switch ($x) { case 1: §; }
switch ($x) { default: §; }
try { §; } catch (E $e) { }
try { } catch (E | F $e) { §; }
try { } finally { §; }
throw new E(§);
function f($a = §) {}⏎f();
function f(X $a, ?Y $b = null) { return §; }⏎f();
function f(): X { return §; }⏎f();
function f() { yield §; }⏎f();
function f() { yield 1 => §; }⏎f();
class C { function a() { §; } }
class C { public function a(): void { §; } }
class C { const A = 1; static function a() { §; } }
class C { use T; private $a = [1]; function a() { §; } }
abstract class C extends D implements I { abstract function b(); function a() { §; } }
trait T { function a() { §; } }
enum E: string { case A = 'a'; function a() { §; } }
#[A(1)]⏎function f() { §; }⏎f();
static $x = 1; §;
global $x; §;
const A = 1; §;
unset($x[§]);
exit(§);
die(§);
return §;
declare(strict_types=1); §;
namespace A; §;
namespace A { §; }
use AB; §;
goto a; a: §;
?>text ' <?= § ?> more <?php
?>text<?php §; ?>
$x = <<<A⏎a{$x[§]}⏎A;
$x = <<<'A'⏎'⏎A;⏎§;
$x = 'a\\'b'; §;
// '⏎§;
# '⏎§;
/* ' */ §;
$f = function () use ($x) { §; }; $f();
extract(§);
{ §; }`),
}

const PERL: Positions = {
  language: 'perl',
  oracle: undefined,
  before: '',
  mark: (number) => `system('mark ${number}')`,
  expressions: lines(String.raw`
(§)
(1, §)
[§]
+{ a => § }
{ § => 1 }
!§
(not §)
-§
1 + §
1 . §
§ . 1
($x ? § : 1)
($x ? 1 : §)
(§ ? 1 : 2)
($x || §)
($x // §)
($x and §)
$x[§]
$x{§}
$x->[§]
$x->{§}
@x[§]
@{§}
%{§}
€{§}
$x->a(§)
$x->a(§)->b
A->b(§)
A::b(§)
f(§)
&f(§)
f(a => §)
(map { § } @x)
(grep { § } @x)
(sort { § } @x)
(map(§, @x))
(join ",", §)
(sub { § })->()
do { § }
eval { § }
"a@{[§]}"
"a€{\ §}"
"a$x->{§}"
"a$x[§]"
qq{a@{[§]}}
($x =~ m{a@{[§]}})
($x =~ /a@{[§]}/)
($x =~ /a€{\ §}/)
($x =~ qr/a@{[§]}/)
($x =~ s/a/§/e)
($x =~ s{a}{§}gex)
($x =~ s/a/@{[§]}/)
($x =~ s/@{[§]}/b/)
(split /@{[§]}/, $x)
qx(echo @{[§]})
($x = §)
($x .= §)
($x[§] = 1)
(my $y = §)
(my ($y, $z) = §)
(scalar §)
(defined §)
(ref §)
(1 .. §)
($x x §)
($x eq §)
($x lt §)
\§
§[0]
(§)[0]
(wantarray ? § : 1)`),
  statements: blocks(String.raw`
§;
my $x = §;
my ($x, $y) = (§, 1);
local $x = §;
our $x = §;
print §;
print STDERR §;
print { § } 1;
printf "%s", §;
push @x, §;
return §;
die §;
§ if $x;
$x = 1 if §;
§ unless $x;
$x = 1 unless §;
$x = 1 while §;
$x = 1 for §;
§ for @x;
§ foreach @x;
if (§) { }
if ($x) { § }
if ($x) { } elsif (§) { }
if ($x) { } else { § }
unless (§) { }
while (§) { last }
while ($x) { § } continue { 1 }
while ($x) { } continue { § }
until (§) { }
for (my $i = §; ; ) { last }
for (my $i = 0; §; ) { last }
for (my $i = 0; ; §) { last }
for my $a (§) { }
foreach (@x) { § }
for my $a (@x) { § }
L: while (1) { §; last L }
do { § } while (0);
do { } while (§);
sub f { § }⏎f();
sub f { return § }⏎f();
sub f { my ($a) = @_; § }⏎f();
sub f($a = §) { 1 }⏎f();
BEGIN { § }
END { § }
package A { § }
package A; §;
use strict; §;
use constant A => §;
use constant { A => §, B => 1 };
use lib §;
use POSIX qw(a); §;
no strict; §;
eval { §; 1 } or do { 1 };
eval { 1 } or do { § };
eval { 1 }; if ($@) { § }
my %h = (a => §, b => 1);
my %h = (§ => 1);
my @a = (1, §);
$h{a}{§} = 1;
@h{§, 1} = (1);
my $s = <<A;⏎a@{[§]}⏎A
my $s = <<"A";⏎a@{[§]}⏎A
my $s = <<'A'; §;⏎'⏎A
# '⏎§;
=pod⏎⏎'⏎⏎=cut⏎§;
my $s = q{'}; §;
my $s = 'a\'b'; §;
my $s = "'"; §;
$x =~ s/'/"/; §; $y =~ s/'/"/;
$x =~ tr/'/"/; §; $y =~ tr/'/"/;
my @w = qw(' "); §;
my $x = $y / 2; §; $z = 1 / 2;
open(my $f, "<", §);
sub new { my $c = shift; § } A->new;
{ § }
{ local $_ = §; }
chomp(my $x = §);
unless ($x) { } else { § }
given_(§);
try { § } catch ($e) { 1 }`),
}

export const POSITIONS: Readonly<Record<string, Positions>> = {
  python: PYTHON,
  javascript: JAVASCRIPT,
  typescript: TYPESCRIPT,
  ruby: RUBY,
  php: PHP,
  perl: PERL,
}
