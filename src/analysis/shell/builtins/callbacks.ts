import { OTHER_LAYER } from '../../layers.ts'
import { readOptions } from '../../programs/options.ts'
import type { Standing } from '../../programs/program.ts'
import { programFor } from '../../programs/registry.ts'
import { weakest } from '../../programs/standing.ts'
import { like } from '../../programs/unlisted/shapes.ts'
import type { Value, Word } from '../../words.ts'
import { evaluateWord } from '../arithmetic.ts'
import type { Call } from '../dispatch.ts'
import { type Frame, lessCertain, noteHidden, noteUnknown, noteUnread } from '../frame.ts'
import { hostFor } from '../host.ts'
import { LIMITS } from '../limits.ts'
import { resolveProgram } from '../resolve.ts'
import { scribeFor, within } from '../scribe.ts'
import { NOTHING } from '../values.ts'
import type { Builtin } from './index.ts'

export function runCallback(text: Value, call: Call, wrapper: string, certain = true): Standing {
  const { frame, command } = call
  if (frame.depth >= LIMITS.depth) {
    noteUnread(frame, 'nested too deep', command.span)
    return 'unknown'
  }
  const certainty = certain ? frame.certainty : lessCertain(frame.certainty, 'likely')
  const inner: Frame = {
    ...frame,
    via: [...frame.via, wrapper],
    through: [...frame.through, OTHER_LAYER],
    depth: frame.depth + 1,
    certainty,
  }
  const [standing] = frame.analysis.reader.readLayer(text, inner, scribeFor(within(command, inner), inner))
  return weakest('plain', standing)
}

const COMPLETION = { flags: '-abcdefgjksuvEDIpr', values: '-oAGWFCXPS' } as const

/** `compgen -C cmd`, `-F function` and the expansions of `-W` run now; those of `complete` when a person asks. */
const completion: Builtin = (call, scribe) => {
  const { command, frame } = call
  const name = command.name ?? 'compgen'
  const now = name === 'compgen'
  const options = readOptions(command.args, COMPLETION)
  let standing: Standing = resolveProgram(call, scribe).standing
  for (const word of options.values('C', 'F')) standing = weakest(standing, runCallback(word, call, `${name} -C`, now))
  for (const word of options.values('W')) {
    if (word.text === undefined || !/[$`]/.test(word.text)) continue
    noteUnknown(frame, 'words that run code', command.span)
    hostFor(frame).hidden({ text: word.text, sources: word.sources })
  }
  return { standing, output: { text: undefined, sources: [{ kind: 'command', program: name, secret: false }] } }
}

/** `hash -p path name`: the name runs that path from now on. */
const hash: Builtin = (call, scribe) => {
  const options = readOptions(call.command.args, { flags: '-ldtr', values: '-p' })
  const path = options.value('p')
  if (path) for (const word of options.operands) standsFor(word.text, path, call.frame)
  return { ...resolveProgram(call, scribe), output: NOTHING }
}

export function standsFor(name: string | undefined, target: Word, frame: Frame): void {
  noteUnknown(frame, 'a name that is bound to another program', target.span)
  const bound = target.text?.slice(target.text.lastIndexOf('/') + 1)
  if (name !== undefined && bound !== name && target.text?.includes('/') && programFor(name))
    noteHidden(frame, `${name} stands for ${target.raw.slice(0, 60)}`, target.span)
  if (name !== undefined) frame.scope.aliases.set(name, target.text ?? '${_NOT_KNOWN_}')
}

/** `bind -x '"\C-x": cmd'` runs when a person presses the key. */
const bind: Builtin = (call, scribe) => {
  const at = call.command.args.findIndex(like(/^-[a-z]*x$/))
  const word = at < 0 ? undefined : call.command.args[at + 1]
  const outcome = resolveProgram(call, scribe)
  if (!word) return outcome
  const text = word.text?.replace(/^[^:]*:/, '')
  return { ...outcome, standing: weakest(outcome.standing, runCallback({ ...word, text }, call, 'bind -x', false)) }
}

const letWords: Builtin = (call) => {
  const host = hostFor(call.frame)
  for (const word of call.command.args) evaluateWord(word, host)
  return { standing: 'proven', output: NOTHING }
}

export const CALLBACKS: readonly (readonly [string, Builtin])[] = [
  ['compgen', completion],
  ['complete', completion],
  ['hash', hash],
  ['bind', bind],
  ['let', letWords],
]
