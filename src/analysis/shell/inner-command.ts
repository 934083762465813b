import { baseName, baseOf } from '../base-name.ts'
import type { Effect } from '../effects.ts'
import { stateSpeaks } from '../own-terminals.ts'
import { part } from '../programs/options.ts'
import { familyFor, programFor } from '../programs/registry.ts'
import { isSoughtCode, like } from '../programs/unlisted/shapes.ts'
import { nameSays, optionSays, verbSays } from '../role-words.ts'
import { asksOnly, wordsOf } from '../verbs.ts'
import type { Command, Value, Word } from '../words.ts'
import { programBehind } from './carried-program.ts'
import type { Call } from './dispatch.ts'
import { lessCertain } from './frame.ts'
import { type CoreScribe, scribeFor } from './scribe.ts'
import { isPlaceLike, type Slot, slotsOf } from './slots.ts'

const PASSING = new Set(
  'setarch caffeinate linux32 linux64 i386 x86_64 uname26 prlimit choom ssh-agent rr bwrap firejail tini dumb-init catatonit su-exec gosu dbus-launch faketime libfaketime bear dtach abduco capsh xterm urxvt alacritty kitty foot konsole gnome-terminal lldb gdb mispipe chronic ifne systemd-nspawn runcon sg unbuffer aa-exec cgclassify pifpaf daemonize start-stop-daemon dbclient shx asciinema direnv devbox aws-vault chamber'.split(
    ' ',
  ),
)

const RUNNERS = new Set(
  'perf doppler infisical op railway nix-shell nix guix pyenv rbenv rvm asdf volta nvm fnm rustup opam stack cabal dune tox just lxc incus multipass vagrant limactl mise rtx'.split(
    ' ',
  ),
)

const ON_DEVICES = new Set(['adb', 'hdc', 'fastboot', 'idb'])

const MARK =
  /^(?:--|-[cexS]|exec|run|rec|record|stat|trace|shell|develop|ssh|x|--(?:run|exec|command|cmd|execute|startas))$/
const TEXT_MARK = /^(?:-[a-z]{0,2}[cexs]|--(?:run|exec|command|cmd|execute|shell))$/

const VERBS = new Set(
  'rm rmdir cp mv ln cat find install link unlink touch mkdir chmod chown truncate patch'.split(' '),
)
const TOO_PLAIN = new Set(
  'amass arp asana auto batch bless bolt cheese chef crunch crowbar email expose fab fierce gam hostname hydra import iodine jira john kismet knife linear lt medusa motion np nuclei obs pass passage paypal peek puppet pw responder route salt screenshot scrub shutter slack snoop spectacle square squid streamer stress stripe toot tor tweet twilio wg rec run record ls kill killall mount umount shutdown reboot halt poweroff split sort join at time watch service host open print start stop mail script make go node test format sync env set export exec eval source head tail diff file users groups'.split(
    ' ',
  ),
)

const FAR = /^(?:\/|~|\$HOME|\.\.(?:\/|$)|\.$|\*)/

/** A program that is not known runs, or may run, the command that its own words spell: read for danger alone. */
export function stateInnerCommand(call: Call): void {
  const { command, frame } = call
  const name = baseOf(command)
  const loader = name.startsWith('ld') && /^ld-(?:linux|musl)[\w.-]*$|^ld\.so$/.test(name)
  const passing = PASSING.has(name) || loader
  if (command.args.length === 0 || name === '' || ON_DEVICES.has(name)) return
  if (!passing && !RUNNERS.has(name) && programFor(name)) return
  if (!programFor(name)) stateSecretWords(call)
  const inner = { ...frame, maybe: true, certainty: lessCertain(frame.certainty, 'likely') }
  const scribe = scribeFor(command, inner)
  // A loader runs the first file among its words, also when that one is only known as it runs.
  const first = loader ? command.args.findIndex((word) => !word.known.startsWith('-')) : -1
  if (first >= 0) scribeFor(command, frame).runs(command.args.slice(first), name)
  for (const text of textsOf(command.args, passing)) scribe.runsShell(text, name)
  const typed = typedText(command.args)
  if (typed) {
    stateSpeaks(`types into a terminal through ${name}`, scribe)
    scribe.runsShell(typed, name, { typed: true })
  }
  const marked = RUNNERS.has(name)
  const carried = (text: string) => text.includes('/') && programBehind(text, command, scribe) !== undefined
  for (const words of tailsOf(command.args, { passing, marked, carried })) scribe.runs(words, name)
}

function stateSecretWords({ command, frame }: Call): void {
  const scribe = scribeFor(command, frame)
  command.args.forEach((word, at) => {
    if (!/^[~/]|\/\./.test(word.known) || command.args[at - 1]?.known.startsWith('-')) return
    const path = scribe.path(word)
    if (path.tags.includes('secret') && path.zone !== 'project')
      scribe.effect({ kind: 'read-path', path, list: false, certainty: 'likely' })
  })
}

/** Sub-commands that type into a terminal which somebody has open: `wezterm cli send-text`, `kitty @ send-text`. */
const TYPES = /^(?:send[-_]?(?:text|keys|input|line)|write[-_]chars|type[-_]text|paste[-_]text)$/

function typedText(args: readonly Word[]): Value | undefined {
  const at = args.findIndex(like(TYPES))
  const words = at < 0 ? [] : args.slice(at + 1).filter(({ known }) => !known.startsWith('-'))
  if (words.length === 0) return undefined
  const text = words.every((word) => word.text !== undefined) ? words.map(({ known }) => known).join(' ') : undefined
  return { text: text?.replaceAll(/\\[nr]|\r/g, '\n').trim(), sources: words.flatMap(({ sources }) => sources) }
}

interface How {
  readonly passing: boolean
  readonly marked: boolean
  /** Is it a link to a program, or a copy of one, that the session made? */
  readonly carried: (text: string) => boolean
}

function tailsOf(args: readonly Word[], how: How): (readonly Word[])[] {
  const tails: (readonly Word[])[] = []
  let mark = false
  let sure = how.passing
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.text
    if (text === undefined) continue
    if (how.carried(text)) tails.push(args.slice(at))
    if (!how.passing && namesLanguage(text, args[at - 1]?.known ?? '', args[at + 1]?.known ?? '')) continue
    if (!how.passing && namesInterpreter(args, at)) continue
    if ((mark || !how.marked) && !(MARK.test(text) && text !== 'ssh') && maybeProgram(text)) {
      const rest = withoutDivider(args.slice(at))
      if (startsCommand(text, rest, sure)) {
        tails.push(rest)
        // `-- python import`: what stands behind it is its own, and a command only where it looks like one by itself.
        if (args[at - 1]?.text === '--') sure = how.passing
      }
    }
    if (MARK.test(text)) {
      mark = true
      sure = true
    }
  }
  return tails
}

const OF_LANGUAGE =
  /^(?:-[lLt]|--?(?:lexer|lang|language|syntax|type|file-?type|ft|dialect|grammar|parser|scope|shell|format|input-format|from|mode|flavou?r|reader|writer|as|assume-filename|stdin-filename|ext(?:ension)?))$/

/** `tool init zsh`, `-l awk file`: the shell that set-up text is asked for, the language that a text is in; not one that is run. */
function namesLanguage(text: string, before: string, after: string): boolean {
  if (/^-\w*c$|^--command$/.test(after)) return false
  if (OF_LANGUAGE.test(before) || (before === '-f' && familyFor(text) === 'build')) return true
  return (
    /^(?:sh|bash|zsh|fish|dash|ksh|tcsh|elvish|nu|xonsh|pwsh|powershell)$/.test(text) &&
    /^(?:init|completions?|hook|activate|env|shellenv|setup|export|generate|print|-[sfFTaS])$/.test(before)
  )
}

/** `-p python3.12 folder`: what an environment is made with; what comes after it is no script. */
function namesInterpreter(args: readonly Word[], at: number): boolean {
  const after = args[at + 1]?.known ?? ''
  if (/^(?:-l|-L|-S|--(?:lang|language|lexer|syntax|filetype|ft))$/.test(args[at - 1]?.known ?? '')) return true
  return (
    /^(?:-p|--(?:python|interpreter|ruby|node|shell|with|base|runtime))$/.test(args[at - 1]?.known ?? '') &&
    !/\.\w{1,4}$/.test(after)
  )
}

/** `-x /bin/rm -- -rf dir`. */
function withoutDivider(words: readonly Word[]): readonly Word[] {
  const [head, second, ...rest] = words
  return head && second?.text === '--' && rest[0]?.known.startsWith('-') ? [head, ...rest] : words
}

function maybeProgram(text: string): boolean {
  // In capitals a word is a value as a rule: `-f PASS`.
  return !/^-|^[A-Z]+$/.test(text) && /^[\w./+-]+$/.test(text) && programFor(text) !== undefined
}

function startsCommand(text: string, words: readonly Word[], sure: boolean): boolean {
  const base = baseName(text)
  if (sure) return true
  // A path is a program where programs lie; elsewhere a file merely has the name of one.
  if (base !== text) return /^\.{1,2}\/|(?:^|\/)(?:s?bin|libexec)\/[^/]+$/.test(text)
  if (TOO_PLAIN.has(base)) return false
  return words.length > 1 && (!VERBS.has(base) || words.slice(1).some(like(FAR)))
}

const ATTACHED = /^--(?:run|exec|command|cmd|execute)=/

function textsOf(args: readonly Word[], passing: boolean): readonly Word[] {
  return args
    .map((word) => (ATTACHED.test(word.known) ? part(word, word.known.indexOf('=') + 1) : word))
    .filter(
      ({ text, known }, at) =>
        text !== undefined &&
        /^[\w./+-]+\s/.test(text) &&
        (passing || !isSoughtCode({ known }, args)) &&
        (passing || TEXT_MARK.test(args[at - 1]?.known ?? '') || ATTACHED.test(args[at]?.known ?? '')) &&
        programFor(text.slice(0, text.search(/\s/))) !== undefined,
    )
}

const MAKES =
  /^(?:mk\w{2,12}|\w{0,8}format|newfs|wipe\w*|erase\w*|shred|zero\w*|burn\w*|flash\w*|write|restore|copy|make|create|init|initialize|sanitize|discard|trim|clear|zap|labelclear|pvcreate|repartition|dd|clone|deploy|install|overwrite)$/
const USES =
  /^(?:u?mount|unmount|attach|detach|eject|status|list|info|show|print|smart|dump|read|backup|save|verify|check|compare|test|get|query|open|close|unlock|lock|scan|label|monitor|bench\w*)$/

/** At the start of a word or of a value: `/home/dev/` is none. */
const DEVICE = /(?:^|[=:,])\/dev\//

/** A whole device that is not proven to be read: behind a file the file goes to it, alone the words say that it is made anew. */
export function stateDevices(command: Command, effects: () => readonly Effect[], scribe: CoreScribe): void {
  if (scribe.frame.place !== 'here' || command.name === undefined) return
  if (!command.args.some(like(DEVICE)) || asksOnly(command)) return
  const { slots } = slotsOf(command.args)
  const own = effects()
  for (const slot of slots) {
    if (!DEVICE.test(slot.word.known) || isPassedOn(command, slot, scribe)) continue
    const path = scribe.path(slot.word)
    if (!path.tags.includes('device-storage') || isStated(own, path.real ?? path.text)) continue
    if (isFilled(command, slot, slots)) scribe.effect({ kind: 'delete-path', path, recursive: true, wipe: true })
  }
}

/** A wrapper's words are those of the command that it runs: that one says what becomes of the device. */
function isPassedOn({ via, args }: Command, { word }: Slot, { frame }: CoreScribe): boolean {
  return (
    args.includes(word) &&
    frame.analysis.book.commands.some((inner) => inner.via.length > via.length && inner.args.includes(word))
  )
}

function isStated(effects: readonly Effect[], place: string): boolean {
  return effects.some(
    (effect) =>
      (effect.kind === 'read-path' || effect.kind === 'delete-path' || effect.kind === 'write-path') &&
      (effect.path.real ?? effect.path.text) === place,
  )
}

function isFilled(command: Command, slot: Slot, slots: readonly Slot[]): boolean {
  const name = baseOf(command).toLowerCase()
  const verbs = slots.flatMap(({ kind, word }) =>
    kind === 'operand' && /^[a-z][\w-]{1,30}$/i.test(word.known) ? [word.known.toLowerCase()] : [],
  )
  const flags = command.args.flatMap(({ known }) => (/^--?[a-z][a-z-]{2,30}$/.test(known) ? wordsOf(known) : []))
  const said = verbs.slice(0, 3).flatMap(wordsOf)
  if (said.some(like(USES)) || flags.some(like(/^(?:list|print|info|show|read)$/))) return false
  if (slot.name !== undefined && slot.kind !== 'operand' && optionSays(slot.name) === 'write') return true
  if ([...wordsOf(name), ...said, ...flags].some(like(MAKES))) return true
  if (nameSays(name) === 'looks' || nameSays(name) === 'shows' || said.some((word) => verbSays(word) === 'looks'))
    return false
  const operands = slots.filter(
    ({ kind, name: option }) => kind === 'operand' || (kind === 'loose' && optionSays(option ?? '') === undefined),
  )
  const before = operands.slice(0, -1)
  return operands.at(-1) === slot && before.some(({ word }) => isPlaceLike(word) && !word.known.startsWith('/dev/'))
}
