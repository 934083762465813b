import type { FileFact } from '../facts.ts'
import { addressOf } from '../hosts.ts'
import type { PathUse } from '../paths.ts'
import type { Standing } from '../programs/program.ts'
import { weakest } from '../programs/standing.ts'
import type { Redirect, Value } from '../words.ts'
import { filesOf, noteChange } from './changed-files.ts'
import { type Frame, writeStanding } from './frame.ts'
import { hostOf, overlayWrite } from './overlay.ts'
import type { Bound, DescriptorTable } from './redirects.ts'
import type { Descriptor } from './scope.ts'
import type { CoreScribe } from './scribe.ts'
import { joinSources, NOTHING } from './values.ts'

export interface Redirected {
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
