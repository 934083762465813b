import type { Entry } from '../../src/transcript/entries.ts'
import { buildTime } from '../judge-build.ts'
import { checkerOf, leastMs, policyOf } from './checking.ts'

/** One size and what it took. */
export interface Point {
  readonly size: number
  readonly ms: number
  readonly outcome: string
}

export interface Axis {
  readonly name: string
  readonly unit: string
  readonly sizes: readonly number[]
  /** Something dangerous is in it: no size may hide it. */
  readonly dangerous?: boolean
  at(size: number): Promise<Point>
}

const few = (size: number, limit: number) => (size > limit ? 4 : 7)

function ruleList(count: number) {
  const deny = Array.from({ length: count }, (_, at) =>
    at % 2 === 0 ? `Bash(tool-${at}:*)` : `Read(/srv/data-${at}/**)`,
  )
  return { permissions: { deny } }
}

function conversation(bytes: number): Entry[] {
  const entries: Entry[] = [{ kind: 'user', text: 'Fix the failing test, please.', trusted: true }]
  const text = 'work '.repeat(200)
  for (let length = 0; length < bytes; length += 1_000)
    entries.push(
      entries.length % 20 === 0
        ? { kind: 'user', text: `And now part ${length}. ${text}`.slice(0, 1_000), trusted: true }
        : { kind: 'call', tool: 'Bash', input: { command: `echo ${text}` } },
    )
  return entries
}

const powers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at))

async function timed(size: number, rounds: number, run: () => Promise<{ readonly outcome: string }>): Promise<Point> {
  const { outcome } = await run()
  return { size, ms: await leastMs(rounds, run), outcome }
}

/** A nesting of one kind, `depth` deep, around something dangerous. */
function nested(name: string, open: string, close: string, core = 'rm -rf ~'): Axis {
  const checker = checkerOf()
  return {
    name: `nesting of ${name}`,
    unit: 'deep',
    dangerous: core.startsWith('rm'),
    sizes: powers(0, 4),
    at: (depth) =>
      timed(depth, few(depth, 100), () => checker.check(`${open.repeat(depth)}${core}${close.repeat(depth)}`)),
  }
}

function growing(name: string, part: (at: number) => string, end = ''): Axis {
  const checker = checkerOf()
  return {
    name,
    unit: 'bytes',
    dangerous: end.startsWith('rm'),
    sizes: [10, 100, 1_000, 10_000, 100_000, 262_000],
    at: (bytes) => {
      let text = ''
      for (let at = 0; text.length + end.length < bytes; at++) text += part(at)
      return timed(bytes, few(bytes, 5_000), () => checker.check(text + end))
    },
  }
}

export const AXES: readonly Axis[] = [
  {
    name: 'rules: reading them',
    unit: 'rules',
    sizes: powers(1, 4),
    at: async (count) => {
      const settings = ruleList(count)
      return { size: count, ms: await leastMs(few(count, 500), () => policyOf(settings)), outcome: '' }
    },
  },
  {
    name: 'rules: one check',
    unit: 'rules',
    sizes: powers(1, 4),
    at: (count) => {
      const checker = checkerOf(ruleList(count))
      return timed(count, 15, () => checker.check('git status && npm test'))
    },
  },
  {
    name: 'transcript: one check',
    unit: 'bytes',
    sizes: powers(4, 8),
    at: (bytes) => {
      const checker = checkerOf()
      const transcript = conversation(bytes)
      return timed(bytes, few(bytes, 1_000_000), () => checker.check('git push origin feature', transcript))
    },
  },
  {
    name: 'transcript: the next request to a model',
    unit: 'bytes',
    sizes: powers(4, 7),
    at: async (bytes) => ({ size: bytes, ms: buildTime(bytes) / 1_000, outcome: '' }),
  },
  {
    name: 'sessions at once: one check',
    unit: 'sessions',
    sizes: powers(0, 3),
    at: async (count) => {
      const checker = checkerOf()
      const transcripts = Array.from({ length: count }, () => conversation(20_000))
      const all = () =>
        Promise.all(transcripts.map((transcript, at) => checker.check('npm test && git status', transcript, `s${at}`)))
      const ms = await leastMs(few(count, 100), all)
      return { size: count, ms: ms / count, outcome: 'per check' }
    },
  },
  growing('length: many commands', (at) => `echo step ${at}\n`, 'rm -rf ~'),
  growing('length: one long word', () => 'abcdefghij'),
  growing('length: many quotes', (at) => `"a${at}"'b'$c`),
  growing('length: one heredoc', (at) => (at === 0 ? "cat > notes.txt <<'END'\n" : `line ${at}\n`), 'END\n'),
  nested('substitutions', 'echo $(', ')'),
  nested('subshells', '( ', ' )'),
  nested('branches', 'if true; then ', '; fi'),
  nested('loops', 'for i in 1; do ', '; done'),
  nested('groups', '{ ', '; }'),
  nested('evaluations', 'eval ', ''),
  nested('functions', 'f() { ', '; }; f'),
  nested('cases', 'case x in x) ', ' ;; esac'),
  nested('quoted wrappers', 'env ', ''),
  nested('braces', '{', '}', 'a,b'),
  nested('arithmetic', '$((', '))', '1'),
  nested('parameters', '${a:-', '}', 'x'),
]
