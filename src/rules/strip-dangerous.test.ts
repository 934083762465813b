import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../test/runs.ts'
import { parseRule } from './parse.ts'
import type { Rule } from './rule.ts'
import { coversShell } from './shell-pattern.ts'
import { compileSpecifier } from './specifier.ts'
import { DANGEROUS_PATTERNS, enterAutoMode, leaveAutoMode } from './strip-dangerous.ts'
import { rule } from './testing.ts'

const OFF = { stripInternal: false, classifyAllShell: false }
const stripped = (text: string, options = OFF) => enterAutoMode([rule('allow', text)], options).stripped.length === 1

describe('entering auto mode strips', () => {
  const { crossPlatform, launchers, unix, powershell, internal } = DANGEROUS_PATTERNS
  const shapes = (pattern: string) => [
    pattern,
    `${pattern}:*`,
    `${pattern} *`,
    `${pattern}*`,
    `${pattern} -x*`,
    `${pattern} -c *`,
  ]

  it.each([...crossPlatform, ...launchers, ...unix])('Bash: %s', (pattern) => {
    for (const spec of shapes(pattern)) expect(stripped(`Bash(${spec})`), spec).toBe(true)
  })
  it.each([...crossPlatform, ...launchers, ...powershell])('PowerShell: %s', (pattern) => {
    for (const spec of shapes(pattern)) expect(stripped(`PowerShell(${spec.toUpperCase()})`), spec).toBe(true)
  })
  it.each(internal)('only when set: %s', (pattern) => {
    for (const spec of shapes(pattern)) {
      expect(stripped(`Bash(${spec})`), spec).toBe(false)
      expect(stripped(`Bash(${spec})`, { ...OFF, stripInternal: true }), spec).toBe(true)
    }
  })

  it.each([
    'Bash',
    'Bash(*)',
    'Bash(:*)',
    'PowerShell',
    'PowerShell(*)',
    'Agent',
    'Agent(Explore)',
    'Task',
    'Task(x)',
    'Monitor',
    'Monitor(x)',
    'Bash(/usr/bin/python3 *)',
    'Bash(timeout 5 python *)',
    'Bash(py*)',
    'Bash(* --version)',
    // wider than one of the list
    'Bash(npm *)',
    'Bash(npm:*)',
    'Bash(npm*)',
    'Bash(npm r*)',
    'Bash(npm r* x)',
    'Bash(n*)',
    'Bash(n*m run x)',
    'Bash(*m run *)',
    'Bash(yarn:*)',
    'Bash(yarn *)',
    'Bash(pnpm *)',
    'Bash(bun *)',
    'Bash(uv *)',
    'Bash(*python*)',
    'Bash(* -c *)',
    'Bash(*foo*)',
    'Bash(python * --version)',
    'Bash(python3 *.py)',
    'Bash(timeout *)',
    'Bash(timeout 5 *)',
    'Bash(nice -n 5 timeout 5 node *)',
    'Bash(/usr/bin/*)',
    'Bash(.venv/bin/python *)',
    'Bash(./venv/bin/*)',
    'Bash(./scripts/*)',
    // another version of the same program
    'Bash(python3.12 *)',
    'Bash(python3.1*)',
    'Bash(/opt/python3.13/bin/python3.13 *)',
    'Bash(node22 *)',
    'Bash(php8.2:*)',
    'Bash(php-8.2 *)',
    'Bash(python.exe *)',
  ])('%s', (text) => {
    expect(stripped(text)).toBe(true)
  })
  it.each([
    'Bash(npm run test)',
    'Bash(npm run test:*)',
    'Bash(npm test *)',
    'Bash(python3 manage.py migrate)',
    'Bash(shellcheck *)',
    'Bash(nodemon x)',
    'Bash(ls *)',
    'Bash(lint*)',
    'Read',
    'Edit(src/**)',
    'mcp__a',
    'Bash(git status)',
    'AgentX',
    'Bash(timeout 5 ls *)',
    'Bash(python -m pytest)',
    'Bash(python3.12 x.py)',
    'Bash(python3-config *)',
    'Bash(node --version)',
    'Bash(bun test *)',
    'Bash(uv sync *)',
    'Bash(npm ci*)',
    'Bash(./scripts/build.sh *)',
    'Bash(git *)',
    'Bash(echo *)',
  ])('but not %s', (text) => {
    expect(stripped(text)).toBe(false)
  })
  it.each(['Bash(ls)', 'PowerShell(ls)', 'Bash(git status)'])('with classifyAllShell also %s', (text) => {
    expect(stripped(text, { ...OFF, classifyAllShell: true })).toBe(true)
  })
  it('never a deny or an ask rule', () => {
    expect(enterAutoMode([rule('deny', 'Bash'), rule('ask', 'Agent')], OFF).stripped).toEqual([])
  })
})

describe('laws', () => {
  const piece = fc.constantFrom(
    ...['python', 'node', 'npm', 'npm run', 'uv run', 'ls', 'git', 'timeout 5', 'nice', '/usr/bin/', './', 'venv/bin/'],
    ...[' ', ' ', '*', '*', ' *', ':*', ' -', '3', '3.12', '.exe', 'x', 'run', ' --version', '\\*'],
  )
  const spec = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''))
  /** A part of the rule gives way to a star: it matches all that it matched, and more. */
  const widened = fc.tuple(spec, fc.nat(), fc.nat(8)).map(([text, at, length]) => {
    const from = at % (text.length + 1)
    return [text, `${text.slice(0, from)}*${text.slice(from + length)}`] as const
  })

  it('if-a-rule-is-stripped-so-is-every-rule-that-matches-a-superset', () => {
    let met = 0
    fc.assert(
      fc.property(fc.oneof(widened, fc.tuple(spec, spec)), ([narrow, wide]) => {
        if (!isSuperset(wide, narrow) || !stripped(`Bash(${narrow})`)) return
        met++
        expect(stripped(`Bash(${wide})`), `${narrow} ⊆ ${wide}`).toBe(true)
      }),
      { numRuns: runs(30_000) },
    )
    expect(met).toBeGreaterThan(runs(30_000) / 30)
  })

  /** Inclusion of patterns: a sign that no pattern spells stands for whatever the narrow one's stars may be. */
  function isSuperset(wide: string, narrow: string): boolean {
    const parsed = [wide, narrow].map((text) => parseRule(`Bash(${text})`, 'allow'))
    if (!parsed.every(({ kind }) => kind === 'rule')) return false
    const [wider, narrower] = parsed.map((rule) =>
      compileSpecifier('Bash', rule.kind === 'rule' ? rule.spec : '', 'allow'),
    )
    if (wider?.kind === 'whole-tool') return true
    if (wider?.kind !== 'shell' || narrower?.kind !== 'shell') return false
    const texts = narrower.pattern.forms.flatMap(({ pieces }) => [pieces.join('\ufffe'), pieces.join('')])
    return texts.every((text) => coversShell(wider.pattern, text))
  }

  const anyRule: fc.Arbitrary<Rule> = fc
    .tuple(
      fc.constantFrom('deny', 'ask', 'allow'),
      fc.oneof(fc.string(), fc.constantFrom('Bash', 'Agent', 'Bash(python:*)', 'Read', 'Bash(npm test)')),
    )
    .map(([behavior, text]) => rule(behavior as Rule['behavior'], text))

  it('strip-then-restore-is-identity, and nothing is lost between', () => {
    fc.assert(
      fc.property(fc.array(anyRule), fc.boolean(), fc.boolean(), (rules, stripInternal, classifyAllShell) => {
        const entered = enterAutoMode(rules, { stripInternal, classifyAllShell })
        expect(leaveAutoMode(entered)).toEqual(rules)
        expect(new Set([...entered.kept, ...entered.stripped.map(({ rule: item }) => item)])).toEqual(new Set(rules))
        expect(enterAutoMode(entered.kept, { stripInternal, classifyAllShell }).stripped).toEqual([])
      }),
      { numRuns: runs(10_000) },
    )
  })
})
