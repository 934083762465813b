import type { EffectDraft } from '../../effects.ts'
import type { PathUse } from '../../paths.ts'
import type { Command, DataSource, Word } from '../../words.ts'
import { isStdin, optionsOf } from '../files/grammar.ts'
import { stdinText, textOf, value } from '../files/touching.ts'
import type { Program, Scribe } from '../program.ts'
import { byForms } from './verbs.ts'

/** Reads the commands of a crontab so that what they do is seen too. */
function readTable(text: string, scribe: Scribe): void {
  for (const line of text.split('\n')) {
    const entry = /^\s*(?:@\w+|(?:[\d*/,\-a-zA-Z]+\s+){5})\s*(\S.*)$/.exec(line)
    if (entry?.[1] && !line.trim().startsWith('#')) scribe.runsShell(value(entry[1], []), 'cron')
  }
}

const crontab: Program = {
  names: ['crontab', 'fcrontab'],
  read: (command, scribe) => {
    const options = optionsOf(command.args, { flags: '-leriTn', values: '-ucs' })
    if (options.has('l', 'T', 'n') && !options.has('r')) return 'proven'
    if (options.has('r')) {
      const path = scribe.pathOf(`/var/spool/cron/crontabs/${options.value('u')?.text ?? scribe.facts.user}`)
      scribe.effect({ kind: 'delete-path', path, recursive: false, wipe: false, by: 'crontab -r' })
      return 'plain'
    }
    const [file] = options.operands
    const text = file ? textOf(file, command, scribe) : stdinText(command)
    if (file && !isStdin(file)) scribe.effect({ kind: 'read-path', path: scribe.path(file), list: false })
    const certainty = options.has('e') ? 'likely' : 'certain'
    scribe.effect({ kind: 'persist', mechanism: 'cron', target: options.value('u')?.text ?? 'crontab', certainty })
    if (text !== undefined) readTable(text, scribe)
    return 'plain'
  },
}

/** `echo command | at 5pm`: a shell runs it later. */
const at: Program = {
  names: ['at', 'batch'],
  read: (command, scribe) => {
    const looks = command.args.some((word: Word) => /^-[lcV]$/.test(word.known))
    if (looks || (command.args.length <= 2 && command.args[0]?.text === '-q' && command.stdin.kind === 'inherited'))
      return 'proven'
    if (command.args.some((word) => /^-[dr]$/.test(word.known))) {
      scribe.effect({
        kind: 'resource-change',
        system: 'at',
        verb: 'cancel',
        target: command.args.at(-1)?.text ?? '?',
        mass: false,
        stage: 'unknown',
        family: 'job',
      })
      return 'plain'
    }
    scribe.effect({ kind: 'persist', mechanism: 'at', target: command.args.map((word) => word.known).join(' ') })
    const text = stdinText(command)
    if (text !== undefined) scribe.runsShell(value(text, []), 'at')
    return 'plain'
  },
}

/** Runs a command as a unit, now or by a timer. */
const systemdRun: Program = {
  names: ['systemd-run'],
  read: (command, scribe) => {
    const grammar = {
      flags:
        '-qtPrGdS user system scope remain-after-exit no-block wait pty pipe quiet collect same-dir shell no-ask-password',
      values:
        '-upEMH unit property description slice service-type uid gid nice working-directory setenv on-active on-boot on-startup on-unit-active on-calendar timer-property on-unit-inactive host machine',
      stopAtOperand: true,
    }
    const options = optionsOf(command.args, grammar)
    const timed = [...options.given.keys()].some((name) => name.startsWith('on-'))
    // A service of its own outlives the session; a scope, or one that is waited for, does not.
    const stays = !options.has('scope', 'wait', 'pty', 'pipe', 't', 'P', 'shell', 'S') && options.operands.length > 0
    if (timed || stays)
      scribe.effect({ kind: 'persist', mechanism: 'systemd', target: options.operands[0]?.known ?? 'timer' })
    const standing = options.operands.length > 0 ? scribe.runs(options.operands, 'systemd-run') : 'plain'
    return options.unknown.length > 0 ? 'unknown' : timed || stays || standing === 'proven' ? 'plain' : standing
  },
}

interface Logging {
  readonly command: Command
  readonly scribe: Scribe
}

/** The file that `logger -f` puts into the log. */
function loggedFile({ command, scribe }: Logging): PathUse | undefined {
  const at = command.args.findIndex((word) => /^(?:-f|--file)$/.test(word.known))
  const word = at < 0 ? undefined : command.args[at + 1]
  return word ? scribe.path(word) : undefined
}

function logsFile(call: Logging): readonly EffectDraft[] {
  const path = loggedFile(call)
  return path ? [{ kind: 'read-path', path, list: false }] : []
}

/** `logger -n host -f file`: the log of another machine. */
function sendsLog(host: string, call: Logging): readonly EffectDraft[] {
  const path = loggedFile(call)
  const { stdin } = call.command
  const payload: DataSource[] = path
    ? [{ kind: 'file', path: path.real ?? path.text, secret: path.tags.includes('secret') }]
    : stdin.kind === 'value'
      ? [...stdin.value.sources]
      : call.command.args.flatMap((word) => word.sources.filter((source) => source.kind !== 'literal'))
  return [...logsFile(call), { kind: 'send-data', host, channel: 'socket', payload }]
}

export const SCHEDULES: readonly Program[] = [
  crontab,
  at,
  systemdRun,
  byForms('atq', [{ when: /.*/ }]),
  byForms('atrm', [
    {
      when: /(.*)/,
      effects: ([, id = '']) => [
        {
          kind: 'resource-change',
          system: 'at',
          verb: 'cancel',
          target: id,
          mass: id.includes(' '),
          stage: 'unknown',
          family: 'job',
        },
      ],
    },
  ]),
  byForms('anacron', [{ when: /^-[TV]/ }, { when: /.*/, standing: 'plain' }]),
  byForms('logrotate', [
    { when: /(?:^| )(?:-d|--debug)(?: |$)/ },
    { when: /.*/, effects: () => [{ kind: 'weaken', area: 'audit', feature: 'log rotation', certainty: 'possible' }] },
  ]),
  byForms('journalctl', [
    {
      when: /--vacuum-(?:size|time|files)\b/,
      effects: ([option]) => [{ kind: 'weaken', area: 'audit', feature: option }],
    },
    {
      when: /--(?:rotate|relinquish-var|flush-not|setup-keys)\b/,
      effects: ([option]) => [
        { kind: 'weaken', area: 'audit', feature: option, certainty: option === '--rotate' ? 'possible' : 'certain' },
      ],
    },
    { when: /--(?:update-catalog|output-fields-file|cursor-file|sync|flush)\b/, standing: 'plain' },
    { when: /.*/ },
  ]),
  byForms('wevtutil', [
    { when: /^(?:cl|clear-log)\b/i, effects: () => [{ kind: 'weaken', area: 'audit', feature: 'event log' }] },
    { when: /^(?:sl|set-log)\b.*\/e:false/i, effects: () => [{ kind: 'weaken', area: 'audit', feature: 'event log' }] },
    { when: /^(?:el|gl|ep|gp|qe|gli|enum|get|query)/i },
  ]),
  byForms('dmesg', [
    {
      when: /(?:^| )(?:-[a-zA-Z]*[cC][a-zA-Z]*|--clear|--read-clear)(?: |$)/,
      effects: () => [{ kind: 'weaken', area: 'audit', feature: 'kernel log' }],
    },
    { when: /(?:^| )(?:-[DEn]|--console-(?:on|off|level))/, standing: 'plain' },
    { when: /.*/ },
  ]),
  byForms('logger', [
    { when: /(?:^| )(?:-n|--server)(?: |=)?(\S+)/, effects: ([, host = ''], call) => sendsLog(host, call) },
    { when: /(?:^| )(?:-f|--file)(?: |=)/, effects: (_, call) => logsFile(call) },
    { when: /.*/, standing: 'plain' },
  ]),
  byForms('systemd-cat', [{ when: /.*/, standing: 'plain' }]),
]
