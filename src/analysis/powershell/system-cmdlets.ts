import {
  type AbstractValue,
  allSources,
  exactText,
  knownOf,
  referenceValue,
  textValue,
  UNKNOWN_RESULT,
  valueForDisplay,
  valueFrom,
} from '../code/run/abstract-value.ts'
import type { CodeRun } from '../code/run/run.ts'
import { exposeSecretStore } from '../code/tables/handlers.ts'
import { headerSources, payloadSources, recordConnection, recordSentMail } from '../code/tables/network-handlers.ts'
import type { EffectKind } from '../effects.ts'
import { writesByGrade } from '../interpret/grade.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import { classifyHost } from '../remote/hosts.ts'
import { aliasesOf } from './aliases.ts'
import { type Cmdlet, hasParameter, inputSources, namedParameter, parameterAt, voidCmdlet } from './cmdlet-call.ts'
import { createObject } from './dotnet.ts'
import { MACHINE_CMDLETS } from './machine-cmdlets.ts'

const READ_EFFECTS: ReadonlySet<EffectKind> = new Set<EffectKind>([
  'read-path',
  'connect',
  'run-code',
  'expose-secret',
  'observe',
])

/** Does what is run on another machine change something there? Nothing of it is stated as done here. */
function remoteWrites(run: CodeRun, host: string, work: () => void): 'yes' | 'unknown' {
  const { recorder } = run
  const place = { kind: 'remote', name: host } as const
  let writes: 'yes' | 'unknown' = 'unknown'
  const there: EffectRecorder = {
    ...recorder,
    effect: ({ kind }) => {
      if (!READ_EFFECTS.has(kind)) writes = 'yes'
    },
    runs: (words, wrapper) => {
      const grade = recorder.runs(words, wrapper, { place })
      if (writesByGrade(grade) === 'yes') writes = 'yes'
      return grade
    },
    runsShell: (text, wrapper) => recorder.runsShell(text, wrapper, { place }),
  }
  run.recorder = there
  try {
    work()
  } finally {
    run.recorder = recorder
  }
  return writes
}

const webRequestCmdlet: Cmdlet = (call, run) => {
  const url = parameterAt(call, 0, 'uri') ?? UNKNOWN_RESULT
  const body = namedParameter(call, 'body', 'form')
  const file = namedParameter(call, 'infile')
  const headers = headerSources(namedParameter(call, 'headers'))
  const piped = call.input === UNKNOWN_RESULT ? [] : payloadSources([call.input])
  const sent = [...(body ? payloadSources([body]) : piped), ...(file ? run.reads(file) : []), ...headers.plain]
  const method = exactText(namedParameter(call, 'method')) ?? (body || file ? 'POST' : 'GET')
  return run.requests({
    url,
    method,
    payload: sent,
    credentials: headers.credentials,
    savedTo: namedParameter(call, 'outfile'),
    insecure: hasParameter(call, 'skipcertificatecheck') ? '-SkipCertificateCheck' : undefined,
  })
}

const transferCmdlet: Cmdlet = (call, run) => {
  const source = parameterAt(call, 0, 'source') ?? UNKNOWN_RESULT
  if (/^upload/i.test(valueForDisplay(namedParameter(call, 'transfertype'))))
    return run.requests({
      url: parameterAt(call, 1, 'destination') ?? UNKNOWN_RESULT,
      method: 'POST',
      payload: run.reads(source),
    })
  return run.requests({
    url: source,
    method: 'GET',
    payload: [],
    savedTo: parameterAt(call, 1, 'destination') ?? textValue('.'),
  })
}

const startProcessCmdlet: Cmdlet = (call, run) => {
  const file = parameterAt(call, 0, 'filepath') ?? UNKNOWN_RESULT
  const list = parameterAt(call, 1, 'argumentlist', 'args')
  if (/^runas$/i.test(valueForDisplay(namedParameter(call, 'verb')))) {
    run.acts({
      kind: 'grant',
      what: 'administrator rights',
      to: valueForDisplay(file),
      reach: 'machine',
      by: 'Start-Process -Verb RunAs',
    })
  }
  if (run.endless > 0) run.state({ kind: 'exhaust', what: 'processes', certainty: 'likely' })
  const words =
    list?.items ??
    (list
      ? (exactText(list)
          ?.split(/\s+/)
          .map((word) => textValue(word)) ?? [list])
      : [])
  return call.external([file, ...words])
}

const invokeCommandCmdlet: Cmdlet = (call, run) => {
  const host = namedParameter(call, 'computername', 'hostname', 'session')
  if (!host) return startJobCmdlet(call, run)
  const there = valueForDisplay(host.items?.[0] ?? host)
  const writes = remoteWrites(run, there, () => startJobCmdlet(call, run))
  run.acts({ kind: 'remote-exec', host: there, writes })
  return valueFrom([{ kind: 'network', url: valueForDisplay(host) }])
}

const startJobCmdlet: Cmdlet = (call) => {
  const block = namedParameter(call, 'scriptblock') ?? call.positional.find((value) => value.type === 'block')
  return block ? call.runBlock(block, UNKNOWN_RESULT) : UNKNOWN_RESULT
}

const forEachCmdlet: Cmdlet = (call) => {
  const blocks = [...call.positional, ...call.named.values()].filter((value) => value.type === 'block')
  const results = blocks.map((block) => call.runBlock(block, call.input))
  return results[0] ?? valueFrom(allSources(call.input))
}

const filterCmdlet: Cmdlet = (call) => {
  for (const block of call.positional) if (block.type === 'block') call.runBlock(block, call.input)
  return call.input
}

const clipboardCmdlet: Cmdlet = (_call, run) => {
  run.acts({ kind: 'observe', what: 'clipboard' })
  return { sources: [{ kind: 'clipboard' }] }
}

const secretCmdlet: Cmdlet = (call, run) => exposeSecretStore(run, call.name)

const sendMailCmdlet: Cmdlet = (call, run) => {
  const attached = namedParameter(call, 'attachments')
  const data = [...inputSources(call), ...(attached ? run.reads(attached) : [])]
  return recordSentMail(run, valueForDisplay(namedParameter(call, 'to')), data)
}

const newObjectCmdlet: Cmdlet = (call, run) => {
  const type = namedParameter(call, 'comobject') ?? parameterAt(call, 0, 'typename') ?? UNKNOWN_RESULT
  const args = namedParameter(call, 'argumentlist') ?? call.positional[1]
  const values: readonly AbstractValue[] = args?.items ?? (args ? [args] : [])
  const object = createObject(valueForDisplay(type), values)
  if (/tcpclient$/.test(object.type ?? '') && values[0]) {
    recordConnection(run, values[0])
    if (classifyHost(knownOf(values[0])) !== 'loopback') run.connected()
  }
  return object
}

const addTypeCmdlet = voidCmdlet((call, run) => {
  const source = namedParameter(call, 'typedefinition', 'memberdefinition') ?? call.positional[0]
  if (source && !namedParameter(call, 'assemblyname')) run.unknown('code of another language is compiled')
  if (/dllimport/i.test(valueForDisplay(source)) && /getasynckeystate|setwindowshookex/i.test(valueForDisplay(source)))
    run.state({ kind: 'observe', what: 'keyboard' })
})

const wmiCmdlet = voidCmdlet((call, run) => {
  run.lower('plain')
  const host = namedParameter(call, 'computername')
  if (host) run.state({ kind: 'remote-exec', host: valueForDisplay(host), writes: 'unknown' })
  const line = namedParameter(call, 'argumentlist', 'arguments')
  const method = valueForDisplay(namedParameter(call, 'name', 'methodname') ?? call.positional[1])
  if (/^create$/i.test(method) && line) run.shell(line.fields?.get('commandline') ?? line.items?.[0] ?? line)
  else if (/^uninstall$/i.test(method))
    run.state({ kind: 'weaken', area: 'endpoint-protection', feature: 'a product', certainty: 'likely' })
  else if (/delete|terminate|shutdown|reboot/i.test(method))
    run.state({ kind: 'signal-process', target: method, owner: 'unknown' })
})

const installCmdlet = (manager: string): Cmdlet =>
  voidCmdlet((call, run) =>
    run.acts({
      kind: 'install',
      manager,
      packages: [valueForDisplay(parameterAt(call, 0, 'name'))],
      origin: 'registry',
      scope: 'user',
    }),
  )

/** A name for a command, from here on: `Set-Alias ls Remove-Item`. */
const setAliasCmdlet = voidCmdlet((call, run) => {
  const name = exactText(parameterAt(call, 0, 'name'))
  const value = exactText(parameterAt(call, 1, 'value', 'definition'))
  if (name === undefined || value === undefined) run.dynamicRun('powershell', 'an alias that is not known')
  else aliasesOf(run).set(name.toLowerCase(), value.toLowerCase())
  run.lower('expected')
})

const connectCmdlet =
  (...names: readonly string[]): Cmdlet =>
  (call, run) =>
    recordConnection(run, parameterAt(call, 0, ...names) ?? UNKNOWN_RESULT)

export const SYSTEM_CMDLETS: Readonly<Record<string, Cmdlet>> = {
  'invoke-expression': (call) => call.runText(parameterAt(call, 0, 'command') ?? call.input, call.name),
  'invoke-webrequest invoke-restmethod': webRequestCmdlet,
  'start-bitstransfer': transferCmdlet,
  'start-process': startProcessCmdlet,
  'invoke-item': (call) => call.external([parameterAt(call, 0, 'path', 'literalpath') ?? UNKNOWN_RESULT]),
  'invoke-command': invokeCommandCmdlet,
  'enter-pssession': (call, run) =>
    invokeCommandCmdlet(
      {
        ...call,
        named: new Map([...call.named, ['computername', parameterAt(call, 0, 'computername') ?? UNKNOWN_RESULT]]),
      },
      run,
    ),
  'new-pssession test-netconnection': connectCmdlet('computername'),
  'start-job start-threadjob measure-command': startJobCmdlet,
  'foreach-object': forEachCmdlet,
  'where-object sort-object': filterCmdlet,
  'select-object': (call) => ({ ...call.input, sources: inputSources(call) }),
  'get-clipboard': clipboardCmdlet,
  'get-credential get-storedcredential get-secret': secretCmdlet,
  'send-mailmessage': sendMailCmdlet,
  'new-object': newObjectCmdlet,
  'add-type': addTypeCmdlet,
  'invoke-wmimethod invoke-cimmethod': wmiCmdlet,
  'test-connection': connectCmdlet('targetname', 'computername'),
  'resolve-dnsname': connectCmdlet('name'),
  'install-module install-script update-module': installCmdlet('powershellget'),
  'install-package': installCmdlet('packagemanagement'),
  'import-module': voidCmdlet((call, run) => {
    const module = parameterAt(call, 0, 'name')
    run.lower('expected')
    if (module && /[\\/]|\.(?:psm1|psd1|dll|ps1)$/i.test(knownOf(module)))
      for (const path of run.paths(module)) run.lower(run.recorder.runsFile(path, 'powershell', call.name))
  }),
  'set-alias new-alias': setAliasCmdlet,
  'get-command': (call) => {
    const name = exactText(parameterAt(call, 0, 'name'))
    // Of one name it is that command, which `&` may then run; a pattern may be any.
    return name !== undefined && /^[\w.:\\/ -]+$/.test(name) ? textValue(name) : UNKNOWN_RESULT
  },
  'register-objectevent start-sleep set-strictmode new-timespan new-variable clear-host': () => UNKNOWN_RESULT,
  'set-variable set-clipboard': voidCmdlet((_call, run) => run.lower('expected')),
  'read-host': () => valueFrom([{ kind: 'argument' }]),
  'convertto-securestring': (call) => valueFrom(inputSources(call)),
  'new-guid get-date': () => textValue('\0'),
  'get-random': () => referenceValue('random'),
  ...MACHINE_CMDLETS,
}
