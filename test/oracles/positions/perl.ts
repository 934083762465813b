import { blocks, lines, type Positions } from './places.ts'

export const PERL: Positions = {
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
