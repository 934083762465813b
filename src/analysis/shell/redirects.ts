import type { Redirection, WordPart } from 'unbash'
import { baseOf } from '../base-name.ts'
import type { FileFact } from '../facts.ts'
import { addressOf } from '../hosts.ts'
import { stateSpeaks } from '../own-terminals.ts'
import type { PathUse } from '../paths.ts'
import type { Standing } from '../programs/program.ts'
import { weakest } from '../programs/standing.ts'
import { like, unlike } from '../programs/unlisted/shapes.ts'
import type { DataSource, Redirect, RedirectKind, Value, Word } from '../words.ts'
import { filesOf, noteChange } from './changed-files.ts'
import type { Call } from './dispatch.ts'
import { expandBody, expandSingle } from './expand.ts'
import { type Frame, noteUnknown, noteUnread, writeStanding } from './frame.ts'
import { hostFor } from './host.ts'
import { LIMITS } from './limits.ts'
import { printedPaths } from './listing.ts'
import { hostOf, overlayWrite } from './overlay.ts'
import { type Descriptor, fork, getDescriptor, setVariable } from './scope.ts'
import type { CoreScribe } from './scribe.ts'
import { joinSources, literalWord, NOTHING, UNKNOWN_VALUE } from './values.ts'

export interface Bound {
  readonly redirect: Redirect
  readonly descriptor: Descriptor
}

const KINDS = new Map<string, RedirectKind>([
  ['>', 'write'],
  ['>|', 'write'],
  ['&>', 'write'],
  ['>>', 'append'],
  ['&>>', 'append'],
  ['<', 'read'],
  ['<>', 'read-write'],
  ['<&', 'duplicate'],
  ['>&', 'duplicate'],
])

export type DescriptorTable = Map<number, Descriptor>

export function bindRedirects(items: readonly Redirection[], frame: Frame, table: DescriptorTable): Bound[] {
  const bound: Bound[] = []
  if (items.length > LIMITS.redirects)
    noteUnread(frame, 'too many redirects', { start: items[0]?.pos ?? 0, end: items.at(-1)?.end ?? 0 })
  for (const item of items.slice(-LIMITS.redirects)) {
    const one = bind(item, frame, table)
    if (one) bound.push(one)
  }
  return bound
}

function bind(item: Redirection, frame: Frame, table: DescriptorTable): Bound | undefined {
  const span = { start: item.pos, end: item.end }
  const number = descriptorNumber(item, frame)
  if (item.type === 'HereDoc') {
    const body = item.body.parts && !item.delimiter?.quoted ? expandBody(item.body.parts, hostFor(frame)) : undefined
    const value: Value = body
      ? { text: body.text, sources: body.sources }
      : {
          text: stripTabs(item.body.text, item.operator === '<<-'),
          sources: [{ kind: 'literal', text: item.body.text }],
        }
    const descriptor: Descriptor = { kind: 'input', value, word: undefined }
    table.set(number, descriptor)
    return {
      redirect: { kind: 'here-document', descriptor: number, target: literalWord('', span), body: value, span },
      descriptor,
    }
  }
  if (!item.target) return undefined
  const sink = item.type === 'Redirect' ? processSink(item.target.parts, frame) : undefined
  const target = sink ? literalWord('/dev/fd/62', span) : placeOf(expandSingle(item.target, hostFor(frame)))
  if (item.type === 'HereString') {
    const value: Value = { text: target.text === undefined ? undefined : `${target.text}\n`, sources: target.sources }
    const descriptor: Descriptor = { kind: 'input', value, word: undefined }
    table.set(number, descriptor)
    return { redirect: { kind: 'here-string', descriptor: number, target, body: value, span }, descriptor }
  }
  const written = item.operator === '>&' && !/^(?:\d+-?|-)$/.test(target.text ?? '') && !target.dynamic
  const kind = written ? 'write' : (KINDS.get(item.operator) ?? 'write')
  const descriptor = sink ?? descriptorFor({ kind, number }, target, table, frame)
  table.set(number, descriptor)
  if (item.descriptor?.type === 'FileDescriptorVariable') frame.scope.descriptors.set(number, descriptor)
  if (item.operator.startsWith('&') || written) table.set(2, descriptor)
  if (kind === 'duplicate' && target.text?.endsWith('-') && target.text.length > 1)
    table.set(Number.parseInt(target.text, 10), { kind: 'closed' })
  if (kind === 'duplicate' && target.dynamic) noteUnknown(frame, 'a descriptor that is not known', span)
  return { redirect: { kind, descriptor: number, target, span }, descriptor }
}

function placeOf(word: Word): Word {
  const [only = word, ...more] = printedPaths(word)
  return more.length === 0 ? only : word
}

function stripTabs(text: string, strip: boolean): string {
  return strip ? text.replace(/^\t+/gm, '') : text
}

function descriptorNumber(item: Redirection, frame: Frame): number {
  if (item.descriptor?.type === 'FileDescriptor') return item.descriptor.value
  if (item.descriptor?.type === 'FileDescriptorVariable') return namedDescriptor(item.descriptor.name, frame)
  return item.operator.startsWith('<') ? 0 : 1
}

/** `{name}>file`: the shell picks a free number and keeps it in the variable. */
function namedDescriptor(name: string, frame: Frame): number {
  const number = 10 + frame.analysis.overlay.temporary++
  setVariable(frame.scope, name, literalWord(String(number)))
  return number
}

/** `>&$REPLY`: whatever opened it, a connection of the shell's own too. */
const SOMEWHERE: Descriptor = { kind: 'socket', host: 'unknown', url: 'a descriptor that is not known' }

function descriptorFor(
  { kind, number }: { readonly kind: RedirectKind; readonly number: number },
  target: Word,
  table: DescriptorTable,
  frame: Frame,
): Descriptor {
  if (kind === 'duplicate' && target.text === undefined && number > 0) return SOMEWHERE
  if (kind === 'duplicate') return duplicated(target, table, frame)
  const socket = socketOf(target)
  if (socket) return { kind: 'socket', ...socket }
  if (kind === 'read') {
    const path = target.text ?? target.raw
    const listed = frame.analysis.overlay.files.get(path)?.paths
    const value: Value = {
      text: undefined,
      sources: [{ kind: 'file', path, secret: false }],
      ...(listed && { paths: listed }),
    }
    return { kind: 'input', word: target, value }
  }
  return { kind: 'path', word: target, append: kind === 'append' || (kind === 'read-write' && number === 0) }
}

function duplicated(target: Word, table: DescriptorTable, frame: Frame): Descriptor {
  if (target.text === undefined) return { kind: 'input', value: UNKNOWN_VALUE, word: undefined }
  const text = target.text.replace(/-$/, '')
  if (text === '') return { kind: 'closed' }
  const number = Number(text)
  const found = table.get(number) ?? getDescriptor(frame.scope, number)
  if (found) return found
  if (number === 2) return { kind: 'error' }
  if (number === 1) return { kind: 'output' }
  return { kind: 'closed' }
}

/** `> >(cmd)`. */
function processSink(parts: readonly WordPart[] | undefined, frame: Frame): Descriptor | undefined {
  const [part] = parts ?? []
  if (parts?.length !== 1 || part?.type !== 'ProcessSubstitution' || part.operator !== '>') return undefined
  const feed = (value: Value): void => {
    const scope = fork(frame.scope)
    scope.descriptors.set(1, { kind: 'output' })
    const inner: Frame = { ...frame, scope, stdin: { kind: 'value', value }, depth: frame.depth + 1 }
    frame.analysis.reader.walkAll(part.script?.commands ?? [], inner)
  }
  return { kind: 'process', feed }
}

export function inputOf(table: DescriptorTable, frame: Frame): Value | undefined {
  const bound = table.get(0) ?? getDescriptor(frame.scope, 0)
  if (!bound) return undefined
  switch (bound.kind) {
    case 'input':
      return bound.value
    case 'socket':
      return { text: undefined, sources: [{ kind: 'network', url: bound.url }] }
    case 'path':
      return { text: undefined, sources: [{ kind: 'file', path: bound.word.text ?? bound.word.raw, secret: false }] }
    case 'closed':
      return NOTHING
    case 'process':
    case 'error':
    case 'output':
      return undefined
  }
}

/** `/dev/tcp/host/port` and `/dev/udp/host/port`, which bash opens as sockets. */
function socketOf(word: Word): { host: string; url: string } | undefined {
  const match = /^\/dev\/(tcp|udp)\/([^/]+)(?:\/(.*))?$/.exec(word.known)
  if (!match) return undefined
  const [, protocol = 'tcp', host = '', port = ''] = match
  const name = host.includes('\0') ? 'unknown' : host.toLowerCase()
  return { host: name, url: `${protocol}://${name}${port === '' ? '' : `:${port.replaceAll('\0', '?')}`}` }
}

const INTERPRETERS = /^(?:(?:ba|da|z|k|tc|c|fi|a|rba)?sh|python[\d.]*|perl|ruby|php|node|lua|expect)$/

export function stateReverseShell(call: Call, scribe: CoreScribe): void {
  const { command, frame, table } = call
  if (!INTERPRETERS.test(baseOf(command))) return
  const input = table.get(0) ?? getDescriptor(frame.scope, 0)
  const output = table.get(1) ?? getDescriptor(frame.scope, 1)
  const bound = input?.kind === 'socket'
  const interactive = output?.kind === 'socket' && command.args.some(like(/^-[a-z]*i/))
  if (bound || interactive || isHandedOver(call))
    scribe.effect({ kind: 'listen', reach: 'reverse-shell', executes: true })
}

/** A shell that reads from and writes to one descriptor that somebody else opened: `sh <&3 >&3`. */
function isHandedOver({ command, frame }: Call): boolean {
  if (command.args.some(unlike(/^-[ilp]+$/))) return false
  const shared = (descriptor: number) =>
    command.redirects.find((item) => item.kind === 'duplicate' && item.descriptor === descriptor)?.target
  const input = shared(0)
  if (!input || input.raw !== shared(1)?.raw) return false
  return input.text === undefined || (Number(input.text) > 2 && !getDescriptor(frame.scope, Number(input.text)))
}

/** A path among the words that names an open descriptor: `tar -cf /dev/fd/3 dir 3>/dev/tcp/host/port`. */
export function stateDescriptorPaths(call: Call, output: () => Value, scribe: CoreScribe): void {
  const { command, frame, table } = call
  for (const word of command.args) {
    const match = /\/(?:dev|proc\/self)\/fd\/(\d{1,4})$/.exec(word.text ?? '')
    if (!match) continue
    const number = Number(match[1])
    const bound = table.get(number) ?? getDescriptor(frame.scope, number)
    if (bound?.kind !== 'socket') continue
    const payload = joinSources(output().sources, filesRead(call))
    scribe.effect({ kind: 'send-data', host: bound.host, channel: 'socket', payload, by: bound.url })
  }
}

function filesRead(call: Call): readonly DataSource[] {
  const { span } = call.command
  return call.frame.analysis.book.effects.flatMap((effect): DataSource[] => {
    if (effect.kind !== 'read-path' || effect.span !== span) return []
    return [{ kind: 'file', path: effect.path.real ?? effect.path.text, secret: effect.path.tags.includes('secret') }]
  })
}

interface Redirected {
  readonly bound: readonly Bound[]
  readonly table: DescriptorTable
  readonly output: Value
  /** The output is nothing for certain: the file is only emptied. */
  readonly silent: boolean
}

export function stateRedirects(given: Redirected, scribe: CoreScribe, frame: Frame): [Standing, Value] {
  const { output } = given
  let standing: Standing = 'proven'
  const stdout = given.table.get(1)
  for (const { redirect, descriptor } of given.bound) {
    if (redirect.kind === 'duplicate') continue
    const written = descriptor === stdout ? { output, silent: given.silent } : { output: undefined, silent: false }
    standing = weakest(standing, stateOne(descriptor, redirect, written, { scribe, frame }))
  }
  const direct = given.bound.some((item) => item.descriptor === stdout && item.redirect.kind !== 'duplicate')
  if (stdout && !direct)
    standing = weakest(standing, stateOne(stdout, undefined, { output, silent: false }, { scribe, frame }))
  return [standing, stdout === undefined || stdout.kind === 'output' ? output : NOTHING]
}

interface Around {
  readonly scribe: CoreScribe
  readonly frame: Frame
}

/** Without a redirect it is output that goes to a descriptor opened earlier: `exec 3>file; echo x >&3`. */
function stateOne(descriptor: Descriptor, redirect: Redirect | undefined, written: Written, around: Around): Standing {
  const { scribe } = around
  switch (descriptor.kind) {
    case 'socket':
      return stateSocket(descriptor, redirect, written.output, scribe)
    case 'path':
      return stateWrite(redirect?.target ?? descriptor.word, !redirect || descriptor.append, written, around)
    case 'process':
      descriptor.feed(written.output ?? NOTHING)
      return 'proven'
    case 'input':
      if (redirect?.kind === 'read')
        scribe.effect({ kind: 'read-path', path: scribe.path(redirect.target), list: false, by: '<' })
  }
  return 'proven'
}

function stateSocket(
  socket: Extract<Descriptor, { kind: 'socket' }>,
  redirect: Redirect | undefined,
  output: Value | undefined,
  scribe: CoreScribe,
): Standing {
  const { host, url } = socket
  scribe.effect({ kind: 'connect', host, url, address: addressOf(host), by: redirect?.target.text ?? url })
  // One machine, one port after the other.
  if (/:\?$/.test(url) && /^\d+(?:\.\d+){3}$/.test(host) && addressOf(host) !== 'loopback')
    scribe.effect({ kind: 'observe', what: 'host-scan', certainty: 'likely', by: url })
  if (output && (output.text === undefined || output.text !== '')) {
    const literal = output.text === undefined ? [] : [{ kind: 'literal' as const, text: output.text.slice(0, 2_000) }]
    const payload = joinSources(output.sources, literal)
    scribe.effect({ kind: 'send-data', host, channel: 'socket', payload, by: url })
  }
  return 'plain'
}

interface Written {
  readonly output: Value | undefined
  readonly silent: boolean
}

function stateWrite(target: Redirect['target'], append: boolean, written: Written, around: Around): Standing {
  const { scribe, frame } = around
  const path = scribe.path(target)
  if (path.tags.includes('null-device')) return 'proven'
  if (path.tags.includes('device-storage')) {
    scribe.effect({ kind: 'delete-path', path, recursive: true, wipe: true, by: '>' })
    return 'plain'
  }
  if (isInputOfAnother(path) && written.output) {
    stateSpeaks(`writes to the terminal ${path.text}`, scribe)
    scribe.runsShell(written.output, path.text, { typed: true })
    return 'plain'
  }
  const content = written.output ?? { text: undefined, sources: [] }
  const existed = path.real === undefined ? 'unknown' : frame.facts.file(path.real).kind
  const fresh = existed === 'missing' && !(path.real !== undefined && frame.analysis.overlay.files.has(path.real))
  const how = append ? 'append' : fresh ? 'create' : written.silent ? 'truncate' : 'overwrite'
  scribe.effect({
    kind: 'write-path',
    path,
    how,
    content: written.output?.text,
    by: append ? '>>' : '>',
    as: 'redirect',
  })
  if (path.real === undefined) {
    const files = filesOf(path, frame.scope.cwd)
    const text = content.text
    if (files)
      noteChange(frame.analysis.overlay, files, (before) =>
        !append ? text : before === undefined || text === undefined ? undefined : before + text,
      )
  } else {
    overlayWrite(frame.analysis.overlay, path.real, content, { append, made: isMade(path, existed) })
    reverseShell(path.real, content, scribe, frame)
  }
  return writeStanding(path)
}

/** What another process reads as its input: whatever is written there, it takes for typed. */
function isInputOfAnother({ real, text }: PathUse): boolean {
  return /^\/proc\/(?!self\/)[^/]+\/fd\/0$|^\/dev\/(?:pts\/\d+|ttyv?\d+)$/.test(real ?? text)
}

export function isMade(path: PathUse, existed: FileFact['kind']): boolean {
  return existed === 'missing' || (existed === 'unknown' && /^(?:temp|project|outside)$/.test(path.zone))
}

/** A shell reads its commands from this file or pipe, and now a socket's data goes into it. */
function reverseShell(path: string, content: Value, scribe: CoreScribe, frame: Frame): void {
  const host = hostOf(content.sources)
  if (host === undefined || !frame.analysis.overlay.shellInputs.has(path)) return
  scribe.effect({ kind: 'listen', reach: 'reverse-shell', executes: true })
  scribe.effect({ kind: 'run-code', language: 'shell', origin: 'download', read: false, host })
}
