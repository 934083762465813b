import { hostOf } from '../hosts.ts'
import type { Scribe } from '../programs/program.ts'
import { endingOf, isArchiveEnding, isDataEnding, runFrom } from '../remote-shape.ts'
import { loadsCode } from '../role-words.ts'
import { activates, wordsOf } from '../verbs.ts'

interface Given {
  readonly tool: string
  readonly texts: readonly (readonly [string, string])[]
}

const ADDRESS = /^(?:https?|ftp):\/\/[^\s]+$/i
const SAVED = /^(?:(?:\w+_)?(?:path|file|filename|filepath)|dest\w*|target\w*|output\w*|to|save\w*|location)$/
const SAVES = new Set(['download', 'fetch', 'save', 'get', 'pull', 'grab', 'retrieve'])
/** Words of a tool which say that what lies at an address becomes a part of something. */
const PLUGS_IN = /^(?:install|plugins?|extensions?|addons?|modules?|packages?|sideload|skills?)$/

/** A tool saves what lies at an address, or takes in as code what came from elsewhere. */
export function stateFetched({ tool, texts }: Given, scribe: Scribe): void {
  const words = wordsOf(tool)
  const address = texts.find(([, text]) => ADDRESS.test(text))?.[1]
  const place = texts.find(([key, text]) => SAVED.test(key) && /^[~/.]|\//.test(text) && !text.includes('://'))?.[1]
  if (address !== undefined && place !== undefined && words.some((word) => SAVES.has(word)))
    scribe.effect({ kind: 'download', host: hostOf(address), url: address, to: scribe.pathOf(place) })
  else if (address !== undefined && words.some((word) => PLUGS_IN.test(word)) && words.some(activates)) {
    const path = address.replace(/[?#].*$/s, '').replace(/^[a-z]+:\/\/[^/]*/i, '')
    const ending = endingOf(path)
    if (path.length > 1 && (!isDataEnding(ending) || isArchiveEnding(ending))) scribe.effect(runFrom(address))
  }
  if (scribe.untouched()) return
  for (const [key, text] of texts) {
    const from = takenFrom(key, text, words, scribe)
    if (from !== undefined) scribe.effect(runFrom(from))
  }
}

function takenFrom(key: string, text: string, tool: readonly string[], scribe: Scribe): string | undefined {
  if (text.includes('\n')) return undefined
  const { real } = scribe.pathOf(text.replace(/^file:\/\//, ''))
  const from = real === undefined ? undefined : scribe.provenance(real)
  if (from?.kind !== 'elsewhere') return undefined
  const ending = endingOf(text)
  if (isDataEnding(ending) && !isArchiveEnding(ending)) return undefined
  const told = tool.some((word) => activates(word) && word.length > 1) || wordsOf(key).some(loadsCode)
  return told ? from.address : undefined
}
