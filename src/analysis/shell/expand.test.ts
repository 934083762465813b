import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCommand } from '../testing.ts'

/** Each line prints its words in bash; the reader must find the same words. */
const CASES: readonly string[] = [
  // quotes
  `probe a "b c" 'd e' f\\ g`,
  `probe r'm' r"m" r\\m "r"'m'`,
  `probe "" '' x`,
  `probe $'\\x72\\x6d' $'a\\tb' $'\\u0041' $'it\\'s' $'\\162'`,
  `probe "a\\"b" "a\\$b" "a\\\\b" "a\\nb"`,
  `probe 'a'"b"c$'d'`,
  `probe a\\\nb`,
  // variables
  `x=1; probe $x "$x" \${x} a$x"b"`,
  `x='a b'; probe $x "$x" x$x`,
  `x=' a  b '; probe $x z$x"y"`,
  `x=; probe $x; probe "$x" end`,
  `x=a y=b; probe $x$y "$x $y"`,
  `x=a; x+=b; probe $x`,
  `x=a; y=$x; x=b; probe $y$x`,
  `unset x; probe [$x] "[$x]"`,
  `a=r b=m; probe $a$b`,
  // word splitting and IFS
  `probe cat\${IFS}file`,
  `probe cat$IFS'x'`,
  `IFS=:; x=a:b::c; probe $x; IFS=$' \\t\\n'`,
  `IFS=; x='a b'; probe $x; IFS=$' \\t\\n'`,
  // braces
  `probe {a,b}c`,
  `probe x{a,b}{1,2}`,
  `probe {1..4} {a..d} {3..1} {01..03} {1..9..3}`,
  `probe {a,{b,c}d}e`,
  `probe {a} {} {a,b "{a,b}" '{x,y}'`,
  `probe a{,b} {,x}`,
  `x=1; probe {$x,2}`,
  `probe {"a b",c}`,
  `probe r{m,} {r,}m`,
  // defaults
  `unset x; probe \${x:-d} "\${x:-d e}" \${x:-d e}`,
  `x=; probe \${x:-d} "\${x-d}" \${x:+e}`,
  `x=v; probe \${x:-d} \${x:+e} \${x-d}`,
  `unset x; probe \${x:=new}; probe $x`,
  `unset x; probe "\${x:-"a b"}" \${x:-'c d'}`,
  `x=q; probe \${x?no} \${x:?no}`,
  // removal, replacement, slices, case
  `x=file.tar.gz; probe \${x#*.} \${x##*.} \${x%.*} \${x%%.*}`,
  `x=/a/b/c; probe \${x##*/} \${x%/*} \${x#/}`,
  `x=banana; probe \${x/an/X} \${x//an/X} \${x/#ba/X} \${x/%na/X} \${x//a} \${x/z/q}`,
  `x=abcdef; probe \${x:2} \${x:1:3} \${x: -2} \${x:0:-1} \${x:1+1:1}`,
  `x=aBc; probe \${x^^} \${x,,} \${x^} \${x,}`,
  `x='a*b'; probe "\${x#a\\*}" "\${x#'a*'}"`,
  `x=abc; probe \${x#[ab]} \${x#?} \${x%[!a]}`,
  `x=abc; probe \${#x} \${x@U} \${x@L}`,
  // indirection
  `x=y; y=z; probe \${!x}`,
  // positional parameters
  `set -- a 'b c' d; probe "$@"; probe $@; probe "$*"; probe $# $1 "$2" \${3}`,
  `set -- a b c; shift; probe "$@" $#; shift 2; probe "$@" end`,
  `set -- a b c d; probe "\${@:2}"; probe "\${@:2:2}"`,
  `set -- a b; probe "x$@y"`,
  `set --; probe "$@" x; probe "$*"`,
  `f() { probe "$1" "$@" $#; }; f x 'y z'; probe $#`,
  `f() { local v=in; probe $v; }; v=out; f; probe $v`,
  `f() { v=in; }; v=out; f; probe $v`,
  // arrays
  `a=(x 'y z' w); probe "\${a[@]}"; probe \${a[1]} "\${a[1]}" \${#a[@]} $a`,
  `a=(x); a+=(y z); probe "\${a[@]}" "\${a[@]:1}"`,
  `a=(1 2 3); probe "\${a[*]}" "\${a[-1]}"`,
  // substitutions
  `probe $(echo hi) "$(echo 'a b')" $(echo 'a b')`,
  `probe \`echo hi\` "\`echo 'a b'\`"`,
  `x=$(printf '%s-%s' a b); probe $x`,
  `probe $(printf 'a\\nb\\n\\n')x`,
  `probe $(echo $(echo deep))`,
  `x=$(cat <<'E'\none two\nE\n); probe "$x"`,
  `probe $(printf '\\x72\\155')`,
  `probe $(printf '%b' 'a\\tb') "$(echo -e 'a\\nb')" "$(echo -n x)"`,
  `probe "$(printf '%5s|%-5s|%05d|%x' a b 42 255)"`,
  `probe $(printf '%s\\n' a b c)`,
  // arithmetic
  `probe $((1+2*3)) $((2**10)) $((7/2)) $((7%4)) $((1<2)) $((0x1f)) $((010))`,
  `x=5; probe $((x+1)) $(($x*2)) $((x>3?1:0)) $((x++)) $x $((++x))`,
  `((y=3+4)); probe $y`,
  `probe $(( (1+2) * (3-1) )) $((-3)) $((!0)) $((~5))`,
  // loops and branches
  `for i in a b c; do probe $i; done`,
  `for i in {1..3}; do probe x$i; done; probe $i`,
  `for i in a 'b c'; do for j in 1 2; do probe "$i$j"; done; done`,
  `set -- p q; for i; do probe $i; done`,
  `printf 'a\\nb c\\n' | while read -r l; do probe "$l"; done`,
  `echo 'a b c' | { read x y; probe "$x" "$y"; }`,
  `while read -r k v; do probe $k-$v; done <<< 'one 1'`,
  `mapfile -t m <<< $'a\\nb'; probe "\${m[@]}"`,
  // here-documents
  `x=v; read -r l <<E\nval $x\nE\nprobe "$l"`,
  `read -r l <<'E'\nval $x\nE\nprobe "$l"`,
  `read -r l <<-E\n\t\tindented\n\tE\nprobe "$l"`,
  // eval and friends
  `x='probe a b'; eval "$x"`,
  `eval probe '$((1+1))'`,
  `c=probe; $c x; "$c" y`,
  `command eval 'probe z'; builtin eval 'probe w'`,
  // tilde
  `probe ~ ~/x "~" '~/x' a~ ~/a/../b`,
  `x=~/y; probe $x`,
  `cd /usr; probe ~+ $PWD "$(pwd)"; cd /; probe ~- $OLDPWD`,
  // subshells keep their changes
  `x=a; (x=b; probe $x); probe $x`,
  `x=a; { x=b; }; probe $x`,
  `x=a; echo | x=b; probe $x`,
  `x=1; x=2 probe $x; probe $x`,
]

function inBash(scripts: readonly string[], directory: string): string[][][] {
  const text = scripts
    .map((script) => `(probe() { [ $# -eq 0 ] || printf '%s\\0' "$@"; printf '\\1'; }\n${script}\n); printf '\\2'`)
    .join('\n')
  const out = execFileSync('bash', ['--norc', '-c', text], {
    cwd: directory,
    env: { HOME: '/home/dev', PATH: process.env['PATH'] ?? '' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const calls = (one: string) => one.split('\x01').slice(0, -1)
  const words = (call: string) => call.split('\0').slice(0, -1)
  return out
    .split('\x02')
    .slice(0, -1)
    .map((one) => calls(one).map(words))
}

describe('words are expanded as bash does', () => {
  const directory = mkdtempSync(join(tmpdir(), 'expand-'))
  const real = inBash(CASES, directory)
  rmSync(directory, { recursive: true })
  it.each(CASES.map((script, index) => [script, index] as const))('%s', (script, index) => {
    const read = readCommand(script, { cwd: directory })
    const calls = read.commands.filter((command) => command.name === 'probe')
    expect(calls.map((command) => command.args.map((word) => word.text))).toEqual(real[index])
  })
})
