import { readPlainText } from '../../../facts/plain-file.ts'
import { readInstalls } from '../../../state/installs.ts'
import { isPlainJson, parseSettingsObject } from '../../install/hook-file-editor.ts'
import type { ConfigChange } from '../../integration.ts'

const MAX_SIZE = 4 * 1024 * 1024

/** Variables that change what a shell or program does before its first line: the host starts its hooks with them. */
const DANGEROUS_VARIABLES =
  /^(?:SHELLOPTS|BASHOPTS|BASH_ENV|ENV|BASH_FUNC_.*|LD_PRELOAD|LD_AUDIT|LD_LIBRARY_PATH|DYLD_.*)$/

function envOf(text: string): object {
  const env = parseSettingsObject(text)?.['env']
  return typeof env === 'object' && env !== null ? env : {}
}

/** How a change of the agent's settings while it runs would switch the gate off; undefined when it does not. */
export function gateDisabledBy({ managed, file: filePath }: ConfigChange, home: string): string | undefined {
  // The organisation's own settings are above us, and the host does not let a hook stop them.
  if (managed || filePath === undefined) return undefined
  if (!/settings(?:\.local)?\.json$/.test(filePath)) return undefined
  let text: string
  try {
    text = readPlainText(filePath, MAX_SIZE)
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return isGone && !isOwnSettingsFile(filePath, home)
      ? undefined
      : `${filePath} cannot be read, so its change is not taken over`
  }
  // The host skips a file that is not plain JSON, and our hook with it.
  if (!isPlainJson(text)) return `${filePath} is not plain JSON, so its change is not taken over`
  if (parseSettingsObject(text)?.['disableAllHooks'] === true)
    return `${filePath} would switch all hooks off; run \`irongate uninstall\` in a terminal if you mean it`
  const poison = Object.keys(envOf(text)).find((name) => DANGEROUS_VARIABLES.test(name))
  if (poison !== undefined)
    return `${filePath} would set ${poison}, which can keep hooks from running; set it outside the agent if you need it`
  if (
    isOwnSettingsFile(filePath, home) &&
    !text.includes(readInstalls(home).find(({ file }) => file === filePath)?.command ?? '\0')
  )
    return `${filePath} no longer holds the gate's hook; run \`irongate uninstall\` in a terminal if you mean it`
  return undefined
}

function isOwnSettingsFile(filePath: string, home: string): boolean {
  return readInstalls(home).some(({ file }) => file === filePath)
}
