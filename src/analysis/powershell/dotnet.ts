import {
  type AbstractValue,
  allSources,
  cappedList,
  concatValues,
  exactText,
  knownOf,
  listValue,
  sourcesOf,
  textValue,
  UNKNOWN_RESULT,
  uniqueSources,
  valueForDisplay,
  valueFrom,
} from '../code/run/abstract-value.ts'
import { decodeBase64, decodeHex } from '../code/run/constant-values.ts'
import type { CodeRun } from '../code/run/run.ts'
import { environmentValue } from '../code/tables/handlers.ts'
import { payloadSources, recordListen } from '../code/tables/network-handlers.ts'
import { WHOLE_ENVIRONMENT } from '../interpret/values.ts'
import { classifyHost } from '../remote/hosts.ts'
import { joinItems, MAX_PARTS, replaceValue } from './operators.ts'

type Evaluate = (value: AbstractValue, by: string) => AbstractValue

export interface StaticCall {
  readonly owner: string
  readonly name: string
  readonly args: readonly AbstractValue[]
  readonly evaluate: Evaluate
}

export interface MethodCall {
  readonly object: AbstractValue
  readonly name: string
  readonly args: readonly AbstractValue[]
  readonly evaluate: Evaluate
}

export function memberValue(object: AbstractValue, name: string): AbstractValue {
  if (object.ref?.startsWith('[')) return { ref: `${object.ref}.${name}`, sources: [] }
  // Of `$PROFILE` there are several, each run at the start of some host.
  if (/^(?:fullname|path|name|content|value|(?:currentuser|allusers)(?:allhosts|currenthost))$/.test(name))
    return { ...object, items: undefined, ...(object.element ?? {}) }
  return valueFrom(allSources(object))
}

export function staticCall(call: StaticCall, run: CodeRun): AbstractValue {
  const { owner, name, args } = call
  const [first = UNKNOWN_RESULT, second] = args
  switch (owner) {
    case 'io.file':
      return fileCall(name, first, second, run)
    case 'io.directory':
      if (name === 'delete') run.deletes(first, second?.ref === 'true', '[IO.Directory]::Delete')
      else if (name === 'createdirectory') run.writes(first, 'create', undefined, '[IO.Directory]::CreateDirectory')
      else if (name === 'move') run.writes(second ?? UNKNOWN_RESULT, 'move', undefined, '[IO.Directory]::Move')
      else run.reads(first, true, '[IO.Directory]')
      return UNKNOWN_RESULT
    case 'io.path':
      if (name === 'combine')
        return concatValues(args.flatMap((part, index) => (index === 0 ? [part] : [textValue('/'), part])))
      return name === 'gettemppath' ? textValue('/tmp/') : first
    case 'convert':
      return convertCall(name, first)
    case 'environment':
      return environmentCall(name, args, run)
    case 'scriptblock':
      return call.evaluate(first, '[ScriptBlock]::Create')
    case 'diagnostics.process':
      if (name === 'start') run.program([first, ...(second ? [second] : [])], '[Diagnostics.Process]::Start')
      return UNKNOWN_RESULT
    case 'string':
      if (name === 'join') return joinItems(second?.items ? second : listValue(args.slice(1)), first)
      return name === 'concat' ? concatValues(args) : valueFrom(sourcesOf(args))
    case 'char':
      return textValue(String.fromCharCode(first.number ?? 63))
    case 'array':
      if (name === 'reverse') return UNKNOWN_RESULT
      return first
    case 'windows.forms.clipboard':
    case 'windows.clipboard':
      run.acts({ kind: 'observe', what: 'clipboard', by: owner })
      return { sources: [{ kind: 'clipboard' }] }
    case 'reflection.assembly':
    case 'runtime.interopservices.marshal':
      run.unknown(`[${owner}] does what cannot be read`)
      return UNKNOWN_RESULT
    case 'net.dns':
      run.acts({
        kind: 'connect',
        host: valueForDisplay(first),
        url: valueForDisplay(first),
        address: classifyHost(knownOf(first)),
        by: '[Net.Dns]',
      })
      return UNKNOWN_RESULT
    default:
      run.lower(
        /^(?:math|datetime|guid|regex|text\.|string|int|timespan|version|uri|console)/.test(owner)
          ? 'proven'
          : 'expected',
      )
      if (/drawing\.(?:graphics|bitmap)|windows\.forms\.screen/.test(owner)) observeScreen(run)
      return name === 'new' ? createObject(owner, args) : valueFrom(sourcesOf(args))
  }
}

function observeScreen(run: CodeRun): void {
  run.acts({ kind: 'observe', what: 'screen', by: 'CopyFromScreen', certainty: 'likely' })
}

function fileCall(name: string, path: AbstractValue, content: AbstractValue | undefined, run: CodeRun): AbstractValue {
  const by = `[IO.File]::${name}`
  if (/^read|^open/.test(name)) return valueFrom(run.reads(path, undefined, by))
  if (/^write|^create/.test(name)) run.writes(path, 'overwrite', content, by)
  else if (/^append/.test(name)) run.writes(path, 'append', content, by)
  else if (name === 'delete') run.deletes(path, false, by)
  else if (name === 'move' || name === 'copy') {
    run.reads(path, undefined, by)
    run.writes(content ?? UNKNOWN_RESULT, name === 'move' ? 'move' : 'overwrite', undefined, by)
  }
  return UNKNOWN_RESULT
}

function convertCall(name: string, value: AbstractValue): AbstractValue {
  const whole = exactText(value)
  if (whole === undefined) return valueFrom(allSources(value))
  if (name === 'frombase64string')
    return { known: decodeBase64(whole), sources: value.sources, fields: new Map([['base64', value]]) }
  if (name === 'fromhexstring') return textValue(decodeHex(whole))
  if (name === 'tochar') return textValue(String.fromCharCode(Number(whole)))
  return value
}

function environmentCall(name: string, args: readonly AbstractValue[], run: CodeRun): AbstractValue {
  if (name === 'getenvironmentvariables') return { sources: [WHOLE_ENVIRONMENT] }
  if (name === 'getenvironmentvariable') return environmentValue(run, exactText(args[0]))
  if (name === 'getfolderpath') return textValue(run.recorder.facts.home)
  if (name === 'setenvironmentvariable') {
    const lasting = /machine|user/i.test(knownOf(args[2] ?? textValue('')))
    run.lower(lasting ? 'plain' : 'expected')
    if (lasting && /^path$/i.test(knownOf(args[0])))
      run.state({ kind: 'persist', mechanism: 'shell-startup', target: 'PATH', by: 'SetEnvironmentVariable' })
  }
  return UNKNOWN_RESULT
}

export function createObject(type: string, args: readonly AbstractValue[]): AbstractValue {
  return {
    type: type.toLowerCase().replace(/^system\./, ''),
    fields: new Map(),
    sources: [],
    items: args.length > 0 ? [...args] : undefined,
  }
}

export function methodCall(call: MethodCall, run: CodeRun): AbstractValue {
  const { object, name, args } = call
  const [first = UNKNOWN_RESULT, second] = args
  const type = object.type ?? ''
  if (/^net\.webclient$|httpclient$/.test(type) || /^(?:download|upload)(?:string|file|data|values)/.test(name))
    return callWebClient(call, run)
  if (/^net\.sockets\.tcpclient$/.test(type)) {
    run.connected()
    run.shellStarts('TcpClient')
    return { type: 'stream', sources: [] }
  }
  if (/^net\.sockets\.tcplistener$|^net\.httplistener$/.test(type)) {
    if (name === 'start') recordListen(run, object.items?.[0] ?? textValue('0.0.0.0'), type)
    return UNKNOWN_RESULT
  }
  if (name === 'copyfromscreen') observeScreen(run)
  if (type === 'wscript.shell' && (name === 'run' || name === 'exec')) {
    run.shell(first, 'WScript.Shell')
    return UNKNOWN_RESULT
  }
  if (name === 'shellexecute') {
    run.program([first], 'ShellExecute')
    return UNKNOWN_RESULT
  }
  if (name === 'kill' || name === 'terminate') {
    run.acts({ kind: 'signal-process', target: 'a process', owner: 'unknown', by: name })
    return UNKNOWN_RESULT
  }
  if (name === 'delete') {
    run.deletes(object.known === undefined && object.element ? object.element : object, first.ref === 'true', 'Delete')
    return UNKNOWN_RESULT
  }
  return (
    callTextMethod(object, name, first, second) ??
    valueFrom(uniqueSources([allSources(object), ...args.map(allSources)]))
  )
}

function callWebClient(call: MethodCall, run: CodeRun): AbstractValue {
  const { name, args } = call
  const [url = UNKNOWN_RESULT, second, third] = args
  const by = `WebClient.${name}`
  if (/^upload|^post|^put/.test(name)) {
    const data = third ?? second
    const sources = /file/.test(name) && data ? run.reads(data, undefined, by) : payloadSources([data])
    return run.requests({ url, method: 'POST', payload: sources, by })
  }
  if (/^downloadfile/.test(name))
    return run.requests({ url, method: 'GET', payload: [], savedTo: second ?? textValue('/tmp/\0'), by })
  return run.requests({ url, method: 'GET', payload: [], by })
}

function callTextMethod(
  object: AbstractValue,
  name: string,
  first: AbstractValue,
  second: AbstractValue | undefined,
): AbstractValue | undefined {
  const encoded = object.ref !== undefined && /encoding/.test(object.ref)
  if (name === 'getstring') {
    const raw = first.fields?.get('base64')
    const wide = encoded && /unicode/.test(object.ref ?? '') && !/utf8/.test(object.ref ?? '')
    const source = exactText(raw)
    if (wide && source !== undefined) return textValue(Buffer.from(source, 'base64').toString('utf16le'))
    return { ...first, fields: undefined }
  }
  if (name === 'getbytes') return first
  const whole = exactText(object)
  if (whole === undefined) return undefined
  if (name === 'replace') return replaceValue(object, listValue([escapeRegex(first), second ?? textValue('')]))
  if (name === 'substring') return textValue(whole.substr(first.number ?? 0, second?.number), object.sources)
  if (name === 'tolower') return textValue(whole.toLowerCase())
  if (name === 'toupper') return textValue(whole.toUpperCase())
  if (name === 'trim') return textValue(whole.trim())
  if (name === 'tostring') return object
  if (name === 'tochararray')
    return cappedList(
      [...whole].map((char) => textValue(char)),
      MAX_PARTS,
    )
  if (name === 'split') return listValue(whole.split(exactText(first) ?? ' ').map((part) => textValue(part)))
  return undefined
}

function escapeRegex(value: AbstractValue): AbstractValue {
  const whole = exactText(value)
  return whole === undefined ? value : textValue(whole.replace(/[\\.*+?^${}()|[\]]/g, '\\$&'))
}
