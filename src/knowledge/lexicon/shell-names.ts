import { baseName } from '../../analysis/interpret/base-name.ts'

/** Programs that read commands as a shell does. The one list; others ask here. */
export const SHELL_NAMES: readonly string[] =
  'sh bash dash zsh ksh mksh ash fish rbash yash csh tcsh elvish nu xonsh'.split(' ')

const SHELL_NAME_SET: ReadonlySet<string> = new Set(SHELL_NAMES)

export function isShellName(name: string): boolean {
  return SHELL_NAME_SET.has(baseName(name))
}
