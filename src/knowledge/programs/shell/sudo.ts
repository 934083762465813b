import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { joinWordTexts } from '../../../analysis/interpret/joined-words.ts'
import { readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import type { Command, Word } from '../../../analysis/words.ts'

const SUDO_GRAMMAR = {
  flags:
    '-ABbEeHiKklnPSsVvN askpass background bell edit preserve-env set-home help login reset-timestamp remove-timestamp list non-interactive preserve-groups stdin shell version validate no-update',
  values: '-aCcDghpRrTtuU chdir chroot close-from group host other-user prompt role type command-timeout user',
  optional: 'preserve-env',
  stopAtOperand: true,
}

export const SUDO_AND_DOAS: Program = {
  names: ['sudo', 'doas'],
  read: (command, recorder) => {
    const name = command.name ?? 'sudo'
    const options = readOptions(
      command.args,
      name === 'doas' ? { flags: '-nsL', values: '-uCa', stopAtOperand: true } : SUDO_GRAMMAR,
    )
    if (
      options.has('V', 'version', 'help', 'l', 'list', 'k', 'K', 'reset-timestamp', 'remove-timestamp') &&
      options.operands.length === 0
    )
      return 'proven'
    if (/^#(?:-1|4294967295)$/.test(options.value('u', 'user')?.text ?? ''))
      recorder.effect({ kind: 'grant', what: 'root by a user id out of range', to: 'this session', reach: 'machine' })
    if (options.has('S', 'stdin')) recordPassword(command, recorder)
    if (options.has('e', 'edit') || /sudoedit$/.test(name)) return recordEdits(options.operands, recorder)
    const directory = options.value('D', 'chdir')
    const inner = { ...(directory && { cwd: recorder.path(directory).real }) }
    const shell = options.has('s', 'i', 'shell', 'login')
    const { operands } = options
    if (operands.length === 0) {
      if (shell) recordOpenShell(command, recorder)
      return 'plain'
    }
    const grade = shell
      ? recorder.runsShell(joinWordTexts(operands), name, inner)
      : recorder.runs(operands, name, inner)
    return weakestGrade('plain', options.unknown.length > 0 ? 'unknown' : grade)
  },
}

/** Passwords from a list are guesses; one that is written out is shown to everybody. */
function recordPassword({ stdin }: Command, recorder: EffectRecorder): void {
  if (stdin.kind !== 'value') return
  const { text = '', sources } = stdin.value
  const more = { certainty: 'likely', by: 'sudo -S' } as const
  if (sources.some(({ kind }) => kind === 'file'))
    recorder.effect({ kind: 'observe', what: 'credential-scan', ...more })
  if (text.trim() !== '' && sources.every(({ kind }) => kind === 'literal'))
    recorder.effect({ kind: 'expose-secret', source: { kind: 'argument' }, sink: 'argument', ...more })
}

/** A shell of somebody else's that waits for what nobody has seen. */
function recordOpenShell({ stdin }: Command, recorder: EffectRecorder): void {
  if (stdin.kind === 'inherited')
    recorder.effect({ kind: 'run-code', language: 'shell', origin: 'stdin', read: false, host: undefined })
}

function recordEdits(words: readonly Word[], recorder: EffectRecorder): CommandGrade {
  for (const word of words)
    recorder.effect({ kind: 'write-path', path: recorder.path(word), how: 'edit', content: undefined })
  return 'plain'
}

export const SU: Program = {
  names: ['su'],
  read: (command, recorder) => {
    const options = readOptions(command.args, {
      flags: '-lmpPf login preserve-environment pty fast',
      values: '-cgGsw command group supp-group shell whitelist-environment session-command',
    })
    if (command.stdin.kind === 'value' && command.stdin.value.sources.some(({ kind }) => kind === 'file'))
      recorder.effect({ kind: 'observe', what: 'credential-scan', certainty: 'likely', by: 'su' })
    const text = options.value('c', 'command', 'session-command')
    if (!text) {
      recordOpenShell(command, recorder)
      return 'plain'
    }
    return weakestGrade('plain', recorder.runsShell(text, 'su -c'))
  },
}

export const PKEXEC: Program = {
  names: ['pkexec', 'run0'],
  read: (command, recorder) => {
    const options = readOptions(command.args, {
      flags: 'disable-internal-agent keep-cwd',
      values: '-u user',
      stopAtOperand: true,
    })
    return options.operands.length === 0
      ? 'plain'
      : weakestGrade('plain', recorder.runs(options.operands, command.name ?? '?'))
  },
}
