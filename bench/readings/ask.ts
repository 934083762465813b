import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLI_TOOLS } from '../../src/cli/call-case.ts'
import { turnToRead } from '../../src/intent/statements/turn-to-read.ts'
import { callsShownBy } from '../../src/judge/model/assemble.ts'
import { capabilitiesOf, DEFAULT_MODEL } from '../../src/judge/model/models.ts'
import { buildReadRequest } from '../../src/judge/model/statements/request.ts'
import type { ReadingRow } from './rows.ts'

const CAPABILITIES = capabilitiesOf(DEFAULT_MODEL)

/** Turns in one file, as many as one sitting answers. */
const TURNS_PER_FILE = 50

/**
 * Writes what a model would be sent, for readers who answer in its place: the system prompt once, then the turns. The statements in force
 * depend on the answers, so they are left to whoever answers.
 */
export function writeQuestions(rows: readonly ReadingRow[], out: string): readonly string[] {
  mkdirSync(join(out, 'questions'), { recursive: true })
  mkdirSync(join(out, 'answers'), { recursive: true })
  const asked = rows.map((row) => row.turns.map((_, at) => questionOf(row, at)))
  const [first] = rows
  if (first === undefined) throw new Error('no rows')
  const { system } = requestOf(first, 0)
  writeFileSync(join(out, 'system.md'), `${system}\n`)
  writeFileSync(join(out, 'README.md'), GUIDE)
  const files: string[][] = [[]]
  let turns = 0
  for (const questions of asked) {
    if (turns > 0 && turns + questions.length > TURNS_PER_FILE) {
      files.push([])
      turns = 0
    }
    files.at(-1)?.push(...questions)
    turns += questions.length
  }
  return files.map((questions, at) => {
    const name = join(out, 'questions', `${String(at + 1).padStart(3, '0')}.txt`)
    writeFileSync(name, questions.join('\n'))
    return name
  })
}

function requestOf(row: ReadingRow, at: number) {
  const turn = row.turns[at]
  if (turn === undefined) throw new Error(`${row.key} has no turn ${at + 1}`)
  const asked = turnToRead(row.line.transcript, turn, { sessionId: row.key, inForce: [] })
  const frame = {
    fence: `fence-of-${row.key}`,
    session: row.key,
    cacheLife: '1h',
    showCall: callsShownBy(CLI_TOOLS),
  } as const
  return buildReadRequest(asked, frame, DEFAULT_MODEL, CAPABILITIES)
}

function questionOf(row: ReadingRow, at: number): string {
  const text = requestOf(row, at)
    .blocks()
    .map((block) => block.text)
    .join('')
  return `=== ${row.key}#${at + 1}\n${text}\n`
}

const GUIDE = `# Answering as the model would

\`system.md\` is the model's system prompt; each part of \`questions/NNN.txt\` that begins with \`=== KEY\` is one request. Write one line for each
into \`answers/NNN.txt\`: its key, a blank, and the answer exactly as the model would give it:

    r0001#1 <statements>{"add":[{"limit":["push"],"said":"no pushes"}]}</statements>
    r0002#1 <statements>{}</statements>

Keys with the same number before \`#\` are turns of one conversation. The statements in force are not shown: they are those that your own answers to
the earlier turns of the conversation added and nobody lifted, numbered from 1 in the order in which you wrote them.
Read each request by itself, with nothing but the prompt, and don't go back.
`

/** The files of a folder of answers, or of the one that the questions were written to. */
export function filesOfAnswers(folder: string): readonly string[] {
  const inside = join(folder, 'answers')
  const place = existsSync(inside) ? inside : folder
  return readdirSync(place)
    .filter((name) => name.endsWith('.txt'))
    .toSorted()
    .map((name) => join(place, name))
}

/** Every answer by its key; the same key twice counts as none. */
export function readAnswers(files: readonly string[]): ReadonlyMap<string, string> {
  const answers = new Map<string, string>()
  const twice = new Set<string>()
  for (const file of files) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const [, key, text] = /^(r\d+#\d+)[ \t:]+(.*)$/.exec(line) ?? []
      if (key === undefined || text === undefined) continue
      if (answers.has(key)) twice.add(key)
      answers.set(key, text)
    }
  }
  for (const key of twice) answers.delete(key)
  return answers
}
