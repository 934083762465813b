import { describe, expect, it } from 'vitest'
import { callLineOf } from '../../src/cli/call-line.ts'
import { checkLine, createSessions } from '../../src/cli/check-line.ts'
import { THOROUGH } from '../runs.ts'
import { HARMLESS } from './bounds/harmless.ts'
import { HOSTILE, type Row } from './bounds/rows.ts'

/**
 * Padding gets nothing past the gate: what is stopped alone is stopped among many harmless words, settings, lines and files. A new
 * mechanism is one row; the marks in it say where padding may stand.
 */
const PADS: Readonly<Record<string, (index: number) => string>> = {
  '⟨words⟩': (index) => ` src/part-${index}.txt`,
  '⟨options⟩': (index) => ` --part-${index}`,
  '⟨settings⟩': (index) => `PART_${index}=x `,
  '⟨exports⟩': (index) => `export PART_${index}=x; `,
  '⟨commands⟩': (index) => `echo part ${index}\n`,
  '⟨lines⟩': (index) => `set part${index} 1\n`,
  '⟨comments⟩': (index) => `# part ${index}\n`,
  '⟨remarks⟩': (index) => `-- part ${index}\n`,
  '⟨strings⟩': (index) => `"part ${index}", `,
  '⟨names⟩': (index) => ` part${index}`,
  '⟨pieces⟩': (index) => `part${index}=x,`,
  '⟨folders⟩': (index) => `/opt/part${index}/lib:`,
  '⟨functions⟩': (index) => `part${index}() { :; }; `,
  '⟨configs⟩': (index) => `git config part.p${index} x; `,
  '⟨branches⟩': (index) => `if len(sys.argv) > ${index}: p = "build/${index}"\n`,
  '⟨blanks⟩': () => '"" "" "" "" "" ',
  '⟨quotes⟩': (index) => `${"'x' ".repeat(50)}${index}\n`,
  '⟨elements⟩': (index) => `<property name="part${index}" value="x"/>`,
  '⟨values⟩': (index) => `<arg value="part${index}"/>`,
  '⟨variables⟩': (index) => `"PART_${index}=x", `,
  '⟨quoted⟩': (index) => `x = 'src/part-${index}'; `,
  '⟨calls⟩': (index) => `app.kill_part${index}(), `,
  '⟨listed⟩': (index) => `part${index},`,
  '⟨named⟩': (index) => `"part${index}",`,
  '⟨links⟩': (index) => `.arg("PART_${index}=x")`,
}
const MARK = /⟨[a-z]+⟩/g

/** How many of a kind: more than any list that a person writes down, fewer than what is not read at all. */
const MANY = 500
const MANY_FILES = 60

/** The text with padding at one of its marks, or at all of them. */
function padded(text: string, at: number | 'all', from = 0): string {
  let count = from
  return text.replace(MARK, (mark) => {
    const here = at === 'all' || count === at
    count++
    const pad = PADS[mark]
    if (!pad) throw new Error(`no padding for ${mark}`)
    return here ? Array.from({ length: MANY }, (_, index) => pad(index)).join('') : ''
  })
}

function marksIn(text: string): number {
  return text.match(MARK)?.length ?? 0
}

interface Case extends Omit<Row, 'files'> {
  readonly files: readonly (readonly [path: string, text: string])[]
}

/** The row as it stands, with padding at each mark, at all of them, and with files of the same kind around each of its own. */
function casesOf({ command, before = '', files = {}, ...rest }: Row): ReadonlyMap<string, Case> {
  const own = Object.entries(files)
  const total = marksIn(command) + marksIn(before) + own.reduce((sum, [, text]) => sum + marksIn(text), 0)
  const fill = (at: number | 'all'): Case => {
    let from = marksIn(command) + marksIn(before)
    return {
      ...rest,
      command: padded(command, at),
      before: padded(before, at, marksIn(command)),
      files: own.map(([path, text]) => {
        const filled = padded(text, at, from)
        from += marksIn(text)
        return [path, filled] as const
      }),
    }
  }
  const cases = new Map([['alone', fill(-1)]])
  for (let at = 0; at < total; at++) cases.set(`padded at ${at + 1}`, fill(at))
  if (total > 1 && THOROUGH) cases.set('padded everywhere', fill('all'))
  if (own.length > 0) {
    const alone = fill(-1)
    const around = own.flatMap(([path]) => siblingsOf(path))
    cases.set('files before', { ...alone, files: [...around, ...alone.files] })
    cases.set('files after', { ...alone, files: [...alone.files, ...around] })
  }
  return cases
}

/** Harmless files in the same folder, with the same ending. */
function siblingsOf(path: string): (readonly [string, string])[] {
  const slash = path.lastIndexOf('/') + 1
  const dot = path.lastIndexOf('.')
  const ending = dot > slash ? path.slice(dot) : ''
  const text = ending === '.js' ? 'export const part = 1\n' : ending === '.json' ? '{}\n' : ''
  return Array.from({ length: MANY_FILES }, (_, index) => [`${path.slice(0, slash)}part-${index}${ending}`, text])
}

function inputOf({ command, path, tool }: Case): Record<string, unknown> {
  if (tool !== undefined) return JSON.parse(command) as Record<string, unknown>
  return path === undefined ? { command } : { file_path: `/home/dev/project/${path}`, content: command }
}

async function decide(each: Case): Promise<{ decision: string; ms: number; message: string }> {
  const { before = '', path, tool, said, deny = [], files } = each
  const parsed = callLineOf({
    id: 1,
    tool: tool ?? (path === undefined ? 'Bash' : 'Write'),
    input: inputOf(each),
    cwd: '/home/dev/project',
    home: '/home/dev',
    settings: { permissions: { deny } },
    transcript: [
      ...(said === undefined ? [] : [{ role: 'user', text: said }]),
      ...files.map(([path, content]) => ({
        tool: 'Write',
        input: { file_path: path.startsWith('/') ? path : `/home/dev/project/${path}`, content },
      })),
      ...(before === '' ? [] : [{ tool: 'Bash', input: { command: before } }]),
    ],
  })
  if (!parsed.ok) throw new Error(parsed.problem)
  const started = process.threadCpuUsage()
  const { decision, message } = await checkLine(parsed.line, createSessions())
  const { user, system } = process.threadCpuUsage(started)
  return { decision, ms: (user + system) / 1000, message }
}

describe.each(HOSTILE.map((row) => [(row.before ?? row.command).slice(0, 100), row] as const))('%s', (_, row) => {
  it.each([...casesOf(row)])('is stopped %s', async (_, each) => {
    expect((await decide(each)).decision).not.toBe('allow')
  })
})

describe('long lists of ordinary things', () => {
  it.each(HARMLESS.map((row) => [row.name, row] as const))('%s', async (_, row) => {
    const files = row.files ?? []
    // Time of this thread alone, and a generous bound: the machine may be busy. The usual time is a fraction of it.
    let ms = Number.POSITIVE_INFINITY
    for (let turn = 0; turn < 4 && ms >= 250; turn++) {
      const answer = await decide({ ...row, files })
      expect(answer).toMatchObject({ decision: 'allow' })
      ms = Math.min(ms, answer.ms)
    }
    expect(ms).toBeLessThan(250)
  })
})
