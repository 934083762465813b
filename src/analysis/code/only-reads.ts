import { type NameRole, optionRole, programNameRole, verbRole } from '../../knowledge/lexicon/role-words.ts'
import type { CodeLanguage, EffectDraft } from '../effects.ts'
import { baseName } from '../interpret/base-name.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import type { PathUse } from '../paths/paths.ts'
import { classifyHost } from '../remote/hosts.ts'
import type { Value, Word } from '../words.ts'
import { isCompiled, mayChangeGiven } from './compiled.ts'
import { readCode } from './read-code.ts'

/** What a program may do to the places it is given. `writes`: to one of which nothing is known, perhaps to another than it reads. */
export type GivenAct = 'reads' | 'writes' | 'changes'

/** What the text of a program shows of that. Nothing of it is stated: what it does by itself is read where it runs. */
export function actOnGiven(text: string, file: string, language: CodeLanguage, recorder: EffectRecorder): GivenAct {
  if (isCompiled(file) && mayChangeGiven(text)) return 'changes'
  let act: GivenAct = 'reads'
  const note = (other: GivenAct) => {
    if (act === 'reads' || other === 'changes') act = other
  }
  const open = (known: boolean) => {
    if (!known) note('changes')
    return 'plain' as const
  }
  const isWhole = ({ text: whole }: Value | Word) => whole !== undefined && !whole.includes('$unknown_part')
  const silent: EffectRecorder = {
    ...recorder,
    effect: (draft) => note(deedOf(draft)),
    unknown: () => undefined,
    unread: () => undefined,
    onBranch: () => undefined,
    onSetting: () => undefined,
    runs: (words) => open(words.every(isWhole) || readsOpen(words)),
    runsShell: (shell) => open(isWhole(shell)),
    runsCode: (_, code) => open(isWhole(code)),
    runsFile: (path) => open(path.real !== undefined),
  }
  readCode(language, text, { recorder: silent, file, origin: 'session-file', loaded: true })
  return act
}

/** `ffmpeg -i PLACE`, `git -C PLACE log`: by what the program, its command or the option before it is called. */
function readsOpen(words: readonly Word[]): boolean {
  const [head, ...args] = words
  if (head?.text === undefined) return false
  const looks = [
    programNameRole(baseName(head.text)),
    ...args.slice(0, 4).map(({ text }) => (text === undefined ? undefined : (COMMANDS.get(text) ?? verbRole(text)))),
  ]
  if (looks.includes('does')) return false
  if (looks.some((says) => says === 'looks' || says === 'shows')) return true
  return args.every(
    ({ text }, at) =>
      text !== undefined ||
      /^(?:read|input)$/.test(optionRole(args[at - 1]?.text?.replace(/^-+(?=\w)/, '') ?? '') ?? ''),
  )
}

/** Commands of version control that have names of their own. */
const COMMANDS: ReadonlyMap<string, NameRole> = new Map(
  'log blame rev-parse rev-list shortlog cat-file for-each-ref'.split(' ').map((name) => [name, 'looks']),
)

const isOpen = ({ real, dynamic, zone }: PathUse): boolean => real === undefined || dynamic || zone === 'unknown'

function deedOf(draft: EffectDraft): GivenAct {
  switch (draft.kind) {
    case 'delete-path':
    case 'change-mode':
    case 'touch-protected':
      return isOpen(draft.path) ? 'changes' : 'reads'
    case 'write-path':
      if (!isOpen(draft.path)) return 'reads'
      return draft.how === 'overwrite' || draft.how === 'create' || draft.how === 'append' ? 'writes' : 'changes'
    case 'send-data':
      return classifyHost(draft.host) === 'loopback' || draft.payload.every(({ kind }) => kind === 'literal')
        ? 'reads'
        : 'changes'
    case 'run-code':
      return draft.read ? 'reads' : 'changes'
    default:
      return 'reads'
  }
}
