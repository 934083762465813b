import { basename } from 'node:path/posix'
import type { Effect } from '../effects.ts'
import { pathUse } from '../path-use.ts'
import { provenanceOf } from '../provenance.ts'
import type { Command } from '../words.ts'
import { type Frame, noteOf } from './frame.ts'
import { hostOf, type Overlay } from './overlay.ts'
import { literalWord } from './values.ts'

type Unpacking = Extract<Effect, { kind: 'write-path' }>

/** An archive from the network is unpacked: what is in that folder now came from there. */
export function trackUnpacked(effect: Unpacking, command: Command, frame: Frame): void {
  const { real, zone } = effect.path
  const from = real === undefined ? undefined : archiveOrigin(command, frame)
  if (real !== undefined && from === undefined) unpackOver(real, frame.analysis.overlay)
  if (real === undefined || from === undefined) return
  const shared = !/^(?:project|temp|home)$/.test(zone) || real === command.cwd
  frame.analysis.overlay.trees.set(real, { from: from.url, shared })
  const { certainty, by } = effect
  const { host, url } = from
  const places = shared
    ? foldersOf(url).map((name) => pathUse(literalWord(`${real}/${name}`), undefined, frame.facts))
    : [effect.path]
  for (const to of places.length === 0 ? [undefined] : places)
    noteOf(command, { kind: 'download', host, url, to, tree: 'clone', local: true, certainty, by }, frame)
}

function foldersOf(url: string): readonly string[] {
  const plain = url.replace(/[?#].*$/s, '')
  const stem = basename(plain).replace(/\.(?:tar|tgz|tbz2?|txz|zip|7z|rar)(?:\.\w+)?$/i, '')
  const forge = /\/([\w.-]+)\/(?:-\/)?(?:archive|tarball|zipball|get)\//.exec(plain)?.[1]
  const refs =
    forge === undefined || stem === '' ? [] : [`${forge}-${stem}`, `${forge}-${stem.replace(/^v(?=\d)/, '')}`]
  return [...new Set([stem, ...refs])].filter((name) => name !== '')
}

function unpackOver(folder: string, overlay: Overlay): void {
  overlay.unpacked.add(folder)
  const below = `${folder}/`
  for (const [path, file] of overlay.files)
    if (file.text !== undefined && path.startsWith(below)) overlay.files.set(path, { ...file, text: undefined })
}

function archiveOrigin(command: Command, frame: Frame): { host: string; url: string } | undefined {
  const { overlay } = frame.analysis
  const piped = command.stdin.kind === 'value' ? command.stdin.value.sources : []
  for (const source of piped)
    if (source.kind === 'network') return { host: hostOf([source]) ?? source.url, url: source.url }
  for (const word of command.args) {
    const { real } = pathUse(word, command.cwd, frame.facts)
    const from = real === undefined ? undefined : provenanceOf(real, frame.facts, overlay)
    if (from?.kind === 'elsewhere') return { host: from.host, url: from.address }
  }
  return undefined
}
