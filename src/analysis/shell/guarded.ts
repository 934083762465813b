import { baseName, baseOf } from '../base-name.ts'
import type { Effect } from '../effects.ts'
import { isRaised } from '../layers.ts'
import { guardOf, type PathUse, type PlaceGuard } from '../paths.ts'
import { part } from '../programs/options.ts'
import type { Standing } from '../programs/program.ts'
import { programFor } from '../programs/registry.ts'
import { isFile, like } from '../programs/unlisted/shapes.ts'
import { once } from '../remembered.ts'
import { type NameDeed, nameSays, optionSays, type Says, verbSays } from '../role-words.ts'
import { asksOnly } from '../verbs.ts'
import { hasAny, signsIn } from '../word-signs.ts'
import type { Command, Word } from '../words.ts'
import { wasHanded } from './frame.ts'
import type { CoreScribe } from './scribe.ts'
import { isAddress, isPlaceLike, isUsedFile, type Named, placesIn, type Slot, slotsOf } from './slots.ts'

/** What one command's reading told, beside its words. Most commands name nothing guarded: the rest is found out when it matters. */
interface Around {
  readonly command: Command
  readonly scribe: CoreScribe
  readonly proven: boolean
  readonly operands: readonly Slot[]
  readonly listed: boolean
  readonly deed: NameDeed
  readonly searches: () => boolean
  readonly keyed: boolean
  readonly amongGuarded: () => boolean
}

/** A word that names a guarded place, and is neither surely read nor already stated as a change, is stated as a touch. */
export function stateGuarded(command: Command, standing: Standing, from: number, scribe: CoreScribe): void {
  const { frame } = scribe
  if (frame.place !== 'here' || command.name === undefined) return
  const { book } = frame.analysis
  const effects = book.effects.length > from ? book.effects.slice(from) : []
  if (effects.length > 0) stateDownloads(effects, scribe)
  stateFed(command, scribe)
  const proven = standing === 'proven'
  if (proven ? !command.args.some(isLongOption) : namesNoPlace(command, frame.facts.cwd)) return
  const { slots, options } = slotsOf(command.args)
  if (slots.length === 0 && command.assignments.length === 0) return
  if (proven && !hasAny(signsIn(command.args), '=') && !options.some((option) => optionSays(option) === 'write')) return
  const operands = slots.filter(({ kind, name }) => kind === 'operand' || (kind === 'loose' && isOpen(name)))
  const listed = programFor(command.name) !== undefined
  const deed = once(() => deedOf(command.name ?? '', slots, operands, options))
  const around: Around = {
    ...{ command, scribe, proven, operands, listed },
    get deed() {
      return deed()
    },
    searches: () => !listed && isSearch(command, slots, options),
    keyed: slots.some(({ kind }) => kind === 'key'),
    amongGuarded: once(() => isAmongGuarded(command, scribe)),
  }
  const given = command.assignments.map(({ name, value }): Slot => ({ word: value, name, kind: 'key' }))
  const claims = new Claims(effects)
  for (const slot of [...slots, ...given]) {
    // Of a program that changes nothing only the value of a long option can tell otherwise.
    if (proven && (slot.kind === 'key' || (slot.name?.length ?? 0) < 2)) continue
    if (wasHanded(frame, slot.word)) continue
    for (const named of placesIn(slot.word)) stateWord(named, slot, around, claims)
    if (!around.listed) statePair(slot, around, claims)
  }
}

/** Words without a sign of a path, in an ordinary folder: most commands are such, and none of them can be a guarded place. */
function namesNoPlace({ args, assignments, cwd }: Command, here: string): boolean {
  if (assignments.length > 0 || cwd !== here || cwd.includes('/.')) return false
  return !hasAny(signsIn(args), '/~.\\:=\0$')
}

/** By its first letters alone: `-x` is none. */
function isLongOption({ known }: Word): boolean {
  return known.length > 2 && known.startsWith('-')
}

function isOpen(name: string | undefined): boolean {
  return name === undefined || optionSays(name) === undefined
}

/** Programs that take the names of files from their input and put the files themselves somewhere. */
const FED = new Set(['cpio', 'bsdcpio', 'pax', 'afio', 'tar', 'gtar', 'bsdtar', 'zip', 'rsync', '7z', '7za', '7zz'])

function stateFed(command: Command, scribe: CoreScribe): void {
  const { stdin } = command
  const listed = stdin.kind === 'value' ? stdin.value.paths : undefined
  if (listed === undefined || !FED.has(baseOf(command))) return
  for (const word of listed) {
    const path = scribe.path(word)
    if (path.tags.includes('secret')) scribe.effect({ kind: 'read-path', path, list: false })
  }
}

function stateDownloads(effects: readonly Effect[], scribe: CoreScribe): void {
  for (const effect of effects) {
    const { certainty, by } = effect
    const path = effect.kind === 'download' ? effect.to : effect.kind === 'write-path' ? effect.path : undefined
    const guard = path && guardOf(path)
    if (!path || guard === undefined) continue
    if (effect.kind === 'download') {
      const role = guard === 'holder' ? 'unknown' : 'write'
      scribe.effect({ kind: 'touch-guarded', path, role, certainty, by })
    } else if (guard === 'holder' && effect.kind === 'write-path' && effect.as !== 'folder')
      scribe.effect({ kind: 'touch-guarded', path, role: 'unknown', certainty, by })
  }
}

class Claims {
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
        case 'touch-guarded':
          if (effect.certainty !== 'possible') this.#changed.add(keyOf(effect.path))
          break
        case 'read-path':
          this.#read.add(keyOf(effect.path))
          break
        default:
      }
    }
  }

  changed(path: PathUse): boolean {
    this.#gather()
    const key = keyOf(path)
    if (this.#changed.has(key)) return true
    for (const known of this.#changed) if (known.startsWith(`${key}/`)) return true
    return false
  }

  /** `surely`: by a reader that also told what the command writes. */
  read(path: PathUse): 'surely' | 'perhaps' | undefined {
    this.#gather()
    if (!this.#read.has(keyOf(path))) return undefined
    return this.#changed.size > 0 ? 'surely' : 'perhaps'
  }
}

function keyOf({ real, text }: PathUse): string {
  return real ?? text
}

function stateWord({ word, key }: Named, slot: Slot, around: Around, claims: Claims): void {
  const { scribe, command } = around
  const said = saidOf(slot, key)
  if (around.proven && said !== 'write') return
  if (!isPlaceLike(word) && said !== 'write' && !around.amongGuarded()) return
  const path = scribe.path(word)
  const guard = guardOf(path)
  if (guard === undefined || claims.changed(path)) return
  if (wasHanded(scribe.frame, path)) return
  // Git's operands in the project are its own: what it does to them its reader tells.
  if (baseOf(command) === 'git' && path.zone === 'project') return
  const role = roleOf({ slot, said, guard, read: claims.read(path), path }, around)
  if (role === undefined) return
  scribe.effect({ kind: 'touch-guarded', path, role })
}

/** `from:to` in one operand of a program that nobody knows; without a file before it, or a verb, it is as well `host:place`. */
function statePair({ word, kind }: Slot, around: Around, claims: Claims): void {
  const { scribe, proven } = around
  if (kind === 'key' || proven || !word.known.includes(':')) return
  const { deed } = around
  if (deed === 'looks' || deed === 'shows') return
  const [pair = ''] = /^[\w./~-]{1,200}:(?=[/~](?!\/))/.exec(word.known) ?? []
  const from = pair.slice(0, -1)
  const one = /^\d$/.test(from) && deed === 'does'
  if ((pair.length < 3 && !one) || !(deed === 'does' || isFile(from) || isTemplate(from))) return
  const path = scribe.path(part(word, pair.length))
  const guard = guardOf(path)
  if (guard === undefined || guard === 'holder' || guard === 'kept') return
  if (!claims.changed(path)) scribe.effect({ kind: 'touch-guarded', path, role: 'unknown' })
}

function isTemplate(name: string): boolean {
  return /\.\w*(?:tmpl|tpl|template|erb|j2|jinja2?|mustache|hbs|ejs|in|src|dist|sample)$/i.test(name)
}

/** The key next to the place says more than the option before it: `-o IdentityFile=…`, `--opt dest=…`. */
function saidOf({ name }: Slot, key: string | undefined): Says {
  const inner = key === undefined ? undefined : optionSays(key)
  if (inner === 'write') return 'write'
  if (key !== undefined && /^[A-Z][a-z]+[A-Z]/.test(key)) return 'read'
  return name === undefined ? inner : (optionSays(name) ?? inner)
}

function isAmongGuarded({ cwd }: Command, scribe: CoreScribe): boolean {
  return cwd !== undefined && guardOf(scribe.pathOf(`${cwd}/x`)) !== undefined
}

interface Place {
  readonly slot: Slot
  readonly said: Says
  readonly guard: PlaceGuard
  readonly read: ReturnType<Claims['read']>
  readonly path: PathUse
}

type Role = 'write' | 'unknown' | undefined

function roleOf(place: Place, around: Around): Role {
  const { slot, said, guard, read } = place
  const { deed, proven, command } = around
  const long = (slot.name?.length ?? 0) > 1
  if (proven) return said === 'write' && long && slot.kind !== 'key' && !read ? 'write' : undefined
  if (read === 'surely') return undefined
  if (slot.kind === 'key' && isSetting(slot)) return undefined
  if (said === 'write') return guard === 'holder' ? 'unknown' : 'write'
  if (guard === 'holder') return isFilled(place, around) ? 'unknown' : undefined
  if (guard === 'kept') {
    const raised = isRaised(command) && deed === 'does' && said === undefined
    const told = endsInGit(place, around) || isSetInGit(place, around) || isForced(place, around)
    return (raised && !read) || told ? 'unknown' : undefined
  }
  if (guard === 'own') return said === undefined && (deed === 'looks' || deed === 'shows') ? undefined : 'unknown'
  if (said === 'read') return undefined
  const inputs = around.operands.some((other) => other !== slot && isPlaceLike(other.word))
  // One letter for "in place" or "in": alone with the file it is the former as often as not.
  if (said === 'input')
    return !inputs && (deed === 'does' || (deed === undefined && !around.listed && !isUsedFile(slot.name, slot.word)))
      ? 'unknown'
      : undefined
  if (said === 'soft') return deed === 'does' || (inputs && deed === undefined) ? 'unknown' : undefined
  if (slot.kind === 'key') return isGiven(slot, command) && deed !== 'does' ? undefined : 'unknown'
  return operandRole(place, around)
}

/** From one file into another that git keeps for itself: `tool a .git/hooks/b`. */
function endsInGit({ slot, said, path, read }: Place, { operands, deed, listed }: Around): boolean {
  if (!path.tags.includes('git-internal') || path.zone !== 'project' || said !== undefined) return false
  if (deed === 'looks' || deed === 'shows' || operands.at(-1) !== slot) return false
  return operands.length > 1 && operands.slice(0, -1).some(({ word }) => isPlaceLike(word)) && !(read && listed)
}

function isForced({ path, read }: Place, { command, deed }: Around): boolean {
  if (!path.tags.includes('state-file') || read || deed === 'looks' || deed === 'shows') return false
  return command.args.some(like(/^(?:-f|--force)$/))
}

/** `--set .git/config section key value`. */
function isSetInGit({ slot, path }: Place, { deed, listed }: Around): boolean {
  if (!path.tags.includes('git-internal') || path.zone !== 'project' || listed) return false
  return deed === 'does' && slot.kind === 'loose' && slot.name !== undefined && verbSays(slot.name) === 'does'
}

const FILLED = /^(?:t|to|into|target|target-?dir|target-?directory)$/

function isFilled({ slot, said }: Place, around: Around): boolean {
  const { deed, listed } = around
  if (deed === 'looks' || deed === 'shows' || asksOnly(around.command)) return false
  if (slot.name !== undefined && FILLED.test(slot.name)) return !listed || deed === 'does'
  return deed === 'does' && said === undefined && fetches(around)
}

function fetches({ command, operands }: Around): boolean {
  const words = [command.name ?? '', ...operands.slice(0, 3).map(({ word }) => word.known)]
  return words.some(
    like(/download|clone|extract|unpack|unzip|untar|decompress|restore|pull|receive|checkout|link|stow|spread/),
  )
}

/** `-o IdentityFile=…`, `KUBECONFIG=…`: the key says what the file is for, and it is not that of an output. */
function isSetting({ name = '' }: Slot): boolean {
  return /^[A-Z][a-z]+[A-Z]/.test(name) && optionSays(name) !== 'write'
}

function isGiven({ name }: Slot, { assignments }: Command): boolean {
  return assignments.some((assignment) => assignment.name === name)
}

function operandRole({ slot, read }: Place, around: Around): Role {
  const { deed, listed, operands, command, scribe, keyed } = around
  if (deed === 'does') return isLastAfterAddress(slot, operands) ? 'write' : 'unknown'
  const beside = slot.kind === 'option' || (slot.kind === 'loose' && operands.length > 1)
  if (deed === 'looks' || (read && !beside) || (deed === undefined && around.searches())) return undefined
  // The value of an option, with operands beside it: nothing says that it is one of them.
  if (beside) return deed === 'shows' ? undefined : 'unknown'
  if (operands.length > 0 && operands.at(-1) !== slot) return undefined
  const before = operands.slice(0, -1).filter(({ kind, word }) => kind === 'operand' || isPlaceLike(word))
  // Several of a kind, of which nothing says that one is made of the others: `tool ~/.profile ~/.quuxrc`.
  if (deed === undefined && !listed && areAllGuarded(operands, scribe)) return undefined
  // From one file into another; from a pipe into a file. One that shows things may well be asked for a word in a file.
  if (before.some(({ word }) => isPlaceLike(word) && !isProgram(word))) return 'unknown'
  if (deed === 'shows' || before.some(({ word }) => isProgram(word))) return undefined
  const given = keyed && !listed
  return before.length > 0 || listed || given || command.stdin.kind === 'value' ? 'unknown' : undefined
}

function areAllGuarded(operands: readonly Slot[], scribe: CoreScribe): boolean {
  if (operands.length < 2 || operands.length > 8) return false
  return operands.every(({ word }) => {
    const path = scribe.path(word)
    return path.zone === 'home' && guardOf(path) === 'acting' && !path.tags.includes('secret')
  })
}

/** `tool https://… place`. */
function isLastAfterAddress(slot: Slot, operands: readonly Slot[]): boolean {
  return operands.at(-1) === slot && operands.some(({ word }) => isAddress(word))
}

const PUTS = /^(?:set|put|write|insert|delete|update|replace|rm|mv|append)$/

function deedOf(name: string, slots: readonly Slot[], operands: readonly Slot[], options: readonly string[]): NameDeed {
  const plain = operands.map(({ word }) => word.known)
  // `-s set place`: one letter may be a flag before the verb.
  const behind = slots.filter(
    ({ kind, name: option, word }) => kind === 'loose' && option?.length === 1 && PUTS.test(word.known),
  )
  const verbs = [...behind.map(({ word }) => word.known), ...plain].filter(like(/^[A-Za-z][\w:-]{0,40}$/)).slice(0, 3)
  const said = verbs.map(verbSays).find((deed) => deed !== undefined)
  // Beside a verb that looks, what is given a text speaks of that text: `--transform 'Sshd incl x' print …`.
  const text = (option: string) => slots.some((slot) => slot.name === option && /\S\s+\S/.test(slot.word.known))
  const flags = options
    .filter((option) => option.length > 1 && optionSays(option) !== 'write' && !(said === 'looks' && text(option)))
    .map(verbSays)
  if (options.some(like(/^(?:check|dry-?run)$/))) return 'looks'
  // `-w 120` is a width.
  const writes = options.includes('w') && !slots.some((slot) => slot.name === 'w' && /^\d+$/.test(slot.word.known))
  if (flags.includes('does') || writes) return 'does'
  // One letter of formatters for the difference, or for the names of what is not in order.
  if (/fmt|format/.test(baseName(name)) && options.some(like(/^[dl]$/))) return 'looks'
  if (flags.includes('looks') || options.includes('get')) return 'looks'
  if (said !== undefined) return said
  const script = plain.find(like(/\.(?:py|sh|js|ts|rb|pl|mjs)$/))
  return (script === undefined ? undefined : nameSays(baseName(script))) ?? nameOf(name, verbs[0])
}

function nameOf(name: string, first: string | undefined): NameDeed {
  const base = baseName(name)
  return (
    (/^(?:npx|bunx|pnpx|uvx|pipx|dlx)$/.test(base) && first !== undefined ? nameSays(first) : undefined) ??
    nameSays(base)
  )
}

const LETTERS = /^(?:[nlcerHhE]|[nlcerHhEis]{2,4})$/
const PATTERN = /^[\w^$.*+?|\\<>:@ -]{1,80}$/

/** `tool -n pattern file file`: by its shape it looks for something, and nothing says that it writes. */
function isSearch(command: Command, slots: readonly Slot[], options: readonly string[]): boolean {
  const [option = '', ...more] = options
  if (more.length > 0 || !LETTERS.test(option) || isRaised(command) || command.stdin.kind === 'value') return false
  const [pattern, ...files] = slots
  if (pattern?.kind !== 'loose' || !PATTERN.test(pattern.word.known) || isPlaceLike(pattern.word)) return false
  return (
    command.args[0]?.known === `-${option}` &&
    files.length > 0 &&
    files.every(({ kind, word }) => kind === 'operand' && isPlaceLike(word) && !isAddress(word))
  )
}

/** `$1 == "x"`, `.hooks | keys`, `//a/text()`, `/^x/p`. */
function isProgram({ known }: Word): boolean {
  if (/\$\w+\s*(?:[=!]=|=~|[<>])|[=!]=\s*["']/.test(known)) return true
  return !/[^=!<>]=[^=]|\b(?:del|set|delete|update|put|insert)\b/.test(known) && PICKS.test(known)
}

const PICKS = /^(?:\.[\w."-]*(?:\[.*|\s*\|.*)|\$[.[].*|\/\/[\w@*]+(?:\/|\[|\().*|\/[^/]+\/p|[\w ]*\{\s*print\b.*)$/s
