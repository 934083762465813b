import { blocks, type Positions } from './places.ts'

export const POWERSHELL: Positions = {
  language: 'powershell',
  oracle: 'powershell',
  before: '',
  mark: (number) => `(mark ${number})`,
  expressions: blocks(`
(§)
$(§)
@(§)
@(1, (§))
@{ a = § }
@{ (§) = 1 }
[pscustomobject]@{ a = § }
"a$(§)"
"a$("b$(§)")"
-not (§)
!(§)
1 + (§)
(§) + 1
1, (§)
$x[(§)]
$x.a((§))
$x.(§)
$x::a((§))
[string]::Join(',', (§))
[int](§)
(§).a
(§)[0]
(§) -eq 1
1 -eq (§)
'a' -f (§)
-join (§)
{ § }.Invoke()
(& { § })
$(if ($x) { § })
@"⏎a$(§)⏎"@
(1..(§))
$x = §
($x = §)`),
  statements: blocks(`
§
$x = §
$x += §
[string]$x = §
$x.a = §
$x[§] = 1
$a, $b = §, 1
if (§) { }
if ($x) { § }
if ($x) { } elseif (§) { }
if ($x) { } elseif ($y) { § }
if ($x) { } else { § }
while (§) { break }
while ($x) { § }
do { § } while ($x)
do { } while (§)
do { } until (§)
for ($i = §; $i -lt 1; $i++) { }
for ($i = 0; §; $i++) { break }
for ($i = 0; $i -lt 1; §) { break }
for ($i = 0; $i -lt 1; $i++) { § }
foreach ($a in §) { }
foreach ($a in $x) { § }
switch (§) { 1 { } }
switch ($x) { 1 { § } }
switch ($x) { default { § } }
switch ($x) { (§) { } }
switch -regex ($x) { 'a' { § } }
try { § } catch { }
try { } catch { § }
try { } catch [System.Exception] { § }
try { } catch { } finally { § }
trap { § }
throw §
return §
exit §
function f { § }⏎f
function f($a = §) { }⏎f
function f { param($a = §) }⏎f
function f { param([string]$a = §, $b) }⏎f
function f { begin { § } process { } end { } }⏎f
function f { begin { } process { § } end { } }⏎f
filter f { § }⏎f
& { § }
. { § }
& { param($a = §) }
1 | ForEach-Object { § }
1 | Where-Object { § }
1 | % { § }
Write-Output §
Write-Output -InputObject §
Write-Output -InputObject:§
Write-Output 1; §
Write-Output 1 | Out-String; §
class C { [void] M() { § } }
class C { static [void] M() { § } }⏎[C]::M()
class C { $a = § }
class C { C() { § } }⏎[C]::new()
enum E { A }⏎§
using namespace System⏎§
# '⏎§
<# ' #> §
$x = 'a''b'; §
$x = @'⏎'⏎'@⏎§
data { § }`),
}
