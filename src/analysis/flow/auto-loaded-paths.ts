import type { PathUse } from '../paths/paths.ts'
import { endingOf, isArchiveEnding, isDataEnding } from '../remote/remote-addresses.ts'

const PLUGIN_FOLDERS =
  /\/(?:plug-?ins?|extensions?|add-?ons?|providers|hooks|[\w-]*modules|autoload|ftplugin|[\w-]*-packages|custom_nodes|mods|pack\/[^/]+\/(?:start|opt)|[\w-]+\.d)\//i
const EXECUTABLE_FOLDERS = /\/(?:s?bin|libexec)\/[^/]+$/
const LOCAL_TOOL_FOLDERS = /\/(?:node_modules\/\.bin|[\w.-]*env[\w.-]*\/(?:bin|Scripts)|vendor\/bin)\/[^/]+$/
/** In a project such folders hold sources as well: only what is made to be loaded as it is counts there. */
const PROJECT_PLUGIN_FOLDERS = /\/(?:plug-?ins?|extensions?|add-?ons?|providers|mods)\/[^/]+$/i
const LOADABLE_ENDINGS =
  /^(?:so|dll|dylib|node|wasm|jar|war|kar|hpi|jpi|ez|vsix|xpi|crx|whl|egg|gem|nupkg|phar|pyd|exe|)$/

export function isAutoLoadedPath({ real, text, zone }: PathUse): boolean {
  const path = real ?? text
  const ending = endingOf(path)
  if (zone === 'temp' || zone === 'temp-root' || (isDataEnding(ending) && !isArchiveEnding(ending))) return false
  if (LOCAL_TOOL_FOLDERS.test(path)) return true
  if (zone === 'project' || zone === 'project-root')
    return PROJECT_PLUGIN_FOLDERS.test(path) && LOADABLE_ENDINGS.test(ending)
  return EXECUTABLE_FOLDERS.test(path) || PLUGIN_FOLDERS.test(path)
}
