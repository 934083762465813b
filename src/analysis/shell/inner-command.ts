import { isHelpOrDryRun } from '../../knowledge/lexicon/help-options.ts'
import { optionRole, programNameRole, verbRole } from '../../knowledge/lexicon/role-words.ts'
import { wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { Effect } from '../effects.ts'
import { isCodePattern, matching } from '../generic/word-shapes.ts'
import { baseName, commandBaseName } from '../interpret/base-name.ts'
import { sliceWord } from '../interpret/options.ts'
import { familyFor, programFor } from '../interpret/registry.ts'
import { recordTypingAsUser } from '../interpret/session-terminals.ts'
import type { Command, Value, Word } from '../words.ts'
import { isPathLike, type Slot, slotsOf } from './argument-slots.ts'
import type { Call } from './dispatch.ts'
import { lessCertain } from './frame.ts'
import { programBehindLink } from './linked-program.ts'
import { type CoreRecorder, recorderFor } from './shell-recorder.ts'

const WRAPPER_PROGRAMS = new Set(
  'setarch caffeinate linux32 linux64 i386 x86_64 uname26 prlimit choom ssh-agent rr bwrap bubblewrap proot firejail tini dumb-init catatonit su-exec gosu dbus-launch faketime libfaketime bear dtach abduco capsh xterm urxvt alacritty kitty foot konsole gnome-terminal lldb gdb mispipe chronic ifne systemd-nspawn runcon sg unbuffer aa-exec cgclassify pifpaf daemonize start-stop-daemon dbclient shx asciinema direnv devbox aws-vault chamber'.split(
    ' ',
  ),
)

const COMMAND_RUNNERS = new Set(
  'perf doppler infisical op railway nix-shell nix guix pyenv rbenv rvm asdf volta nvm fnm rustup opam stack cabal dune tox just lxc incus multipass vagrant limactl mise rtx'.split(
    ' ',
  ),
)

const DEVICE_RUNNERS = new Set(['adb', 'hdc', 'fastboot', 'idb'])

const COMMAND_MARKER =
  /^(?:--|-[cexS]|exec|run|rec|record|stat|trace|shell|develop|ssh|x|--(?:run|exec|command|cmd|execute|startas))$/
const TEXT_MARKER = /^(?:-[a-z]{0,2}[cexs]|--(?:run|exec|command|cmd|execute|shell))$/

const FILE_PROGRAMS = new Set(
  'rm rmdir cp mv ln cat find install link unlink touch mkdir chmod chown truncate patch'.split(' '),
)
const AMBIGUOUS_NAMES = new Set(
  'amass arp asana auto batch bless bolt cheese chef crunch crowbar email expose fab fierce gam hostname hydra import iodine jira john kismet knife linear lt medusa motion np nuclei obs pass passage paypal peek puppet pw responder route salt screenshot scrub shutter slack snoop spectacle square squid streamer stress stripe toot tor tweet twilio wg rec run record ls kill killall mount umount shutdown reboot halt poweroff split sort join at time watch service host open print start stop mail script make go node test format sync env set export exec eval source head tail diff file users groups'.split(
    ' ',
  ),
)

const PATH_OPERAND = /^(?:\/|~|\$HOME|\.\.(?:\/|$)|\.$|\*)/

/** A program that is not known runs, or may run, the command that its own words spell: read for danger alone. */
export function recordInnerCommand(call: Call): void {
  const { command, frame } = call
  const name = commandBaseName(command)
  const loader = name.startsWith('ld') && /^ld-(?:linux|musl)[\w.-]*$|^ld\.so$/.test(name)
  const passing = WRAPPER_PROGRAMS.has(name) || loader
  if (command.args.length === 0 || name === '' || DEVICE_RUNNERS.has(name)) return
  if (!passing && !COMMAND_RUNNERS.has(name) && programFor(name)) return
  if (!programFor(name)) recordSecretFileWords(call)
  const inner = { ...frame, maybe: true, certainty: lessCertain(frame.certainty, 'likely') }
  const recorder = recorderFor(command, inner)
  // A loader runs the first file among its words, also when that one is only known as it runs.
  const first = loader ? command.args.findIndex((word) => !word.known.startsWith('-')) : -1
  if (first >= 0) recorderFor(command, frame).runs(command.args.slice(first), name)
  for (const text of shellTexts(command.args, passing)) recorder.runsShell(text, name)
  const typed = typedText(command.args)
  if (typed) {
    recordTypingAsUser(`types into a terminal through ${name}`, recorder)
    recorder.runsShell(typed, name, { typed: true })
  }
  const marked = COMMAND_RUNNERS.has(name)
  const carried = (text: string) => text.includes('/') && programBehindLink(text, command, recorder) !== undefined
  for (const words of commandTails(command.args, { passing, marked, carried })) recorder.runs(words, name)
}

function recordSecretFileWords({ command, frame }: Call): void {
  const recorder = recorderFor(command, frame)
  command.args.forEach((word, at) => {
    if (!/^[~/]|\/\./.test(word.known) || command.args[at - 1]?.known.startsWith('-')) return
    const path = recorder.path(word)
    if (path.tags.includes('secret') && path.zone !== 'project')
      recorder.effect({ kind: 'read-path', path, list: false, certainty: 'likely' })
  })
}

/** Sub-commands that type into a terminal which somebody has open: `wezterm cli send-text`, `kitty @ send-text`. */
const TYPING_SUBCOMMANDS = /^(?:send[-_]?(?:text|keys|input|line)|write[-_]chars|type[-_]text|paste[-_]text)$/

function typedText(args: readonly Word[]): Value | undefined {
  const at = args.findIndex(matching(TYPING_SUBCOMMANDS))
  const words = at < 0 ? [] : args.slice(at + 1).filter(({ known }) => !known.startsWith('-'))
  if (words.length === 0) return undefined
  const text = words.every((word) => word.text !== undefined) ? words.map(({ known }) => known).join(' ') : undefined
  return { text: text?.replaceAll(/\\[nr]|\r/g, '\n').trim(), sources: words.flatMap(({ sources }) => sources) }
}

interface TailContext {
  readonly passing: boolean
  readonly marked: boolean
  /** Is it a link to a program, or a copy of one, that the session made? */
  readonly carried: (text: string) => boolean
}

function commandTails(args: readonly Word[], how: TailContext): (readonly Word[])[] {
  const tails: (readonly Word[])[] = []
  let mark = false
  let sure = how.passing
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.text
    if (text === undefined) continue
    if (how.carried(text)) tails.push(args.slice(at))
    if (!how.passing && namesLanguage(text, args[at - 1]?.known ?? '', args[at + 1]?.known ?? '')) continue
    if (!how.passing && namesInterpreter(args, at)) continue
    if ((mark || !how.marked) && !(COMMAND_MARKER.test(text) && text !== 'ssh') && couldBeProgram(text)) {
      const rest = withoutDivider(args.slice(at))
      if (startsCommand(text, rest, sure)) {
        tails.push(rest)
        // `-- python import`: what stands behind it is its own, and a command only where it looks like one by itself.
        if (args[at - 1]?.text === '--') sure = how.passing
      }
    }
    if (COMMAND_MARKER.test(text)) {
      mark = true
      sure = true
    }
  }
  return tails
}

const LANGUAGE_OPTIONS =
  /^(?:-[lLt]|--?(?:lexer|lang|language|syntax|type|file-?type|ft|dialect|grammar|parser|scope|shell|format|input-format|from|mode|flavou?r|reader|writer|as|assume-filename|stdin-filename|ext(?:ension)?))$/

/** `tool init zsh`, `-l awk file`: the shell that set-up text is asked for, the language that a text is in; not one that is run. */
function namesLanguage(text: string, before: string, after: string): boolean {
  if (/^-\w*c$|^--command$/.test(after)) return false
  if (LANGUAGE_OPTIONS.test(before) || (before === '-f' && familyFor(text) === 'build')) return true
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

function couldBeProgram(text: string): boolean {
  // In capitals a word is a value as a rule: `-f PASS`.
  return !/^-|^[A-Z]+$/.test(text) && /^[\w./+-]+$/.test(text) && programFor(text) !== undefined
}

function startsCommand(text: string, words: readonly Word[], sure: boolean): boolean {
  const base = baseName(text)
  if (sure) return true
  // A path is a program where programs lie; elsewhere a file merely has the name of one.
  if (base !== text) return /^\.{1,2}\/|(?:^|\/)(?:s?bin|libexec)\/[^/]+$/.test(text)
  if (AMBIGUOUS_NAMES.has(base)) return false
  return words.length > 1 && (!FILE_PROGRAMS.has(base) || words.slice(1).some(matching(PATH_OPERAND)))
}

const ATTACHED_COMMAND = /^--(?:run|exec|command|cmd|execute)=/

function shellTexts(args: readonly Word[], passing: boolean): readonly Word[] {
  return args
    .map((word) => (ATTACHED_COMMAND.test(word.known) ? sliceWord(word, word.known.indexOf('=') + 1) : word))
    .filter(
      ({ text, known }, at) =>
        text !== undefined &&
        /^[\w./+-]+\s/.test(text) &&
        (passing || !isCodePattern({ known }, args)) &&
        (passing || TEXT_MARKER.test(args[at - 1]?.known ?? '') || ATTACHED_COMMAND.test(args[at]?.known ?? '')) &&
        programFor(text.slice(0, text.search(/\s/))) !== undefined,
    )
}

const DEVICE_WRITE_VERBS =
  /^(?:mk\w{2,12}|\w{0,8}format|newfs|wipe\w*|erase\w*|shred|zero\w*|burn\w*|flash\w*|write|restore|copy|make|create|init|initialize|sanitize|discard|trim|clear|zap|labelclear|pvcreate|repartition|dd|clone|deploy|install|overwrite)$/
const DEVICE_READ_VERBS =
  /^(?:u?mount|unmount|attach|detach|eject|status|list|info|show|print|smart|dump|read|backup|save|verify|check|compare|test|get|query|open|close|unlock|lock|scan|label|monitor|bench\w*)$/

/** At the start of a word or of a value: `/home/dev/` is none. */
const DEVICE_PATH = /(?:^|[=:,])\/dev\//

/** A whole device that is not proven to be read: behind a file the file goes to it, alone the words say that it is made anew. */
export function recordDevices(command: Command, effects: () => readonly Effect[], recorder: CoreRecorder): void {
  if (recorder.frame.place !== 'here' || command.name === undefined) return
  if (!command.args.some(matching(DEVICE_PATH)) || isHelpOrDryRun(command)) return
  const { slots } = slotsOf(command.args)
  const own = effects()
  for (const slot of slots) {
    if (!DEVICE_PATH.test(slot.word.known) || isPassedToInner(command, slot, recorder)) continue
    const path = recorder.path(slot.word)
    if (!path.tags.includes('device-storage') || isRecordedForPath(own, path.real ?? path.text)) continue
    if (isOverwrittenDevice(command, slot, slots))
      recorder.effect({ kind: 'delete-path', path, recursive: true, wipe: true })
  }
}

/** A wrapper's words are those of the command that it runs: that one says what becomes of the device. */
function isPassedToInner({ wrapperNames, args }: Command, { word }: Slot, { frame }: CoreRecorder): boolean {
  return (
    args.includes(word) &&
    frame.analysis.log.commands.some(
      (inner) => inner.wrapperNames.length > wrapperNames.length && inner.args.includes(word),
    )
  )
}

function isRecordedForPath(effects: readonly Effect[], place: string): boolean {
  return effects.some(
    (effect) =>
      (effect.kind === 'read-path' || effect.kind === 'delete-path' || effect.kind === 'write-path') &&
      (effect.path.real ?? effect.path.text) === place,
  )
}

function isOverwrittenDevice(command: Command, slot: Slot, slots: readonly Slot[]): boolean {
  const name = commandBaseName(command).toLowerCase()
  const verbs = slots.flatMap(({ kind, word }) =>
    kind === 'operand' && /^[a-z][\w-]{1,30}$/i.test(word.known) ? [word.known.toLowerCase()] : [],
  )
  const flags = command.args.flatMap(({ known }) => (/^--?[a-z][a-z-]{2,30}$/.test(known) ? wordsOf(known) : []))
  const said = verbs.slice(0, 3).flatMap(wordsOf)
  if (said.some(matching(DEVICE_READ_VERBS)) || flags.some(matching(/^(?:list|print|info|show|read)$/))) return false
  if (slot.name !== undefined && slot.kind !== 'operand' && optionRole(slot.name) === 'write') return true
  if ([...wordsOf(name), ...said, ...flags].some(matching(DEVICE_WRITE_VERBS))) return true
  if (
    programNameRole(name) === 'looks' ||
    programNameRole(name) === 'shows' ||
    said.some((word) => verbRole(word) === 'looks')
  )
    return false
  const operands = slots.filter(
    ({ kind, name: option }) => kind === 'operand' || (kind === 'loose' && optionRole(option ?? '') === undefined),
  )
  const before = operands.slice(0, -1)
  return operands.at(-1) === slot && before.some(({ word }) => isPathLike(word) && !word.known.startsWith('/dev/'))
}
