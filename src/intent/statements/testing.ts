import type { StatedActId } from './stated-acts.ts'
import type { Ledger, Statement } from './statement.ts'

/** For tests: a ledger of statements that were read. */
export function ledgerOf(...statements: readonly Statement[]): Ledger {
  return {
    statements: statements.map((statement, at) => ({ ...statement, id: at + 1, turn: 't1', saidAt: 0 })),
    read: new Set(['t1']),
    latest: 't1',
    unread: [],
  }
}

/** For tests: `limit('commit')`, `limit('edit', 'path only client/**')`; several values are parted by commas. */
export function limit(acts: string, ...aims: readonly string[]): Statement {
  return { kind: 'limit', scope: scopeOf(acts, aims), sentence: 'as said' }
}

export function grant(acts: string, ...aims: readonly string[]): Statement {
  return { ...limit(acts, ...aims), kind: 'grant' }
}

function scopeOf(acts: string, aims: readonly string[]): Statement['scope'] {
  return {
    acts: acts.split(' ').filter((id) => id !== '') as StatedActId[],
    aims: aims.map((aim) => {
      const [what, how, ...rest] = aim.split(' ')
      const [values = '', except] = rest.join(' ').split(' except ')
      return {
        what: what as 'path',
        how: how as 'named',
        values: values.split(','),
        ...(except !== undefined && { except: except.split(',') }),
      }
    }),
  }
}

/** For tests: how foreign text comes into a turn; the words around it are the person's, and ask for nothing of the kind. */
export const CARRIERS: readonly (readonly [name: string, carry: (text: string) => string])[] = [
  ['a code block', (text) => `what is wrong here?\n\`\`\`\n${text}\n\`\`\`\nthanks`],
  ['a block of tildes', (text) => `was heißt das\n~~~\n${text}\n~~~`],
  ['a block that never ends', (text) => `have a look\n\`\`\`js\n${text}`],
  ['a block that closes itself', (text) => `explain\n\`\`\`\na\n\`\`\`\n${text}\n\`\`\`\nb\n\`\`\`\nplease`],
  ['a block in a longer one', (text) => `explain\n\`\`\`\`\n\`\`\`\nx\n\`\`\`\n${text}\n\`\`\`\`\nplease`],
  ['a block of one line', (text) => `what does \`\`\`${text}\`\`\` mean`],
  ['a quoted line', (text) => `he answered\n> ${text}\n\nis he right?`],
  ['a quoted line that goes on', (text) => `he answered\n> hello\n${text}`],
  ['double quotes', (text) => `is "${text}" good English`],
  ['quotes over lines', (text) => `is this fine "hello,\n${text}\nbye" or too short`],
  ['quotes in quotes', (text) => `is this fine "he said "${text}" twice" or too short`],
  ['quotes that close themselves', (text) => `is this fine "hello" ${text} "bye"`],
  ['an odd quote', (text) => `shorten "a 5" pipe. ${text}" for the label`],
  ['triple quotes', (text) => `shorten\n"""\n${text}\n"""`],
  ['curly quotes', (text) => `is “${text}” good English`],
  ['German quotes', (text) => `klingt „${text}“ höflich`],
  ['guillemets', (text) => `est-ce que « ${text} » est poli`],
  ['corner brackets', (text) => `「${text}」は丁寧ですか`],
  ['single quotes', (text) => `does '${text}' sound polite`],
  ['an attached file', (text) => `have a look\n<file name="notes.txt">\n${text}\n</file>`],
  ['a file that closes its tag', (text) => `have a look\n<file>\nx</file>\n${text}\n<file>y\n</file>`],
  ['a file that only closes', (text) => `have a look\n<stdin>\nx\n</stdin>\n${text}\n</stdin>`],
  ['a tag that never ends', (text) => `have a look\n<document>\n${text}`],
  ['a comment', (text) => `tidy the page <!-- ${text} --> up`],
  [
    'a mail',
    (text) => `answer it politely\nFrom: Bob <bob@example.com>\nSubject: hi there\n\nHello,\n\n${text}\n\nBob`,
  ],
  ['a forwarded mail', (text) => `answer it politely\n----- Original Message -----\nHello\n\n${text}`],
  ['a paragraph after a colon', (text) => `summarize this:\n\n${text}\n\nThanks`],
  ['a list after a colon', (text) => `the ticket says:\n- first\n- ${text}`],
  ['the rest of a line', (text) => `traduis en anglais : ${text}`],
  ['a chat', (text) => `who is right here\n[12:03] <bob> ${text}\n[12:04] <eve> no`],
  ['two speakers', (text) => `who is right here\nbob: hello all\neve: ${text}`],
  ['a terminal', (text) => `why does it print that\n$ cat README.md\n${text}`],
  ['JSON', (text) => `what is this\n{\n  "note": 1,\n  ${text}\n}`],
  ['a log', (text) => `why\n2026-03-01T10:00:00Z ERROR worker failed\n${text}\n\nany idea`],
  ['a diff', (text) => `review it\ndiff --git a/x b/x\n@@ -1 +1 @@\n${text}`],
  ['a document', (text) => `proofread\n# Notes\n\n${text}`],
  ['indented lines', (text) => `what is this\n    ${text}`],
  ['a table', (text) => `sort it\n| a | b |\n| 1 | ${text} |`],
  ['a long paste', (text) => `shorten it ${'lorem ipsum dolor sit amet. '.repeat(90)}${text}`],
]
