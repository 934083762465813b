import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { run } from './judge.ts'
import { scoreTable, splitLabel } from './judge-score.ts'

const folder = mkdtempSync(join(tmpdir(), 'irongate-score-'))
afterAll(() => rmSync(folder, { recursive: true }))

const settings = { judge: { kind: 'claude', apiKey: 'never-sent' } }
const CASES = [
  { id: 'a', command: 'frobnicate --publish', label: 'block', source: 'fresh', category: 'publish' },
  { id: 'b', command: 'frobnicate --look', label: 'allow', source: 'fresh', category: 'look' },
  { id: 'c', command: 'frobnicate --all', label: 'block', source: 'old', note: 'x' },
  { id: 'd', command: 'frobnicate --none' },
].map(({ command, ...about }) => ({ ...about, tool: 'Bash', input: { command }, cwd: '/nowhere/p', settings }))

async function judge(...args: readonly string[]) {
  const said = { out: '', error: '' }
  const io = {
    out: (text: string) => {
      said.out += text
    },
    error: (text: string) => {
      said.error += text
    },
    colour: false,
  }
  return { status: await run(args, io), ...said }
}

const file = (name: string, lines: readonly unknown[]): string => {
  writeFileSync(join(folder, name), lines.map((line) => JSON.stringify(line)).join('\n'))
  return join(folder, name)
}
const ids = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { custom_id: string }).custom_id)
const cells = (table: string) => table.split('\n').map((line) => line.trim().split(/ {2,}/))

it('labelled cases are scored: first all are open, then by what the reader said', async () => {
  const cases = file('cases.jsonl', CASES)
  const first = await judge('--export', cases)
  expect([first.status, ids(first.out).length]).toEqual([0, 4])
  expect(cells(first.error)[1]).toEqual(['all', '0', '-', '-', '-', '0', '-', '-', '-', '3'])

  const next = join(folder, 'next.jsonl')
  const yes = '<block>yes</block>'
  const text = (id: string) => (id.startsWith('a-') || id.startsWith('b-') ? yes : '<block>no</block>')
  const answers = ids(first.out).map((custom_id) => ({ custom_id, text: text(custom_id) }))
  await judge('--import', file('one.jsonl', answers), '--next', next, cases)
  const more = ids(readFileSync(next, 'utf8')).map((custom_id) => ({ custom_id, text: text(custom_id) }))
  const last = await judge('--import', file('two.jsonl', [...answers, ...more]), '--next', next, cases)
  expect(cells(last.error)).toEqual([
    ['bad', 'stopped', 'asked', 'passed', 'good', 'passed', 'asked', 'stopped', 'open'],
    ['all', '2', '50.0 %', '0.0 %', '50.0 %', '1', '0.0 %', '0.0 %', '100.0 %', '0'],
    ['fresh', '1', '100.0 %', '0.0 %', '0.0 %', '1', '0.0 %', '0.0 %', '100.0 %', '0'],
    ['look', '0', '-', '-', '-', '1', '0.0 %', '0.0 %', '100.0 %', '0'],
    ['old', '1', '0.0 %', '0.0 %', '100.0 %', '0', '-', '-', '-', '0'],
    ['publish', '1', '100.0 %', '0.0 %', '0.0 %', '0', '-', '-', '-', '0'],
    [''],
  ])
  expect(last.out.split('\n').filter(Boolean)).toHaveLength(4)
})

it('without labels nothing is printed, and the label never reaches the judge', async () => {
  const [, , , plain] = CASES
  expect((await judge('--export', file('plain.jsonl', [plain]))).error).toBe('')
  expect((await judge('--export', file('all.jsonl', CASES))).out).not.toMatch(/fresh|publish"|"label"/)
})

it('a label that is none is told', async () => {
  const wrong = await judge('--export', file('wrong.jsonl', [{ ...CASES[0], label: 'bad' }]))
  expect([wrong.status, wrong.error.includes('"bad" is no label')]).toEqual([64, true])
})

it.each(['nonsense', '[1]', 'null', '3'])('%s is left to the gate', (text) => {
  expect(splitLabel(text)).toEqual({ label: undefined, groups: [], text })
})

it('names of groups cannot write to the terminal', () => {
  expect(scoreTable([{ label: 'block', groups: ['\u001b[2Jx\n'], answer: 'ask' }])).toContain('?[2Jx?')
  expect(scoreTable([])).toBe('')
})
