import { blocks, lines, type Positions } from './places.ts'

export const RUBY: Positions = {
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
