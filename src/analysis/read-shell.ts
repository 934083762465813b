import type { ShellReading, TextRead, Unknown } from './action.ts'
import type { CodeLanguage, Effect, EffectDraft } from './effects.ts'
import type { Facts } from './facts.ts'
import { pathUse } from './path-use.ts'
import type { PathUse } from './paths.ts'
import type { RunOptions, Scribe, Standing } from './programs/program.ts'
import { programFor } from './programs/registry.ts'
import { newScope, type Scope } from './shell/scope.ts'
import { literal, walkShell } from './shell/walk.ts'
import type { Command, Value, Word } from './words.ts'

const MAX_LENGTH = 256 * 1024
const MAX_DEPTH = 32

const ORDER: readonly Standing[] = ['proven', 'expected', 'plain', 'unknown']

function weaker(left: Standing, right: Standing): Standing {
  return ORDER.indexOf(right) > ORDER.indexOf(left) ? right : left
}

/** Everything one analysis collects, shared by all its layers. */
interface Book {
  readonly commands: Command[]
  readonly effects: Effect[]
  readonly unknowns: Unknown[]
  readonly reads: TextRead[]
  standing: Standing
}

/** Reads a shell text: what would run, and what that would do. Never throws. */
export function readShell(text: string, facts: Facts): ShellReading {
  const book: Book = { commands: [], effects: [], unknowns: [], reads: [], standing: 'proven' }
  if (text.length > MAX_LENGTH) book.unknowns.push({ why: 'longer than 256 kB', span: { start: 0, end: text.length } })
  else readLayer({ text, sources: [] }, { book, facts, via: [], depth: 0, cwd: facts.cwd })
  const clean = book.unknowns.length === 0
  const grade = clean && (book.standing === 'proven' || book.standing === 'expected') ? book.standing : undefined
  return { ...book, grade }
}

interface Layer {
  readonly book: Book
  readonly facts: Facts
  readonly via: readonly string[]
  readonly depth: number
  readonly cwd: string | undefined
}

function readLayer(text: Value, layer: Layer): Standing {
  const { book, depth } = layer
  if (depth > MAX_DEPTH || text.text === undefined) {
    book.unknowns.push({ why: depth > MAX_DEPTH ? 'nested too deep' : 'text not known', span: { start: 0, end: 0 } })
    return 'unknown'
  }
  let standing: Standing = 'proven'
  walkShell(
    text.text,
    newScope(layer.cwd),
    {
      command: (command, scope) => {
        const [own, output] = readCommand(command, scope, layer)
        standing = weaker(standing, own)
        return output
      },
      unknown: (why, start, end) => book.unknowns.push({ why, span: { start, end } }),
    },
    { stdin: { kind: 'inherited' }, stdout: 'terminal', background: false, via: layer.via },
  )
  book.standing = weaker(book.standing, standing)
  return standing
}

function readCommand(command: Command, _scope: Scope, layer: Layer): [Standing, Value] {
  const { book } = layer
  book.commands.push(command)
  const scribe = scribeFor(command, layer)
  const program = command.name === undefined ? undefined : programFor(command.name)
  let standing: Standing = 'plain'
  if (program) standing = program.read(command, scribe)
  else if (command.name !== undefined) {
    scribe.effect({ kind: 'run-program', program: command.name, identity: 'unknown' })
    standing = 'unknown'
  }
  if (standing === 'unknown')
    book.unknowns.push({ why: `${command.name ?? 'a command'} is not understood`, span: command.span })
  const output = program?.output?.(command, scribe) ?? {
    text: undefined,
    sources: [{ kind: 'command' as const, program: command.name ?? '?', secret: false }],
  }
  for (const redirect of command.redirects) {
    if (redirect.kind !== 'write' && redirect.kind !== 'append') continue
    const path = scribe.path(redirect.target)
    if (path.tags.includes('null-device')) continue
    scribe.effect({
      kind: 'write-path',
      path,
      how: redirect.kind === 'append' ? 'append' : 'overwrite',
      content: output.text,
      by: '>',
    })
    standing = weaker(standing, path.zone === 'project' || path.zone === 'temp' ? 'expected' : 'plain')
  }
  return [standing, output]
}

function scribeFor(command: Command, layer: Layer): Scribe {
  const { book, facts } = layer
  const from = command.cwd
  const pathOfWord = (word: Word): PathUse => pathUse(word, from, facts)
  const inner = (wrapper: string, options?: RunOptions): Layer => ({
    ...layer,
    via: [...layer.via, wrapper],
    depth: layer.depth + 1,
    cwd: options?.cwd ?? command.cwd,
  })
  return {
    facts,
    effect: (draft: EffectDraft) => {
      book.effects.push({
        certainty: 'certain',
        by: command.name ?? '?',
        ...draft,
        span: command.span,
        via: command.via,
      } as Effect)
    },
    path: pathOfWord,
    pathOf: (text) => pathOfWord(literal(text, command.span)),
    runs: (words, wrapper, options) => {
      const [head, ...args] = words
      if (!head) return 'plain'
      const layerInside = inner(wrapper, options)
      const [standing] = readCommand(
        { ...command, name: head.text, head, args, assignments: [], redirects: [], via: layerInside.via },
        newScope(command.cwd),
        layerInside,
      )
      return standing
    },
    runsShell: (text, wrapper, options) => readLayer(text, inner(wrapper, options)),
    runsCode: (language: CodeLanguage, _text, wrapper) => {
      book.effects.push({
        kind: 'run-code',
        language,
        origin: 'inline',
        read: false,
        host: undefined,
        span: command.span,
        via: [...command.via, wrapper],
        certainty: 'certain',
        by: command.name ?? '?',
      })
      return 'unknown'
    },
    runsFile: (path, language, wrapper) => {
      book.effects.push({
        kind: 'run-code',
        language: language ?? 'other',
        origin: path.zone === 'project' ? 'project-file' : 'outside-file',
        read: false,
        host: undefined,
        span: command.span,
        via: [...command.via, wrapper],
        certainty: 'certain',
        by: command.name ?? '?',
      })
      return 'unknown'
    },
    unknown: (why) => book.unknowns.push({ why, span: command.span }),
    readText: (path) => {
      const fact = facts.text(path)
      if (fact.kind !== 'text') return undefined
      book.reads.push({ path, hash: fact.hash })
      return fact.text
    },
  }
}
