import { readCompiled } from '../../code/compiled.ts'
import type { Word } from '../../words.ts'
import type { Spec } from '../form/form.ts'
import { runScript } from '../interpreters/scripts.ts'
import type { Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { type BuildCall, building, optionValues, runsWritten, separated } from './tool.ts'

function run(call: BuildCall): Standing {
  const texts = optionValues(call.args, ['-e'])
  if (texts.length > 0) return weakest(...texts.map((word) => inline(word, call)))
  const file = separated(call.args).find((word) => /\.swift$/.test(word.known))
  return file ? runScript(file, { language: 'other', wrapper: 'swift' }, call.scribe) : 'expected'
}

function inline(word: Word, { scribe }: BuildCall): Standing {
  const { text } = word
  const reading = text === undefined ? undefined : readCompiled(text, scribe, 'inline.swift')
  scribe.effect({
    kind: 'run-code',
    language: 'other',
    origin: text === undefined ? 'dynamic' : 'inline',
    read: reading?.read ?? false,
    host: undefined,
    by: 'swift -e',
  })
  return reading?.standing ?? 'unknown'
}

export const SWIFT: Spec = building({
  names: 'swift',
  hands: 'run/* *.swift',
  rules: [
    ['build|package|format', 'read'],
    ['test', runsWritten(/(?:^|\/)Tests\/.*\.swift$|(?:^|\/)Package\.swift$/)],
    ['run', runsWritten(/(?:^|\/)Sources\/.*\.swift$|(?:^|\/)Package\.swift$/)],
    ['**', run],
  ],
  examples: { match: ["swift -e 'print(1)'"], pass: ['swift build', 'swift test'] },
})
