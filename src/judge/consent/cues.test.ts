import { describe, expect, it } from 'vitest'
import type { Entry } from '../../transcript/entries.ts'
import { readTurn } from './clauses.ts'
import { mayBound } from './cues.ts'

const said = (text: string): Entry => ({ kind: 'user', text, trusted: true })

/** One sentence for every form in which something is ruled out. */
const FORMS = [
  "Don't push.",
  'Don’t push.',
  'dont push',
  'Do not push.',
  'DO NOT PUSH',
  'You must never push.',
  "You shouldn't push.",
  'You cannot push.',
  'Under no circumstances push.',
  "I don't want you to push.",
  'Avoid pushing.',
  'Refrain from pushing.',
  'Hold off on pushing.',
  'Stop pushing.',
  'No pushing.',
  'Not pushing today.',
  "I'll push it myself.",
  'I will deploy manually.',
  'No deploys today.',
  'No network.',
  'Work offline.',
  'Fix it without pushing.',
  'Leave the docs alone.',
  'Hands off the database.',
  'Stay away from the database.',
  'Keep out of config/.',
  'The database is off-limits.',
  'The database is out of bounds.',
  'Keep job 32.',
  'Edit anything except config/prod.yaml.',
  'Edit all files excluding a.ts.',
  'Edit everything other than a.ts.',
  'Edit everything apart from a.ts.',
  'Edit everything but a.ts.',
  'Edit the tests, but not the sources.',
  'Only touch src/api.',
  'Limit your changes to src/api.',
  'Restrict yourself to src/api.',
  'Confine edits to src/api.',
  'Keep your changes within src/api.',
  "Don't edit anything outside src/api.",
]

describe('the words that a boundary needs', () => {
  it.each(FORMS)('%s', (text) => expect(mayBound(said(text))).toBe(true))

  it('the forms are such that are read as prohibitions', () => {
    const read = FORMS.filter((text) => readTurn(text).clauses.some(({ kind }) => kind === 'prohibition'))
    expect(read.length).toBeGreaterThan(30)
  })

  it.each(['go on', 'Run the tests and fix what fails.', 'Delete the folder drafts/old.', 'What does this do?'])(
    '%s needs no reading',
    (text) => expect(mayBound(said(text))).toBe(false),
  )

  it('answers and texts with tags are always read; what is not a turn never', () => {
    expect(mayBound({ kind: 'consent', question: 'Push?', answer: 'n' })).toBe(true)
    expect(mayBound(said('ne<b></b>ver push'))).toBe(true)
    expect(mayBound({ kind: 'user', text: "don't push", trusted: false })).toBe(true)
    expect(mayBound({ kind: 'harness', text: "don't push" })).toBe(false)
  })
})
