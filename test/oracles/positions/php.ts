import { blocks, lines, type Positions } from './places.ts'

export const PHP: Positions = {
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
