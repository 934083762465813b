import { isHelpOrDryRun } from '../../knowledge/lexicon/help-options.ts'
import { type NameRole, type OptionRole, optionRole, verbRole } from '../../knowledge/lexicon/role-words.ts'
import type { Effect } from '../effects.ts'
import { looksLikeFile, matching } from '../generic/word-shapes.ts'
import { commandBaseName } from '../interpret/base-name.ts'
import { sliceWord } from '../interpret/options.ts'
import type { CommandGrade } from '../interpret/program.ts'
import { programFor } from '../interpret/registry.ts'
import { type PathProtection, type PathUse, pathProtection } from '../paths/paths.ts'
import { lazy } from '../text/memoize.ts'
import { charactersIn, hasAnyCharacter } from '../text/word-characters.ts'
import type { Command, Word } from '../words.ts'
import { isElevated } from '../wrappers.ts'
import { isAddress, isPathLike, isUsedFile, type KeyedWord, pathsInWord, type Slot, slotsOf } from './argument-slots.ts'
import { commandRole, isSearch } from './command-role.ts'
import { isHandledDeeper } from './frame.ts'
import type { CoreRecorder } from './shell-recorder.ts'

/** What one command's reading told, beside its words. Most commands name no protected path: the rest is found out when it matters. */
interface CommandContext {
  readonly command: Command
  readonly recorder: CoreRecorder
  readonly proven: boolean
  readonly operands: readonly Slot[]
  readonly listed: boolean
  readonly act: NameRole
  readonly searches: () => boolean
  readonly keyed: boolean
  readonly amongProtected: () => boolean
}

/** A word that names a protected path, and is neither surely read nor already stated as a change, is stated as a touch. */
export function recordProtectedTouches(
  command: Command,
  grade: CommandGrade,
  from: number,
  recorder: CoreRecorder,
): void {
  const { frame } = recorder
  if (frame.place !== 'here' || command.name === undefined) return
  const { log } = frame.analysis
  const effects = log.effects.length > from ? log.effects.slice(from) : []
  if (effects.length > 0) recordDownloads(effects, recorder)
  recordListedPaths(command, recorder)
  const proven = grade === 'proven'
  if (proven ? !command.args.some(isLongOption) : namesNoPath(command, frame.facts.cwd)) return
  const { slots, options } = slotsOf(command.args)
  if (slots.length === 0 && command.assignments.length === 0) return
  if (
    proven &&
    !hasAnyCharacter(charactersIn(command.args), '=') &&
    !options.some((option) => optionRole(option) === 'write')
  )
    return
  const operands = slots.filter(({ kind, name }) => kind === 'operand' || (kind === 'loose' && isUnknownOption(name)))
  const listed = programFor(command.name) !== undefined
  const act = lazy(() => commandRole(command.name ?? '', slots, operands, options))
  const around: CommandContext = {
    ...{ command, recorder, proven, operands, listed },
    get act() {
      return act()
    },
    searches: () => !listed && isSearch(command, slots, options),
    keyed: slots.some(({ kind }) => kind === 'key'),
    amongProtected: lazy(() => isInProtectedFolder(command, recorder)),
  }
  const given = command.assignments.map(({ name, value }): Slot => ({ word: value, name, kind: 'key' }))
  const claims = new ClaimedPaths(effects)
  for (const slot of [...slots, ...given]) {
    // Of a program that changes nothing only the value of a long option can tell otherwise.
    if (proven && (slot.kind === 'key' || (slot.name?.length ?? 0) < 2)) continue
    if (isHandledDeeper(frame, slot.word)) continue
    for (const named of pathsInWord(slot.word)) recordProtectedWord(named, slot, around, claims)
    if (!around.listed) recordProtectedPair(slot, around, claims)
  }
}

/** Words without a sign of a path, in an ordinary folder: most commands are such, and none of them can be a protected path. */
function namesNoPath({ args, assignments, cwd }: Command, here: string): boolean {
  if (assignments.length > 0 || cwd !== here || cwd.includes('/.')) return false
  return !hasAnyCharacter(charactersIn(args), '/~.\\:=\0$')
}

/** By its first letters alone: `-x` is none. */
function isLongOption({ known }: Word): boolean {
  return known.length > 2 && known.startsWith('-')
}

function isUnknownOption(name: string | undefined): boolean {
  return name === undefined || optionRole(name) === undefined
}

/** Programs that take the names of files from their input and put the files themselves somewhere. */
const FILE_LIST_READERS = new Set([
  'cpio',
  'bsdcpio',
  'pax',
  'afio',
  'tar',
  'gtar',
  'bsdtar',
  'zip',
  'rsync',
  '7z',
  '7za',
  '7zz',
])

function recordListedPaths(command: Command, recorder: CoreRecorder): void {
  const { stdin } = command
  const listed = stdin.kind === 'value' ? stdin.value.paths : undefined
  if (listed === undefined || !FILE_LIST_READERS.has(commandBaseName(command))) return
  for (const word of listed) {
    const path = recorder.path(word)
    if (path.tags.includes('secret')) recorder.effect({ kind: 'read-path', path, list: false })
  }
}

function recordDownloads(effects: readonly Effect[], recorder: CoreRecorder): void {
  for (const effect of effects) {
    const { certainty, by } = effect
    const path = effect.kind === 'download' ? effect.to : effect.kind === 'write-path' ? effect.path : undefined
    const guard = path && pathProtection(path)
    if (!path || guard === undefined) continue
    if (effect.kind === 'download') {
      const role = guard === 'holder' ? 'unknown' : 'write'
      recorder.effect({ kind: 'touch-protected', path, role, certainty, by })
    } else if (guard === 'holder' && effect.kind === 'write-path' && effect.as !== 'folder')
      recorder.effect({ kind: 'touch-protected', path, role: 'unknown', certainty, by })
  }
}

class ClaimedPaths {
  readonly #changed = new Set<string>()
  readonly #read = new Set<string>()
  #effects: readonly Effect[]

  constructor(effects: readonly Effect[]) {
    this.#effects = effects
  }

  #gather(): void {
    const effects = this.#effects
    this.#effects = []
    for (const effect of effects) {
      switch (effect.kind) {
        case 'write-path':
        case 'delete-path':
        case 'change-mode':
        case 'touch-protected':
          if (effect.certainty !== 'possible') this.#changed.add(pathKey(effect.path))
          break
        case 'read-path':
          this.#read.add(pathKey(effect.path))
          break
        default:
      }
    }
  }

  changed(path: PathUse): boolean {
    this.#gather()
    const key = pathKey(path)
    if (this.#changed.has(key)) return true
    for (const known of this.#changed) if (known.startsWith(`${key}/`)) return true
    return false
  }

  /** `surely`: by an analyzer that also told what the command writes. */
  read(path: PathUse): 'surely' | 'perhaps' | undefined {
    this.#gather()
    if (!this.#read.has(pathKey(path))) return undefined
    return this.#changed.size > 0 ? 'surely' : 'perhaps'
  }
}

function pathKey({ real, text }: PathUse): string {
  return real ?? text
}

function recordProtectedWord({ word, key }: KeyedWord, slot: Slot, around: CommandContext, claims: ClaimedPaths): void {
  const { recorder, command } = around
  const said = slotOptionRole(slot, key)
  if (around.proven && said !== 'write') return
  if (!isPathLike(word) && said !== 'write' && !around.amongProtected()) return
  const path = recorder.path(word)
  const guard = pathProtection(path)
  if (guard === undefined || claims.changed(path)) return
  if (isHandledDeeper(recorder.frame, path)) return
  // Git's operands in the project are its own: what it does to them its analyzer tells.
  if (commandBaseName(command) === 'git' && path.zone === 'project') return
  const role = placeRole({ slot, said, guard, read: claims.read(path), path }, around)
  if (role === undefined) return
  recorder.effect({ kind: 'touch-protected', path, role })
}

/** `from:to` in one operand of a program that nobody knows; without a file before it, or a verb, it is as well `host:place`. */
function recordProtectedPair({ word, kind }: Slot, around: CommandContext, claims: ClaimedPaths): void {
  const { recorder, proven } = around
  if (kind === 'key' || proven || !word.known.includes(':')) return
  const { act } = around
  if (act === 'looks' || act === 'shows') return
  const [pair = ''] = /^[\w./~-]{1,200}:(?=[/~](?!\/))/.exec(word.known) ?? []
  const from = pair.slice(0, -1)
  const one = /^\d$/.test(from) && act === 'does'
  if ((pair.length < 3 && !one) || !(act === 'does' || looksLikeFile(from) || isTemplate(from))) return
  const path = recorder.path(sliceWord(word, pair.length))
  const guard = pathProtection(path)
  if (guard === undefined || guard === 'holder' || guard === 'kept') return
  if (!claims.changed(path)) recorder.effect({ kind: 'touch-protected', path, role: 'unknown' })
}

function isTemplate(name: string): boolean {
  return /\.\w*(?:tmpl|tpl|template|erb|j2|jinja2?|mustache|hbs|ejs|in|src|dist|sample)$/i.test(name)
}

/** The key next to the place says more than the option before it: `-o IdentityFile=…`, `--opt dest=…`. */
function slotOptionRole({ name }: Slot, key: string | undefined): OptionRole {
  const inner = key === undefined ? undefined : optionRole(key)
  if (inner === 'write') return 'write'
  if (key !== undefined && /^[A-Z][a-z]+[A-Z]/.test(key)) return 'read'
  return name === undefined ? inner : (optionRole(name) ?? inner)
}

function isInProtectedFolder({ cwd }: Command, recorder: CoreRecorder): boolean {
  return cwd !== undefined && pathProtection(recorder.pathOf(`${cwd}/x`)) !== undefined
}

interface ProtectedPlace {
  readonly slot: Slot
  readonly said: OptionRole
  readonly guard: PathProtection
  readonly read: ReturnType<ClaimedPaths['read']>
  readonly path: PathUse
}

type PlaceRole = 'write' | 'unknown' | undefined

function placeRole(place: ProtectedPlace, around: CommandContext): PlaceRole {
  const { slot, said, guard, read } = place
  const { act, proven, command } = around
  const long = (slot.name?.length ?? 0) > 1
  if (proven) return said === 'write' && long && slot.kind !== 'key' && !read ? 'write' : undefined
  if (read === 'surely') return undefined
  if (slot.kind === 'key' && isSettingKey(slot)) return undefined
  if (said === 'write') return guard === 'holder' ? 'unknown' : 'write'
  if (guard === 'holder') return isFilledFolder(place, around) ? 'unknown' : undefined
  if (guard === 'kept') {
    const raised = isElevated(command) && act === 'does' && said === undefined
    const actsAsCode = writesIntoGit(place, around) || setsGitConfig(place, around) || isForcedStateFile(place, around)
    return (raised && !read) || actsAsCode ? 'unknown' : undefined
  }
  if (guard === 'own') return said === undefined && (act === 'looks' || act === 'shows') ? undefined : 'unknown'
  if (said === 'read') return undefined
  const inputs = around.operands.some((other) => other !== slot && isPathLike(other.word))
  // One letter for "in place" or "in": alone with the file it is the former as often as not.
  if (said === 'input')
    return !inputs && (act === 'does' || (act === undefined && !around.listed && !isUsedFile(slot.name, slot.word)))
      ? 'unknown'
      : undefined
  if (said === 'soft') return act === 'does' || (inputs && act === undefined) ? 'unknown' : undefined
  if (slot.kind === 'key') return isAssignedVariable(slot, command) && act !== 'does' ? undefined : 'unknown'
  return operandRole(place, around)
}

/** From one file into another that git keeps for itself: `tool a .git/hooks/b`. */
function writesIntoGit({ slot, said, path, read }: ProtectedPlace, { operands, act, listed }: CommandContext): boolean {
  if (!path.tags.includes('git-internal') || path.zone !== 'project' || said !== undefined) return false
  if (act === 'looks' || act === 'shows' || operands.at(-1) !== slot) return false
  return operands.length > 1 && operands.slice(0, -1).some(({ word }) => isPathLike(word)) && !(read && listed)
}

function isForcedStateFile({ path, read }: ProtectedPlace, { command, act }: CommandContext): boolean {
  if (!path.tags.includes('state-file') || read || act === 'looks' || act === 'shows') return false
  return command.args.some(matching(/^(?:-f|--force)$/))
}

/** `--set .git/config section key value`. */
function setsGitConfig({ slot, path }: ProtectedPlace, { act, listed }: CommandContext): boolean {
  if (!path.tags.includes('git-internal') || path.zone !== 'project' || listed) return false
  return act === 'does' && slot.kind === 'loose' && slot.name !== undefined && verbRole(slot.name) === 'does'
}

const TARGET_OPTIONS = /^(?:t|to|into|target|target-?dir|target-?directory)$/

function isFilledFolder({ slot, said }: ProtectedPlace, around: CommandContext): boolean {
  const { act, listed } = around
  if (act === 'looks' || act === 'shows' || isHelpOrDryRun(around.command)) return false
  if (slot.name !== undefined && TARGET_OPTIONS.test(slot.name)) return !listed || act === 'does'
  return act === 'does' && said === undefined && isFetchCommand(around)
}

function isFetchCommand({ command, operands }: CommandContext): boolean {
  const words = [command.name ?? '', ...operands.slice(0, 3).map(({ word }) => word.known)]
  return words.some(
    matching(/download|clone|extract|unpack|unzip|untar|decompress|restore|pull|receive|checkout|link|stow|spread/),
  )
}

/** `-o IdentityFile=…`, `KUBECONFIG=…`: the key says what the file is for, and it is not that of an output. */
function isSettingKey({ name = '' }: Slot): boolean {
  return /^[A-Z][a-z]+[A-Z]/.test(name) && optionRole(name) !== 'write'
}

function isAssignedVariable({ name }: Slot, { assignments }: Command): boolean {
  return assignments.some((assignment) => assignment.name === name)
}

function operandRole({ slot, read }: ProtectedPlace, around: CommandContext): PlaceRole {
  const { act, listed, operands, command, recorder, keyed } = around
  if (act === 'does') return isLastAfterAddress(slot, operands) ? 'write' : 'unknown'
  const beside = slot.kind === 'option' || (slot.kind === 'loose' && operands.length > 1)
  if (act === 'looks' || (read && !beside) || (act === undefined && around.searches())) return undefined
  // The value of an option, with operands beside it: nothing says that it is one of them.
  if (beside) return act === 'shows' ? undefined : 'unknown'
  if (operands.length > 0 && operands.at(-1) !== slot) return undefined
  const before = operands.slice(0, -1).filter(({ kind, word }) => kind === 'operand' || isPathLike(word))
  // Several of a kind, of which nothing says that one is made of the others: `tool ~/.profile ~/.quuxrc`.
  if (act === undefined && !listed && areAllProtected(operands, recorder)) return undefined
  // From one file into another; from a pipe into a file. One that shows things may well be asked for a word in a file.
  if (before.some(({ word }) => isPathLike(word) && !isQueryProgram(word))) return 'unknown'
  if (act === 'shows' || before.some(({ word }) => isQueryProgram(word))) return undefined
  const given = keyed && !listed
  return before.length > 0 || listed || given || command.stdin.kind === 'value' ? 'unknown' : undefined
}

function areAllProtected(operands: readonly Slot[], recorder: CoreRecorder): boolean {
  if (operands.length < 2 || operands.length > 8) return false
  return operands.every(({ word }) => {
    const path = recorder.path(word)
    return path.zone === 'home' && pathProtection(path) === 'acting' && !path.tags.includes('secret')
  })
}

/** `tool https://… place`. */
function isLastAfterAddress(slot: Slot, operands: readonly Slot[]): boolean {
  return operands.at(-1) === slot && operands.some(({ word }) => isAddress(word))
}

/** `$1 == "x"`, `.hooks | keys`, `//a/text()`, `/^x/p`. */
function isQueryProgram({ known }: Word): boolean {
  if (/\$\w+\s*(?:[=!]=|=~|[<>])|[=!]=\s*["']/.test(known)) return true
  return !/[^=!<>]=[^=]|\b(?:del|set|delete|update|put|insert)\b/.test(known) && QUERY_SHAPE.test(known)
}

const QUERY_SHAPE =
  /^(?:\.[\w."-]*(?:\[.*|\s*\|.*)|\$[.[].*|\/\/[\w@*]+(?:\/|\[|\().*|\/[^/]+\/p|[\w ]*\{\s*print\b.*)$/s
