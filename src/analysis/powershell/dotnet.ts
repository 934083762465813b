import { decodeBase64, decodeHex } from '../code/run/constants.ts'
import type { Run } from '../code/run/run.ts'
import {
  type Abstract,
  allSources,
  cappedList,
  concat,
  exact,
  from,
  knownOf,
  listOf,
  shown,
  sourcesOf,
  text,
  UNKNOWN,
  unique,
} from '../code/run/value.ts'
import { ENVIRONMENT, variable } from '../code/tables/acts.ts'
import { listens, payload } from '../code/tables/network-acts.ts'
import { addressOf } from '../hosts.ts'
import { join, MOST_PARTS, replace } from './operators.ts'

type Evaluate = (value: Abstract, by: string) => Abstract

export interface StaticCall {
  readonly owner: string
  readonly name: string
  readonly args: readonly Abstract[]
  readonly evaluate: Evaluate
}

export interface MethodCall {
  readonly object: Abstract
  readonly name: string
  readonly args: readonly Abstract[]
  readonly evaluate: Evaluate
}

export function memberValue(object: Abstract, name: string): Abstract {
  if (object.ref?.startsWith('[')) return { ref: `${object.ref}.${name}`, sources: [] }
  // Of `$PROFILE` there are several, each run at the start of some host.
  if (/^(?:fullname|path|name|content|value|(?:currentuser|allusers)(?:allhosts|currenthost))$/.test(name))
    return { ...object, items: undefined, ...(object.element ?? {}) }
  return from(allSources(object))
}

export function staticCall(call: StaticCall, run: Run): Abstract {
  const { owner, name, args } = call
  const [first = UNKNOWN, second] = args
  switch (owner) {
    case 'io.file':
      return fileCall(name, first, second, run)
    case 'io.directory':
      if (name === 'delete') run.deletes(first, second?.ref === 'true', '[IO.Directory]::Delete')
      else if (name === 'createdirectory') run.writes(first, 'create', undefined, '[IO.Directory]::CreateDirectory')
      else if (name === 'move') run.writes(second ?? UNKNOWN, 'move', undefined, '[IO.Directory]::Move')
      else run.reads(first, true, '[IO.Directory]')
      return UNKNOWN
    case 'io.path':
      if (name === 'combine') return concat(args.flatMap((part, index) => (index === 0 ? [part] : [text('/'), part])))
      return name === 'gettemppath' ? text('/tmp/') : first
    case 'convert':
      return convert(name, first)
    case 'environment':
      return environmentCall(name, args, run)
    case 'scriptblock':
      return call.evaluate(first, '[ScriptBlock]::Create')
    case 'diagnostics.process':
      if (name === 'start') run.program([first, ...(second ? [second] : [])], '[Diagnostics.Process]::Start')
      return UNKNOWN
    case 'string':
      if (name === 'join') return join(second?.items ? second : listOf(args.slice(1)), first)
      return name === 'concat' ? concat(args) : from(sourcesOf(args))
    case 'char':
      return text(String.fromCharCode(first.number ?? 63))
    case 'array':
      if (name === 'reverse') return UNKNOWN
      return first
    case 'windows.forms.clipboard':
    case 'windows.clipboard':
      run.acts({ kind: 'observe', what: 'clipboard', by: owner })
      return { sources: [{ kind: 'clipboard' }] }
    case 'reflection.assembly':
    case 'runtime.interopservices.marshal':
      run.unknown(`[${owner}] does what cannot be read`)
      return UNKNOWN
    case 'net.dns':
      run.acts({
        kind: 'connect',
        host: shown(first),
        url: shown(first),
        address: addressOf(knownOf(first)),
        by: '[Net.Dns]',
      })
      return UNKNOWN
    default:
      run.lower(
        /^(?:math|datetime|guid|regex|text\.|string|int|timespan|version|uri|console)/.test(owner)
          ? 'proven'
          : 'expected',
      )
      if (/drawing\.(?:graphics|bitmap)|windows\.forms\.screen/.test(owner)) observeScreen(run)
      return name === 'new' ? made(owner, args) : from(sourcesOf(args))
  }
}

function observeScreen(run: Run): void {
  run.acts({ kind: 'observe', what: 'screen', by: 'CopyFromScreen', certainty: 'likely' })
}

function fileCall(name: string, path: Abstract, content: Abstract | undefined, run: Run): Abstract {
  const by = `[IO.File]::${name}`
  if (/^read|^open/.test(name)) return from(run.reads(path, undefined, by))
  if (/^write|^create/.test(name)) run.writes(path, 'overwrite', content, by)
  else if (/^append/.test(name)) run.writes(path, 'append', content, by)
  else if (name === 'delete') run.deletes(path, false, by)
  else if (name === 'move' || name === 'copy') {
    run.reads(path, undefined, by)
    run.writes(content ?? UNKNOWN, name === 'move' ? 'move' : 'overwrite', undefined, by)
  }
  return UNKNOWN
}

function convert(name: string, value: Abstract): Abstract {
  const whole = exact(value)
  if (whole === undefined) return from(allSources(value))
  if (name === 'frombase64string')
    return { known: decodeBase64(whole), sources: value.sources, fields: new Map([['base64', value]]) }
  if (name === 'fromhexstring') return text(decodeHex(whole))
  if (name === 'tochar') return text(String.fromCharCode(Number(whole)))
  return value
}

function environmentCall(name: string, args: readonly Abstract[], run: Run): Abstract {
  if (name === 'getenvironmentvariables') return { sources: [ENVIRONMENT] }
  if (name === 'getenvironmentvariable') return variable(run, exact(args[0]))
  if (name === 'getfolderpath') return text(run.scribe.facts.home)
  if (name === 'setenvironmentvariable') {
    const lasting = /machine|user/i.test(knownOf(args[2] ?? text('')))
    run.lower(lasting ? 'plain' : 'expected')
    if (lasting && /^path$/i.test(knownOf(args[0])))
      run.state({ kind: 'persist', mechanism: 'shell-startup', target: 'PATH', by: 'SetEnvironmentVariable' })
  }
  return UNKNOWN
}

export function made(type: string, args: readonly Abstract[]): Abstract {
  return {
    type: type.toLowerCase().replace(/^system\./, ''),
    fields: new Map(),
    sources: [],
    items: args.length > 0 ? [...args] : undefined,
  }
}

export function methodCall(call: MethodCall, run: Run): Abstract {
  const { object, name, args } = call
  const [first = UNKNOWN, second] = args
  const type = object.type ?? ''
  if (/^net\.webclient$|httpclient$/.test(type) || /^(?:download|upload)(?:string|file|data|values)/.test(name))
    return webClient(call, run)
  if (/^net\.sockets\.tcpclient$/.test(type)) {
    run.connected()
    run.shellStarts('TcpClient')
    return { type: 'stream', sources: [] }
  }
  if (/^net\.sockets\.tcplistener$|^net\.httplistener$/.test(type)) {
    if (name === 'start') listens(run, object.items?.[0] ?? text('0.0.0.0'), type)
    return UNKNOWN
  }
  if (name === 'copyfromscreen') observeScreen(run)
  if (type === 'wscript.shell' && (name === 'run' || name === 'exec')) {
    run.shell(first, 'WScript.Shell')
    return UNKNOWN
  }
  if (name === 'shellexecute') {
    run.program([first], 'ShellExecute')
    return UNKNOWN
  }
  if (name === 'kill' || name === 'terminate') {
    run.acts({ kind: 'signal-process', target: 'a process', owner: 'unknown', by: name })
    return UNKNOWN
  }
  if (name === 'delete') {
    run.deletes(object.known === undefined && object.element ? object.element : object, first.ref === 'true', 'Delete')
    return UNKNOWN
  }
  return textMethod(object, name, first, second) ?? from(unique([allSources(object), ...args.map(allSources)]))
}

function webClient(call: MethodCall, run: Run): Abstract {
  const { name, args } = call
  const [url = UNKNOWN, second, third] = args
  const by = `WebClient.${name}`
  if (/^upload|^post|^put/.test(name)) {
    const data = third ?? second
    const sources = /file/.test(name) && data ? run.reads(data, undefined, by) : payload([data])
    return run.requests({ url, method: 'POST', payload: sources, by })
  }
  if (/^downloadfile/.test(name))
    return run.requests({ url, method: 'GET', payload: [], savedTo: second ?? text('/tmp/\0'), by })
  return run.requests({ url, method: 'GET', payload: [], by })
}

function textMethod(
  object: Abstract,
  name: string,
  first: Abstract,
  second: Abstract | undefined,
): Abstract | undefined {
  const encoded = object.ref !== undefined && /encoding/.test(object.ref)
  if (name === 'getstring') {
    const raw = first.fields?.get('base64')
    const wide = encoded && /unicode/.test(object.ref ?? '') && !/utf8/.test(object.ref ?? '')
    const source = exact(raw)
    if (wide && source !== undefined) return text(Buffer.from(source, 'base64').toString('utf16le'))
    return { ...first, fields: undefined }
  }
  if (name === 'getbytes') return first
  const whole = exact(object)
  if (whole === undefined) return undefined
  if (name === 'replace') return replace(object, listOf([escaped(first), second ?? text('')]))
  if (name === 'substring') return text(whole.substr(first.number ?? 0, second?.number), object.sources)
  if (name === 'tolower') return text(whole.toLowerCase())
  if (name === 'toupper') return text(whole.toUpperCase())
  if (name === 'trim') return text(whole.trim())
  if (name === 'tostring') return object
  if (name === 'tochararray')
    return cappedList(
      [...whole].map((char) => text(char)),
      MOST_PARTS,
    )
  if (name === 'split') return listOf(whole.split(exact(first) ?? ' ').map((part) => text(part)))
  return undefined
}

function escaped(value: Abstract): Abstract {
  const whole = exact(value)
  return whole === undefined ? value : text(whole.replace(/[\\.*+?^${}()|[\]]/g, '\\$&'))
}
