import { dirname, join, sep } from 'node:path'
import { realPathOf } from '../../../state/folder-names.ts'
import { isFields, ownField } from '../../hook-runtime/fields.ts'
import { parseSettingsObject } from '../../install/hook-file-editor.ts'
import { inspectHostFile } from '../../install/host-file.ts'
import { GEMINI_CLI_MANAGED_SETTINGS } from './find.ts'

/** What the host makes of a folder. It runs no hook of any settings file in one that is not trusted, those of the account included. */
export type FolderTrust = 'trusted' | 'refused' | 'undecided'

/** Of all rules about a folder or one above it the one with the longest path counts. */
export function folderTrust(folder: string, configDir: string): FolderTrust {
  if (!asksForTrust(configDir)) return 'trusted'
  const rules = Object.entries(
    parseSettingsObject(inspectHostFile(join(configDir, 'trustedFolders.json')).text ?? '') ?? {},
  )
  const here = realPathOf(folder)
  const fitting = rules.filter(([path, level]) =>
    isIn(here, realPathOf(level === 'TRUST_PARENT' ? dirname(path) : path)),
  )
  const [, level] = fitting.sort(([one], [other]) => other.length - one.length)[0] ?? []
  if (level === 'DO_NOT_TRUST') return 'refused'
  return level === 'TRUST_FOLDER' || level === 'TRUST_PARENT' ? 'trusted' : 'undecided'
}

/** Is the host to ask for trust at all? It is, unless its settings say otherwise; the organisation's go before the account's. */
function asksForTrust(configDir: string): boolean {
  const said = [GEMINI_CLI_MANAGED_SETTINGS, join(configDir, 'settings.json')].map((file) => {
    const security = ownField(parseSettingsObject(inspectHostFile(file).text ?? '') ?? {}, 'security')
    const trust = isFields(security) ? ownField(security, 'folderTrust') : undefined
    return isFields(trust) ? ownField(trust, 'enabled') : undefined
  })
  return said.find((enabled) => enabled !== undefined) !== false
}

function isIn(folder: string, parent: string): boolean {
  return folder === parent || folder.startsWith(parent.endsWith(sep) ? parent : `${parent}${sep}`)
}
