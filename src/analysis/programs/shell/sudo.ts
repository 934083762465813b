import type { Command, Word } from '../../words.ts'
import { readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { textOf } from './running.ts'

const SUDO = {
  flags:
    '-ABbEeHiKklnPSsVvN askpass background bell edit preserve-env set-home help login reset-timestamp remove-timestamp list non-interactive preserve-groups stdin shell version validate no-update',
  values: '-aCcDghpRrTtuU chdir chroot close-from group host other-user prompt role type command-timeout user',
  optional: 'preserve-env',
  stopAtOperand: true,
}

export const SUDO_LIKE: Program = {
  names: ['sudo', 'doas'],
  read: (command, scribe) => {
    const name = command.name ?? 'sudo'
    const options = readOptions(
      command.args,
      name === 'doas' ? { flags: '-nsL', values: '-uCa', stopAtOperand: true } : SUDO,
    )
    if (
      options.has('V', 'version', 'help', 'l', 'list', 'k', 'K', 'reset-timestamp', 'remove-timestamp') &&
      options.operands.length === 0
    )
      return 'proven'
    if (/^#(?:-1|4294967295)$/.test(options.value('u', 'user')?.text ?? ''))
      scribe.effect({ kind: 'grant', what: 'root by a user id out of range', to: 'this session', reach: 'machine' })
    if (options.has('S', 'stdin')) statePassword(command, scribe)
    if (options.has('e', 'edit') || /sudoedit$/.test(name)) return edits(options.operands, scribe)
    const directory = options.value('D', 'chdir')
    const inner = { ...(directory && { cwd: scribe.path(directory).real }) }
    const shell = options.has('s', 'i', 'shell', 'login')
    const { operands } = options
    if (operands.length === 0) {
      if (shell) stateOpenShell(command, scribe)
      return 'plain'
    }
    const standing = shell ? scribe.runsShell(textOf(operands), name, inner) : scribe.runs(operands, name, inner)
    return weakest('plain', options.unknown.length > 0 ? 'unknown' : standing)
  },
}

/** Passwords from a list are guesses; one that is written out is shown to everybody. */
function statePassword({ stdin }: Command, scribe: Scribe): void {
  if (stdin.kind !== 'value') return
  const { text = '', sources } = stdin.value
  const more = { certainty: 'likely', by: 'sudo -S' } as const
  if (sources.some(({ kind }) => kind === 'file')) scribe.effect({ kind: 'observe', what: 'credential-scan', ...more })
  if (text.trim() !== '' && sources.every(({ kind }) => kind === 'literal'))
    scribe.effect({ kind: 'expose-secret', source: { kind: 'argument' }, sink: 'argument', ...more })
}

/** A shell of somebody else's that waits for what nobody has seen. */
function stateOpenShell({ stdin }: Command, scribe: Scribe): void {
  if (stdin.kind === 'inherited')
    scribe.effect({ kind: 'run-code', language: 'shell', origin: 'stdin', read: false, host: undefined })
}

function edits(words: readonly Word[], scribe: Scribe): Standing {
  for (const word of words)
    scribe.effect({ kind: 'write-path', path: scribe.path(word), how: 'edit', content: undefined })
  return 'plain'
}

export const SU: Program = {
  names: ['su'],
  read: (command, scribe) => {
    const options = readOptions(command.args, {
      flags: '-lmpPf login preserve-environment pty fast',
      values: '-cgGsw command group supp-group shell whitelist-environment session-command',
    })
    if (command.stdin.kind === 'value' && command.stdin.value.sources.some(({ kind }) => kind === 'file'))
      scribe.effect({ kind: 'observe', what: 'credential-scan', certainty: 'likely', by: 'su' })
    const text = options.value('c', 'command', 'session-command')
    if (!text) {
      stateOpenShell(command, scribe)
      return 'plain'
    }
    return weakest('plain', scribe.runsShell(text, 'su -c'))
  },
}

export const PKEXEC: Program = {
  names: ['pkexec', 'run0'],
  read: (command, scribe) => {
    const options = readOptions(command.args, {
      flags: 'disable-internal-agent keep-cwd',
      values: '-u user',
      stopAtOperand: true,
    })
    return options.operands.length === 0
      ? 'plain'
      : weakest('plain', scribe.runs(options.operands, command.name ?? '?'))
  },
}
