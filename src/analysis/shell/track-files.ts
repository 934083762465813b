import { basename, join } from 'node:path/posix'
import { actorOf, hasActorRole } from '../actor.ts'
import type { Effect } from '../effects.ts'
import { type CopiedContents, findCopiedContents } from '../flow/copied-contents.ts'
import { withAbsolutePaths } from '../flow/listings.ts'
import { isOwnRemote, provenanceOf, refKey } from '../flow/provenance.ts'
import { matching } from '../generic/word-shapes.ts'
import { baseName, commandBaseName } from '../interpret/base-name.ts'
import { listCopyOperands } from '../interpret/copy-operands.ts'
import { joinSources, literalWord } from '../interpret/values.ts'
import { firstNewFolder } from '../paths/new-folder.ts'
import { pathUse } from '../paths/path-use.ts'
import type { PathUse } from '../paths/paths.ts'
import { applySed } from '../sed/sed-apply.ts'
import type { Command, DataSource, Value, Word } from '../words.ts'
import { isRemotePath, isUsedFile, optionBefore } from './argument-slots.ts'
import { filesNamedBy, singleFile, type TextChange, trackFolderCopy, trackTextChange } from './changed-files.ts'
import { ARCHIVERS } from './data-flow.ts'
import { type Frame, noteDraft, spend } from './frame.ts'
import { trackLinkedFolder } from './linked-folders.ts'
import {
  fileText,
  networkHostOf,
  type Overlay,
  overlayCopy,
  overlayDownload,
  overlayWrite,
  readConditionally,
} from './overlay.ts'
import { isNewFile } from './redirects.ts'
import { trackLink } from './track-links.ts'

export function trackEffect(effect: Effect, command: Command, frame: Frame): void {
  if (frame.place !== 'here') return
  const content = effect.kind === 'write-path' && effect.of !== undefined ? copiedContentsNow(effect, frame) : undefined
  const { files, gone } = frame.analysis.overlay
  trackLinkedFolder(effect, command, frame)
  if (effect.kind === 'delete-path' && effect.path.real !== undefined && files.perhaps === 0) gone.add(effect.path.real)
  if (effect.kind === 'download' && effect.to?.real !== undefined) trackDownload(effect, effect.to.real, frame)
  else if (effect.kind === 'write-path' && effect.as === 'unpacked') trackUnpacked(effect, command, frame)
  else if (effect.kind === 'write-path' && effect.as !== 'redirect') trackWrite(effect, command, frame)
  if (content && effect.kind === 'write-path' && effect.path.real !== undefined)
    addCopiedContents(content, effect.path.real, frame)
}

const TEXT_COST = 12

function copiedContentsNow(effect: Extract<Effect, { kind: 'write-path' }>, frame: Frame): CopiedContents | undefined {
  const { analysis, facts } = frame
  const { files, copiedContents } = analysis.overlay
  const here = effect.of?.length === 1 ? 0 : files.size
  if (!spend(frame, Math.ceil((here + copiedContents.size + facts.session.written.size) / 20), effect.span))
    return undefined
  const found = findCopiedContents(effect, {
    texts: [facts.session.written],
    files,
    copied: [facts.session.copied, copiedContents],
  })
  spend(frame, (found?.texts.size ?? 0) * TEXT_COST, effect.span)
  return found
}

function addCopiedContents({ texts, state }: CopiedContents, to: string, { analysis: { overlay } }: Frame): void {
  for (const [path, text] of texts) overlay.files.set(path, { text, sources: [], made: true })
  if (state) overlay.copiedContents.set(to, overlay.copiedContents.get(to) === 'unread' ? 'unread' : state)
}

function trackDownload(effect: Extract<Effect, { kind: 'download' }>, real: string, frame: Frame): void {
  const { overlay } = frame.analysis
  const own = isOwnRemote(effect.url, frame.facts)
  if (effect.ref !== undefined)
    overlay.trees.set(refKey(real, effect.ref), { from: own ? '' : effect.url, shared: false })
  else if (effect.tree === undefined) overlayDownload(overlay, real, effect.url)
  else {
    if (effect.tree === 'clone') overlay.directories.add(real)
    if (!own) overlay.trees.set(real, { from: effect.url, shared: false })
  }
}

const SELF_TRACKED_PROGRAMS = new Set(['ln', 'cp', 'mv', 'mkdir', 'touch', 'mkfifo', 'mktemp', 'install'])
/** Does it change what a person wrote into what the words say? Formatters and their like keep its meaning. */
function isRewriter(name: string): boolean {
  return hasActorRole({ actor: actorOf(name) }, 'rewriter')
}

function trackChange(effect: Extract<Effect, { kind: 'write-path' }>, command: Command, frame: Frame): void {
  const { overlay } = frame.analysis
  const files = filesNamedBy(effect.path, command.cwd)
  const change = textChangeOf(effect, command)
  if (files) trackTextChange(overlay, files, change)
  else for (const path of filesAmong(command, frame)) trackTextChange(overlay, singleFile(path), change)
}

function filesAmong(command: Command, { analysis, facts }: Frame): readonly string[] {
  return command.args.flatMap((word) => {
    if (word.text === undefined || word.text.startsWith('-') || word.text.length > 1_000) return []
    const { real } = pathUse(word, command.cwd, facts)
    return real !== undefined && (analysis.overlay.files.has(real) || facts.file(real).kind === 'file') ? [real] : []
  })
}

function textChangeOf({ how, content }: Extract<Effect, { kind: 'write-path' }>, command: Command): TextChange {
  if (how === 'append') return (text) => (text === undefined || content === undefined ? undefined : text + content)
  if (how !== 'edit') return () => content
  return textEditOf(command) ?? (() => undefined)
}

function trackWrite(effect: Extract<Effect, { kind: 'write-path' }>, command: Command, frame: Frame): void {
  const { real } = effect.path
  const name = commandBaseName(command)
  if (real === undefined || isRewriter(name)) trackChange(effect, command, frame)
  if (real === undefined || SELF_TRACKED_PROGRAMS.has(name)) return
  // What an editor makes of a file's text is known from its words; the text it had is not lost for it.
  if (effect.how === 'edit' && effect.content === undefined && isRewriter(name)) return
  const [copied, ...more] = Array.isArray(effect.of) ? effect.of : []
  const said: readonly DataSource[] =
    command.stdin.kind === 'value' ? command.stdin.value.sources : command.args.flatMap((word) => word.sources)
  const copies = copied !== undefined && more.length === 0 && effect.as === undefined && command.stdin.kind !== 'value'
  // What found the name of the file says nothing of what is in it.
  const sources: readonly DataSource[] = copies
    ? [{ kind: 'file', path: copied, secret: false }, ...said.filter(({ kind }) => kind !== 'command')]
    : said
  const packed = [...packedSources(command, real, frame), ...(effect.secret ? [SECRET_DERIVED_SOURCE] : [])]
  const { overlay } = frame.analysis
  const existed = frame.facts.file(real).kind
  const text = effect.content
  if (effect.how === 'edit' && !overlay.files.has(real)) return
  // What a program made of its input is not what it was given.
  const made: readonly DataSource[] =
    text !== undefined || sources.length === 0 || copies || INPUT_COPIERS.has(name)
      ? []
      : [{ kind: 'command', program: name, secret: false }]
  const content: Value = { text, sources: joinSources(joinSources(packed, sources), made) }
  const given = INPUT_COPIERS.has(name) && command.stdin.kind === 'value' ? command.stdin.value : undefined
  const listing = given?.paths ? withAbsolutePaths({ ...content, paths: given.paths }, command.cwd) : content
  overlayWrite(overlay, real, listing, { append: effect.how === 'append', made: isNewFile(effect.path, existed) })
}

const INPUT_COPIERS = new Set(['tee', 'gtee', 'sponge', 'dd'])
const SECRET_DERIVED_SOURCE: DataSource = { kind: 'command', program: 'a program', secret: true }

function packedSources(command: Command, target: string, frame: Frame): readonly DataSource[] {
  const packed = PACKED_SOURCES.get(command) ?? findPackedSources(command, frame)
  PACKED_SOURCES.set(command, packed)
  return packed.filter((source) => source.kind !== 'file' || source.path !== target)
}

const PACKED_SOURCES = new WeakMap<Command, readonly DataSource[]>()

function findPackedSources(command: Command, frame: Frame): readonly DataSource[] {
  const packs = ARCHIVERS.has(commandBaseName(command))
  return command.args
    .filter(
      (word, at, words) =>
        /^[~/.]|\//.test(word.known) && !isRemotePath(word.known) && !isUsedFile(optionBefore(words, at), word),
    )
    .map((word) => pathUse(word, command.cwd, frame.facts))
    .flatMap(({ real, tags }): DataSource[] => {
      const secret = tags.includes('secret')
      return real === undefined || !(packs || secret) ? [] : [{ kind: 'file', path: real, secret }]
    })
}

const NO_OVERWRITE_OPTIONS = /^(?:-[a-zA-Z]*[nui][a-zA-Z]*|--no-clobber|--update(?:=.*)?|--interactive(?:=.*)?)$/

export function trackFiles(command: Command, frame: Frame): void {
  if (frame.place !== 'here' || command.name === undefined) return
  const operands =
    listCopyOperands(baseName(command.name), command.args) ??
    command.args.filter((word) => !word.known.startsWith('-') || word.known === '-')
  const use = (word: Word): PathUse => pathUse(word, command.cwd, frame.facts)
  const { overlay } = frame.analysis
  switch (baseName(command.name)) {
    case 'ln':
      trackLink(operands, command, frame)
      return
    case 'cp':
    case 'mv':
    case 'install':
      if (command.args.some(matching(NO_OVERWRITE_OPTIONS)))
        readConditionally(overlay, () => trackCopy(operands, use, command, frame))
      else trackCopy(operands, use, command, frame)
      trackFolders(operands, use, command, frame)
      return
    case 'rsync':
      trackFolders(operands, use, command, frame)
      return
    case 'mkdir':
      for (const word of operands) {
        const { real, zone } = use(word)
        if (real === undefined || !/^(?:project|temp|home)$/.test(zone)) continue
        const folder = zone === 'home' ? firstNewFolder(real, frame.facts) : real
        const before = folder === undefined ? 'directory' : frame.facts.file(folder).kind
        if (folder !== undefined && (before === 'missing' || before === 'unknown')) overlay.directories.add(folder)
      }
      return
    case 'touch':
      for (const word of operands) {
        const path = use(word)
        if (path.real === undefined || overlay.files.has(path.real)) continue
        const before = frame.facts.file(path.real).kind
        if (before === 'missing' || (before === 'unknown' && path.zone === 'temp'))
          overlayWrite(overlay, path.real, { text: '', sources: [] }, { append: false, made: true })
      }
      return
    case 'mkfifo':
    case 'mknod':
      for (const word of operands) {
        const { real } = use(word)
        if (real !== undefined) overlay.files.set(real, { text: undefined, sources: [], made: true, fifo: true })
      }
      return
  }
}

const RECURSIVE_OPTIONS = /^(?:-[A-Za-z]*[rRa][A-Za-z]*|--recursive|--archive)$/

function trackFolders(operands: readonly Word[], use: (word: Word) => PathUse, command: Command, frame: Frame): void {
  const target = operands.at(-1)
  const to = target && use(target).real
  if (!target || operands.length < 2) return
  if (to === undefined) {
    for (const word of operands.slice(0, -1)) inheritPartialProvenance(word, use, target, { command, frame })
    return
  }
  const { overlay } = frame.analysis
  const mirrors = commandBaseName(command) === 'rsync'
  const whole = command.name === 'cp' && command.args.some(({ text = '' }) => RECURSIVE_OPTIONS.test(text))
  const stays = frame.facts.file(to).kind === 'directory' || overlay.directories.has(to)
  for (const word of operands.slice(0, -1)) {
    const content = /\/(?:\.|\*)$/.test(word.known) || (mirrors && word.known.endsWith('/'))
    const from = use(content ? withoutTrailingSlash(word) : word).real
    if (from === undefined) continue
    const into = content ? to : join(to, baseName(from))
    inheritProvenance(from, stays || content ? into : to, frame, command)
    trackFolderCopy(overlay, { from, to: into, whole: whole && !content })
    if (!content && (!stays || overlay.gone.has(to))) trackFolderCopy(overlay, { from, to, whole })
    if (commandBaseName(command) === 'mv') overlay.gone.add(from)
  }
}

function inheritProvenance(from: string, to: string, frame: Frame, command: Command): void {
  const { analysis, facts } = frame
  const origin = provenanceOf(from, facts, analysis.overlay)
  if (origin.kind !== 'elsewhere') return
  const { host, address: url } = origin
  const place = pathUse(literalWord(to), undefined, facts)
  noteDraft(command, { kind: 'download', host, url, to: place, tree: 'update', local: true }, frame)
  analysis.overlay.trees.set(to, { from: url, shared: false })
}

/** `$HOME_OF_X/plugins/`: of where it goes only the end is known. */
function inheritPartialProvenance(
  word: Word,
  use: (word: Word) => PathUse,
  target: Word,
  { command, frame }: { readonly command: Command; readonly frame: Frame },
): void {
  const { real } = use(word)
  const origin = real === undefined ? undefined : provenanceOf(real, frame.facts, frame.analysis.overlay)
  if (real === undefined || origin?.kind !== 'elsewhere') return
  const { host, address: url } = origin
  const to = {
    ...use(target),
    text: join(target.known.replaceAll('\0', ''), target.known.endsWith('/') ? baseName(real) : ''),
  }
  noteDraft(command, { kind: 'download', host, url, to, tree: 'update', local: true }, frame)
}

function withoutTrailingSlash(word: Word): Word {
  const known = word.known.replace(/\/(?:\.|\*)?$/, '') || '/'
  return { ...word, known, text: known, glob: false }
}

function trackCopy(operands: readonly Word[], use: (word: Word) => PathUse, command: Command, frame: Frame): void {
  const target = operands.at(-1)
  if (!target || operands.length < 2) return
  const to = use(target).real
  if (to === undefined) return
  const { overlay } = frame.analysis
  const into =
    operands.length > 2 ||
    target.text?.endsWith('/') ||
    overlay.directories.has(to) ||
    (frame.facts.file(to).kind === 'directory' && !overlay.gone.has(to))
  for (const word of operands.slice(0, -1)) {
    const from = use(word)
    if (from.real === undefined) {
      if (!into) overlay.files.set(to, { text: undefined, sources: [], made: true })
      continue
    }
    const place = into ? join(to, baseName(from.real)) : to
    if (overlay.files.has(from.real)) overlayCopy(overlay, from.real, place, commandBaseName(command) === 'mv')
    else {
      const made = isNewFile(use({ ...target, text: place, known: place }), frame.facts.file(place).kind)
      const source: DataSource = { kind: 'file', path: from.real, secret: from.tags.includes('secret') }
      // What an earlier call wrote is known by its text under its new name too.
      const own = frame.facts.session.written.has(from.real)
      const text = own ? fileText(overlay, frame.facts, from.real).text : undefined
      overlay.files.set(place, { text, sources: [source], made })
    }
  }
}

function textEditOf({ name, args }: Command): TextChange | undefined {
  switch (baseName(name ?? '')) {
    case 'sed':
    case 'gsed':
      return sedEdit(args.map((word) => word.text))
    case 'perl':
      return perlEdit(args.map((word) => word.text))
    default:
      return undefined
  }
}

function sedEdit(words: readonly (string | undefined)[]): TextChange | undefined {
  const scripts: string[] = []
  let extended = false
  let script: string | undefined
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (word === undefined) return undefined
    if (word === '-e' || word === '--expression') scripts.push(words[++at] ?? '')
    else if (/^--expression=/.test(word)) scripts.push(word.slice(13))
    else if (/^-(?:f|n|z|s)|^--(?:file|quiet|silent|null-data)/.test(word)) return undefined
    else if (/^-[Er]|^--regexp-extended|^-i?[Er]$/.test(word)) extended = true
    else if (!word.startsWith('-') && word !== '') script ??= word
  }
  const all = scripts.length > 0 ? scripts : [script ?? '']
  return (text) => (text === undefined ? undefined : applySed(all, text, extended))
}

/** `perl -pi -e 's/a/b/'`: one substitution, of signs that mean the same in both languages. */
function perlEdit(words: readonly (string | undefined)[]): TextChange | undefined {
  const at = words.findIndex((word) => /^-[a-z0-9.]*e$/.test(word ?? ''))
  const script = at < 0 ? undefined : words[at + 1]
  if (script === undefined || !/^\s*s([/|#,!]).*\1.*\1g?i?;?\s*$/.test(script) || /[$@]/.test(script)) return undefined
  return (text) => (text === undefined ? undefined : applySed([script], text, true))
}

type WritePathEffect = Extract<Effect, { kind: 'write-path' }>

function trackUnpacked(effect: WritePathEffect, command: Command, frame: Frame): void {
  const { real, zone } = effect.path
  const from = real === undefined ? undefined : archiveOrigin(command, frame)
  if (real !== undefined && from === undefined) forgetUnpackedTexts(real, frame.analysis.overlay)
  if (real === undefined || from === undefined) return
  const shared = !/^(?:project|temp|home)$/.test(zone) || real === command.cwd
  frame.analysis.overlay.trees.set(real, { from: from.url, shared })
  const { certainty, by } = effect
  const { host, url } = from
  const places = shared
    ? archiveFolders(url).map((name) => pathUse(literalWord(`${real}/${name}`), undefined, frame.facts))
    : [effect.path]
  for (const to of places.length === 0 ? [undefined] : places)
    noteDraft(command, { kind: 'download', host, url, to, tree: 'clone', local: true, certainty, by }, frame)
}

function archiveFolders(url: string): readonly string[] {
  const plain = url.replace(/[?#].*$/s, '')
  const stem = basename(plain).replace(/\.(?:tar|tgz|tbz2?|txz|zip|7z|rar)(?:\.\w+)?$/i, '')
  const forge = /\/([\w.-]+)\/(?:-\/)?(?:archive|tarball|zipball|get)\//.exec(plain)?.[1]
  const refs =
    forge === undefined || stem === '' ? [] : [`${forge}-${stem}`, `${forge}-${stem.replace(/^v(?=\d)/, '')}`]
  return [...new Set([stem, ...refs])].filter((name) => name !== '')
}

function forgetUnpackedTexts(folder: string, overlay: Overlay): void {
  overlay.unpacked.add(folder)
  const below = `${folder}/`
  for (const [path, file] of overlay.files)
    if (file.text !== undefined && path.startsWith(below)) overlay.files.set(path, { ...file, text: undefined })
}

function archiveOrigin(command: Command, frame: Frame): { host: string; url: string } | undefined {
  const { overlay } = frame.analysis
  const { stdin } = command
  const piped = stdin.kind === 'value' ? stdin.value.sources.find(({ kind }) => kind === 'network') : undefined
  if (piped?.kind === 'network') return { host: networkHostOf([piped]) ?? piped.url, url: piped.url }
  for (const word of command.args) {
    const { real } = pathUse(word, command.cwd, frame.facts)
    const from = real === undefined ? undefined : provenanceOf(real, frame.facts, overlay)
    if (from?.kind === 'elsewhere') return { host: from.host, url: from.address }
  }
  return undefined
}
