import { goesThrough, type LayerKind } from '../../layers.ts'
import { isShellName } from '../../shell-names.ts'
import type { Command } from '../../words.ts'
import type { Scribe } from '../program.ts'

/** States a shell without a text of its own that more rights or another program lead to. */
export function stateOpenShell(command: Command, scribe: Scribe): void {
  const { name, args, stdin } = command
  if (!isShellName(name ?? '') || args.some((word) => !/^-[ilp]+$/.test(word.known))) return
  if (breaksOut(command)) scribe.effect({ kind: 'grant', what: 'a root shell', to: 'this session', reach: 'machine' })
  // It reads what nobody has seen.
  if (stdin.kind === 'inherited' && goesThrough(command, 'escape', 'find', 'raise'))
    scribe.effect({ kind: 'run-code', language: 'shell', origin: 'stdin', read: false, host: undefined })
}

/** Layers that anyone puts between more rights and a shell. */
const ORDINARY: ReadonlySet<LayerKind> = new Set<LayerKind>(['raise', 'wrapper', 'limit', 'shell'])

/** A program that was started with more rights now hands them on. */
function breaksOut({ through }: Command): boolean {
  const raised = through.findIndex(({ kind }) => kind === 'raise')
  return raised >= 0 && through.slice(raised + 1).some(({ kind }) => !ORDINARY.has(kind))
}
