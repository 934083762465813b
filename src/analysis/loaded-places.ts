import type { PathUse } from './paths.ts'
import { endingOf, isArchiveEnding, isDataEnding } from './remote-shape.ts'

const LOADED =
  /\/(?:plug-?ins?|extensions?|add-?ons?|providers|hooks|[\w-]*modules|autoload|ftplugin|[\w-]*-packages|custom_nodes|mods|pack\/[^/]+\/(?:start|opt)|[\w-]+\.d)\//i
const STARTED = /\/(?:s?bin|libexec)\/[^/]+$/
const TOOLS = /\/(?:node_modules\/\.bin|[\w.-]*env[\w.-]*\/(?:bin|Scripts)|vendor\/bin)\/[^/]+$/
/** In a project such folders hold sources as well: only what is made to be loaded as it is counts there. */
const PLUGGED = /\/(?:plug-?ins?|extensions?|add-?ons?|providers|mods)\/[^/]+$/i
const BINARY = /^(?:so|dll|dylib|node|wasm|jar|war|kar|hpi|jpi|ez|vsix|xpi|crx|whl|egg|gem|nupkg|phar|pyd|exe|)$/

export function isLoadedFrom({ real, text, zone }: PathUse): boolean {
  const path = real ?? text
  const ending = endingOf(path)
  if (zone === 'temp' || zone === 'temp-root' || (isDataEnding(ending) && !isArchiveEnding(ending))) return false
  if (TOOLS.test(path)) return true
  if (zone === 'project' || zone === 'project-root') return PLUGGED.test(path) && BINARY.test(ending)
  return STARTED.test(path) || LOADED.test(path)
}
