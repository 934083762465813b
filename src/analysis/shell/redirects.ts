import type { Redirection, WordPart } from 'unbash'
import type { FileFact } from '../facts.ts'
import { withAbsolutePaths } from '../flow/listings.ts'
import { matching, notMatching } from '../generic/word-shapes.ts'
import { commandBaseName } from '../interpret/base-name.ts'
import { weakestGrade } from '../interpret/grade.ts'
import { LIMITS } from '../interpret/limits.ts'
import type { CommandGrade } from '../interpret/program.ts'
import { recordTypingAsUser } from '../interpret/session-terminals.ts'
import { EMPTY_VALUE, joinSources, literalWord, UNKNOWN_VALUE } from '../interpret/values.ts'
import type { PathUse } from '../paths/paths.ts'
import { classifyHost } from '../remote/hosts.ts'
import type { DataSource, Redirect, RedirectKind, Value, Word } from '../words.ts'
import { filesNamedBy, trackTextChange } from './changed-files.ts'
import type { Call } from './dispatch.ts'
import { expandBody, expandSingle } from './expand.ts'
import { expandHostFor } from './expand-host.ts'
import { type Frame, noteUnknown, noteUnread, writeGrade } from './frame.ts'
import { networkHostOf, overlayWrite } from './overlay.ts'
import { expandPrintedPaths } from './printed-output.ts'
import { type Descriptor, forkScope, getDescriptor, setVariable } from './scope.ts'
import type { CoreRecorder } from './shell-recorder.ts'

export interface BoundRedirect {
  readonly redirect: Redirect
  readonly descriptor: Descriptor
}

const REDIRECT_KINDS = new Map<string, RedirectKind>([
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

export function bindRedirects(items: readonly Redirection[], frame: Frame, table: DescriptorTable): BoundRedirect[] {
  const bound: BoundRedirect[] = []
  if (items.length > LIMITS.redirects)
    noteUnread(frame, 'too many redirects', { start: items[0]?.pos ?? 0, end: items.at(-1)?.end ?? 0 })
  for (const item of items.slice(-LIMITS.redirects)) {
    const one = bindRedirect(item, frame, table)
    if (one) bound.push(one)
  }
  return bound
}

function bindRedirect(item: Redirection, frame: Frame, table: DescriptorTable): BoundRedirect | undefined {
  const span = { start: item.pos, end: item.end }
  const number = descriptorNumber(item, frame)
  if (item.type === 'HereDoc') {
    const body =
      item.body.parts && !item.delimiter?.quoted ? expandBody(item.body.parts, expandHostFor(frame)) : undefined
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
  const target = sink
    ? literalWord('/dev/fd/62', span)
    : redirectTarget(expandSingle(item.target, expandHostFor(frame)))
  if (item.type === 'HereString') {
    const value: Value = { text: target.text === undefined ? undefined : `${target.text}\n`, sources: target.sources }
    const descriptor: Descriptor = { kind: 'input', value, word: undefined }
    table.set(number, descriptor)
    return { redirect: { kind: 'here-string', descriptor: number, target, body: value, span }, descriptor }
  }
  const written = item.operator === '>&' && !/^(?:\d+-?|-)$/.test(target.text ?? '') && !target.dynamic
  const kind = written ? 'write' : (REDIRECT_KINDS.get(item.operator) ?? 'write')
  const descriptor = sink ?? descriptorFor({ kind, number }, target, table, frame)
  table.set(number, descriptor)
  if (item.descriptor?.type === 'FileDescriptorVariable') frame.scope.descriptors.set(number, descriptor)
  if (item.operator.startsWith('&') || written) table.set(2, descriptor)
  if (kind === 'duplicate' && target.text?.endsWith('-') && target.text.length > 1)
    table.set(Number.parseInt(target.text, 10), { kind: 'closed' })
  if (kind === 'duplicate' && target.dynamic) noteUnknown(frame, 'a descriptor that is not known', span)
  return { redirect: { kind, descriptor: number, target, span }, descriptor }
}

function redirectTarget(word: Word): Word {
  const [only = word, ...more] = expandPrintedPaths(word)
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
const UNKNOWN_SOCKET: Descriptor = { kind: 'socket', host: 'unknown', url: 'a descriptor that is not known' }

function descriptorFor(
  { kind, number }: { readonly kind: RedirectKind; readonly number: number },
  target: Word,
  table: DescriptorTable,
  frame: Frame,
): Descriptor {
  if (kind === 'duplicate' && target.text === undefined && number > 0) return UNKNOWN_SOCKET
  if (kind === 'duplicate') return duplicateDescriptor(target, table, frame)
  const socket = parseSocketPath(target)
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

function duplicateDescriptor(target: Word, table: DescriptorTable, frame: Frame): Descriptor {
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
    const scope = forkScope(frame.scope)
    scope.descriptors.set(1, { kind: 'output' })
    const inner: Frame = { ...frame, scope, stdin: { kind: 'value', value }, depth: frame.depth + 1 }
    frame.analysis.reader.walkAll(part.script?.commands ?? [], inner)
  }
  return { kind: 'process', feed }
}

export function standardInputOf(table: DescriptorTable, frame: Frame): Value | undefined {
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
      return EMPTY_VALUE
    case 'process':
    case 'error':
    case 'output':
      return undefined
  }
}

/** `/dev/tcp/host/port` and `/dev/udp/host/port`, which bash opens as sockets. */
function parseSocketPath(word: Word): { host: string; url: string } | undefined {
  const match = /^\/dev\/(tcp|udp)\/([^/]+)(?:\/(.*))?$/.exec(word.known)
  if (!match) return undefined
  const [, protocol = 'tcp', host = '', port = ''] = match
  const name = host.includes('\0') ? 'unknown' : host.toLowerCase()
  return { host: name, url: `${protocol}://${name}${port === '' ? '' : `:${port.replaceAll('\0', '?')}`}` }
}

const INTERPRETERS = /^(?:(?:ba|da|z|k|tc|c|fi|a|rba)?sh|python[\d.]*|perl|ruby|php|node|lua|expect)$/

export function recordReverseShell(call: Call, recorder: CoreRecorder): void {
  const { command, frame, table } = call
  if (!INTERPRETERS.test(commandBaseName(command))) return
  const input = table.get(0) ?? getDescriptor(frame.scope, 0)
  const output = table.get(1) ?? getDescriptor(frame.scope, 1)
  const bound = input?.kind === 'socket'
  const interactive = output?.kind === 'socket' && command.args.some(matching(/^-[a-z]*i/))
  if (bound || interactive || isDescriptorShell(call))
    recorder.effect({ kind: 'listen', reach: 'reverse-shell', executes: true })
}

/** A shell that reads from and writes to one descriptor that somebody else opened: `sh <&3 >&3`. */
function isDescriptorShell({ command, frame }: Call): boolean {
  if (command.args.some(notMatching(/^-[ilp]+$/))) return false
  const shared = (descriptor: number) =>
    command.redirects.find((item) => item.kind === 'duplicate' && item.descriptor === descriptor)?.target
  const input = shared(0)
  if (!input || input.raw !== shared(1)?.raw) return false
  return input.text === undefined || (Number(input.text) > 2 && !getDescriptor(frame.scope, Number(input.text)))
}

/** A path among the words that names an open descriptor: `tar -cf /dev/fd/3 dir 3>/dev/tcp/host/port`. */
export function recordDescriptorPaths(call: Call, output: () => Value, recorder: CoreRecorder): void {
  const { command, frame, table } = call
  for (const word of command.args) {
    const match = /\/(?:dev|proc\/self)\/fd\/(\d{1,4})$/.exec(word.text ?? '')
    if (!match) continue
    const number = Number(match[1])
    const bound = table.get(number) ?? getDescriptor(frame.scope, number)
    if (bound?.kind !== 'socket') continue
    const payload = joinSources(output().sources, filesRead(call))
    recorder.effect({ kind: 'send-data', host: bound.host, channel: 'socket', payload, by: bound.url })
  }
}

function filesRead(call: Call): readonly DataSource[] {
  const { span } = call.command
  return call.frame.analysis.log.effects.flatMap((effect): DataSource[] => {
    if (effect.kind !== 'read-path' || effect.span !== span) return []
    return [{ kind: 'file', path: effect.path.real ?? effect.path.text, secret: effect.path.tags.includes('secret') }]
  })
}

interface RedirectedCommand {
  readonly bound: readonly BoundRedirect[]
  readonly table: DescriptorTable
  readonly output: Value
  /** The output is nothing for certain: the file is only emptied. */
  readonly silent: boolean
}

export function recordRedirects(given: RedirectedCommand, recorder: CoreRecorder, frame: Frame): [CommandGrade, Value] {
  const { output } = given
  let grade: CommandGrade = 'proven'
  const stdout = given.table.get(1)
  for (const { redirect, descriptor } of given.bound) {
    if (redirect.kind === 'duplicate') continue
    const written = descriptor === stdout ? { output, silent: given.silent } : { output: undefined, silent: false }
    grade = weakestGrade(grade, recordDescriptorUse(descriptor, redirect, written, { recorder, frame }))
  }
  const direct = given.bound.some((item) => item.descriptor === stdout && item.redirect.kind !== 'duplicate')
  if (stdout && !direct)
    grade = weakestGrade(grade, recordDescriptorUse(stdout, undefined, { output, silent: false }, { recorder, frame }))
  return [grade, stdout === undefined || stdout.kind === 'output' ? output : EMPTY_VALUE]
}

interface RedirectContext {
  readonly recorder: CoreRecorder
  readonly frame: Frame
}

/** Without a redirect it is output that goes to a descriptor opened earlier: `exec 3>file; echo x >&3`. */
function recordDescriptorUse(
  descriptor: Descriptor,
  redirect: Redirect | undefined,
  written: WrittenOutput,
  around: RedirectContext,
): CommandGrade {
  const { recorder } = around
  switch (descriptor.kind) {
    case 'socket':
      return recordSocketEffect(descriptor, redirect, written.output, recorder)
    case 'path':
      return recordWriteEffect(redirect?.target ?? descriptor.word, !redirect || descriptor.append, written, around)
    case 'process':
      descriptor.feed(written.output ?? EMPTY_VALUE)
      return 'proven'
    case 'input':
      if (redirect?.kind === 'read')
        recorder.effect({ kind: 'read-path', path: recorder.path(redirect.target), list: false, by: '<' })
  }
  return 'proven'
}

function recordSocketEffect(
  socket: Extract<Descriptor, { kind: 'socket' }>,
  redirect: Redirect | undefined,
  output: Value | undefined,
  recorder: CoreRecorder,
): CommandGrade {
  const { host, url } = socket
  recorder.effect({ kind: 'connect', host, url, address: classifyHost(host), by: redirect?.target.text ?? url })
  // One machine, one port after the other.
  if (/:\?$/.test(url) && /^\d+(?:\.\d+){3}$/.test(host) && classifyHost(host) !== 'loopback')
    recorder.effect({ kind: 'observe', what: 'host-scan', certainty: 'likely', by: url })
  if (output && (output.text === undefined || output.text !== '')) {
    const literal = output.text === undefined ? [] : [{ kind: 'literal' as const, text: output.text.slice(0, 2_000) }]
    const payload = joinSources(output.sources, literal)
    recorder.effect({ kind: 'send-data', host, channel: 'socket', payload, by: url })
  }
  return 'plain'
}

interface WrittenOutput {
  readonly output: Value | undefined
  readonly silent: boolean
}

function recordWriteEffect(
  target: Redirect['target'],
  append: boolean,
  written: WrittenOutput,
  around: RedirectContext,
): CommandGrade {
  const { recorder, frame } = around
  const path = recorder.path(target)
  if (path.tags.includes('null-device')) return 'proven'
  if (path.tags.includes('device-storage')) {
    recorder.effect({ kind: 'delete-path', path, recursive: true, wipe: true, by: '>' })
    return 'plain'
  }
  if (isInputOfAnother(path) && written.output) {
    recordTypingAsUser(`writes to the terminal ${path.text}`, recorder)
    recorder.runsShell(written.output, path.text, { typed: true })
    return 'plain'
  }
  const content = withAbsolutePaths(written.output ?? UNKNOWN_OUTPUT, frame.scope.cwd)
  const existed = path.real === undefined ? 'unknown' : frame.facts.file(path.real).kind
  const fresh = existed === 'missing' && !(path.real !== undefined && frame.analysis.overlay.files.has(path.real))
  const how = append ? 'append' : fresh ? 'create' : written.silent ? 'truncate' : 'overwrite'
  recorder.effect({
    kind: 'write-path',
    path,
    how,
    content: written.output?.text,
    by: append ? '>>' : '>',
    as: 'redirect',
  })
  if (path.real === undefined) {
    const files = filesNamedBy(path, frame.scope.cwd)
    const text = content.text
    if (files)
      trackTextChange(frame.analysis.overlay, files, (before) =>
        !append ? text : before === undefined || text === undefined ? undefined : before + text,
      )
  } else {
    overlayWrite(frame.analysis.overlay, path.real, content, { append, made: isNewFile(path, existed) })
    recordSocketFedShell(path.real, content, recorder, frame)
  }
  return writeGrade(path)
}

const UNKNOWN_OUTPUT: Value = { text: undefined, sources: [] }

/** What another process reads as its input: whatever is written there, it takes for typed. */
function isInputOfAnother({ real, text }: PathUse): boolean {
  return /^\/proc\/(?!self\/)[^/]+\/fd\/0$|^\/dev\/(?:pts\/\d+|ttyv?\d+)$/.test(real ?? text)
}

export function isNewFile(path: PathUse, existed: FileFact['kind']): boolean {
  return existed === 'missing' || (existed === 'unknown' && /^(?:temp|project|outside)$/.test(path.zone))
}

/** A shell reads its commands from this file or pipe, and now a socket's data goes into it. */
function recordSocketFedShell(path: string, content: Value, recorder: CoreRecorder, frame: Frame): void {
  const host = networkHostOf(content.sources)
  if (host === undefined || !frame.analysis.overlay.shellInputs.has(path)) return
  recorder.effect({ kind: 'listen', reach: 'reverse-shell', executes: true })
  recorder.effect({ kind: 'run-code', language: 'shell', origin: 'download', read: false, host })
}
