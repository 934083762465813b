import { describe, expect, it } from 'vitest'
import { fixedFacts } from '../../facts/fixed.ts'
import { createToolRecorder } from '../interpret/tool-recorder.ts'
import { recordToolCall } from './tool-call.ts'

function deletes(name: string, input: Record<string, unknown>): boolean {
  const notes = createToolRecorder(name, fixedFacts())
  recordToolCall(name, input, notes.recorder)
  return notes.reading().effects.some(({ kind }) => kind === 'delete-path')
}

const SHELL = "r''m -rf /home/dev/notes"

describe('text for something that evaluates it', () => {
  it.each<[string, Record<string, unknown>]>([
    ['mcp__lab__eval', { language: 'bash', text: SHELL }],
    ['mcp__lab__exec', { kernel: 'zsh', input: SHELL }],
    ['mcp__console__run', { text: SHELL }],
    ['mcp__shell__exec', { data: SHELL }],
    ['mcp__lab__run', { script: `${SHELL} # => done` }],
    ['mcp__lab__run', { code: 'rm -rf /home/dev/notes # function' }],
    ['mcp__ipython__run', { code: 'import os\nos.system("function f { rm -rf /home/dev/notes; }; f")' }],
    ['mcp__ipython__run', { code: 'import os\nos.system(\'node -e "require(1)"; rm -rf /home/dev/notes\')' }],
    ['mcp__lab__run_cell', { code: '!rm -rf /home/dev/notes' }],
    ['mcp__lab__run_cell', { code: 'x = 1\n!/bin/rm -rf /home/dev/notes' }],
    ['mcp__lab__run_cell', { code: '!x=/home/dev\nrm -rf $x/notes' }],
    ['mcp__lab__run_cell', { code: '%%bash\nrm -rf /home/dev/notes' }],
    ['mcp__lab__eval', { language: 'ruby', text: 'system("rm -rf /home/dev/notes")' }],
  ])('%s %j', (name, input) => {
    expect(deletes(name, input)).toBe(true)
  })

  it.each<[string, Record<string, unknown>]>([
    ['mcp__notes__add', { text: 'rm -rf /home/dev/notes' }],
    ['mcp__lab__eval', { language: 'python', text: 'a = "rm -rf /home/dev/notes"' }],
    ['mcp__score__evaluate', { text: 'please remove the notes: rm them all' }],
  ])('not %s %j', (name, input) => {
    expect(deletes(name, input)).toBe(false)
  })
})

describe('ordinary code', () => {
  it.each<[string, Record<string, unknown>]>([
    ['mcp__ipython__run', { code: 'import csv\nrows = list(csv.reader(open("a.csv")))  # x => y' }],
    ['mcp__lab__run_cell', { source: '!ls\nimport math\nprint(math.pi)' }],
    ['mcp__lab__run', { language: 'go', code: 'package main\nimport "fmt"\nfunc main() { fmt.Println(1) }' }],
    ['mcp__lab__run', { code: "import a from 'b'\nconst test = (x) => /home/.test(x)\nconsole.log(test('y'))" }],
  ])('runs, and does nothing else: %s %j', (name, input) => {
    const notes = createToolRecorder(name, fixedFacts())
    recordToolCall(name, input, notes.recorder)
    const kinds = new Set(notes.reading().effects.map(({ kind }) => kind))
    expect([...kinds].filter((kind) => kind !== 'run-code' && kind !== 'read-path')).toEqual([])
  })
})

describe('what a page is asked for is shown', () => {
  const exposes = (input: Record<string, unknown>) => {
    const notes = createToolRecorder('mcp__web__evaluate_script', fixedFacts())
    recordToolCall('mcp__web__evaluate_script', input, notes.recorder)
    return notes.reading().effects.some(({ kind }) => kind === 'expose-secret')
  }
  it.each([
    '() => document.cookie',
    '() => ({ all: { ...localStorage } })',
    'JSON.stringify(sessionStorage)',
    "() => localStorage.getItem('auth.jwt')",
    "() => localStorage.getItem('apiKey')",
    "() => sessionStorage.getItem('wallet.passphrase')",
  ])('%s: what signs its people in', (code) => {
    expect(exposes({ function: code })).toBe(true)
  })
  it.each([
    '() => document.title',
    "() => localStorage.getItem('colour-scheme')",
    "() => { localStorage.setItem('colour-scheme', 'dark') }",
    'document.body.innerText',
  ])('%s: nothing of the kind', (code) => {
    expect(exposes({ function: code })).toBe(false)
  })
})
