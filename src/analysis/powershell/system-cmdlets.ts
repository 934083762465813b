import type { Run } from '../code/run/run.ts'
import { type Abstract, allSources, exact, from, knownOf, reference, shown, text, UNKNOWN } from '../code/run/value.ts'
import { opensStore } from '../code/tables/acts.ts'
import { connects, headerSources, mails, payload } from '../code/tables/network-acts.ts'
import type { EffectKind } from '../effects.ts'
import { addressOf } from '../hosts.ts'
import { writesOf } from '../programs/network/ssh.ts'
import type { Scribe } from '../programs/program.ts'
import { aliasesOf } from './aliases.ts'
import { type Cmdlet, does, has, inputSources, named, parameter } from './call.ts'
import { made } from './dotnet.ts'
import { MACHINE_CMDLETS } from './machine-cmdlets.ts'

const LOOKS: ReadonlySet<EffectKind> = new Set<EffectKind>([
  'read-path',
  'connect',
  'run-code',
  'expose-secret',
  'observe',
])

/** Does what is run on another machine change something there? Nothing of it is stated as done here. */
export function writesThere(run: Run, host: string, work: () => void): 'yes' | 'unknown' {
  const { scribe } = run
  const place = { kind: 'remote', name: host } as const
  let writes: 'yes' | 'unknown' = 'unknown'
  const there: Scribe = {
    ...scribe,
    effect: ({ kind }) => {
      if (!LOOKS.has(kind)) writes = 'yes'
    },
    runs: (words, wrapper) => {
      const standing = scribe.runs(words, wrapper, { place })
      if (writesOf(standing) === 'yes') writes = 'yes'
      return standing
    },
    runsShell: (text, wrapper) => scribe.runsShell(text, wrapper, { place }),
  }
  run.scribe = there
  try {
    work()
  } finally {
    run.scribe = scribe
  }
  return writes
}

const requests: Cmdlet = (call, run) => {
  const url = parameter(call, 0, 'uri') ?? UNKNOWN
  const body = named(call, 'body', 'form')
  const file = named(call, 'infile')
  const headers = headerSources(named(call, 'headers'))
  const piped = call.input === UNKNOWN ? [] : payload([call.input])
  const sent = [...(body ? payload([body]) : piped), ...(file ? run.reads(file) : []), ...headers.plain]
  const method = exact(named(call, 'method')) ?? (body || file ? 'POST' : 'GET')
  return run.requests({
    url,
    method,
    payload: sent,
    credentials: headers.credentials,
    savedTo: named(call, 'outfile'),
    insecure: has(call, 'skipcertificatecheck') ? '-SkipCertificateCheck' : undefined,
  })
}

const downloads: Cmdlet = (call, run) => {
  const source = parameter(call, 0, 'source') ?? UNKNOWN
  if (/^upload/i.test(shown(named(call, 'transfertype'))))
    return run.requests({
      url: parameter(call, 1, 'destination') ?? UNKNOWN,
      method: 'POST',
      payload: run.reads(source),
    })
  return run.requests({
    url: source,
    method: 'GET',
    payload: [],
    savedTo: parameter(call, 1, 'destination') ?? text('.'),
  })
}

const starts: Cmdlet = (call, run) => {
  const file = parameter(call, 0, 'filepath') ?? UNKNOWN
  const list = parameter(call, 1, 'argumentlist', 'args')
  if (/^runas$/i.test(shown(named(call, 'verb')))) {
    run.acts({
      kind: 'grant',
      what: 'administrator rights',
      to: shown(file),
      reach: 'machine',
      by: 'Start-Process -Verb RunAs',
    })
  }
  if (run.endless > 0) run.state({ kind: 'exhaust', what: 'processes', certainty: 'likely' })
  const words =
    list?.items ??
    (list
      ? (exact(list)
          ?.split(/\s+/)
          .map((word) => text(word)) ?? [list])
      : [])
  return call.external([file, ...words])
}

const invokes: Cmdlet = (call, run) => {
  const host = named(call, 'computername', 'hostname', 'session')
  if (!host) return jobs(call, run)
  const there = shown(host.items?.[0] ?? host)
  const writes = writesThere(run, there, () => jobs(call, run))
  run.acts({ kind: 'remote-exec', host: there, writes })
  return from([{ kind: 'network', url: shown(host) }])
}

const jobs: Cmdlet = (call) => {
  const block = named(call, 'scriptblock') ?? call.positional.find((value) => value.type === 'block')
  return block ? call.runBlock(block, UNKNOWN) : UNKNOWN
}

const eachObject: Cmdlet = (call) => {
  const blocks = [...call.positional, ...call.named.values()].filter((value) => value.type === 'block')
  const results = blocks.map((block) => call.runBlock(block, call.input))
  return results[0] ?? from(allSources(call.input))
}

const filters: Cmdlet = (call) => {
  for (const block of call.positional) if (block.type === 'block') call.runBlock(block, call.input)
  return call.input
}

const clipboard: Cmdlet = (_call, run) => {
  run.acts({ kind: 'observe', what: 'clipboard' })
  return { sources: [{ kind: 'clipboard' }] }
}

const secrets: Cmdlet = (call, run) => opensStore(run, call.name)

const sendsMail: Cmdlet = (call, run) => {
  const attached = named(call, 'attachments')
  const data = [...inputSources(call), ...(attached ? run.reads(attached) : [])]
  return mails(run, shown(named(call, 'to')), data)
}

const newObject: Cmdlet = (call, run) => {
  const type = named(call, 'comobject') ?? parameter(call, 0, 'typename') ?? UNKNOWN
  const args = named(call, 'argumentlist') ?? call.positional[1]
  const values: readonly Abstract[] = args?.items ?? (args ? [args] : [])
  const object = made(shown(type), values)
  if (/tcpclient$/.test(object.type ?? '') && values[0]) {
    connects(run, values[0])
    if (addressOf(knownOf(values[0])) !== 'loopback') run.connected()
  }
  return object
}

const addsType = does((call, run) => {
  const source = named(call, 'typedefinition', 'memberdefinition') ?? call.positional[0]
  if (source && !named(call, 'assemblyname')) run.unknown('code of another language is compiled')
  if (/dllimport/i.test(shown(source)) && /getasynckeystate|setwindowshookex/i.test(shown(source)))
    run.state({ kind: 'observe', what: 'keyboard' })
})

const wmi = does((call, run) => {
  run.lower('plain')
  const host = named(call, 'computername')
  if (host) run.state({ kind: 'remote-exec', host: shown(host), writes: 'unknown' })
  const line = named(call, 'argumentlist', 'arguments')
  const method = shown(named(call, 'name', 'methodname') ?? call.positional[1])
  if (/^create$/i.test(method) && line) run.shell(line.fields?.get('commandline') ?? line.items?.[0] ?? line)
  else if (/^uninstall$/i.test(method))
    run.state({ kind: 'weaken', area: 'endpoint-protection', feature: 'a product', certainty: 'likely' })
  else if (/delete|terminate|shutdown|reboot/i.test(method))
    run.state({ kind: 'signal-process', target: method, owner: 'unknown' })
})

const installs = (manager: string): Cmdlet =>
  does((call, run) =>
    run.acts({
      kind: 'install',
      manager,
      packages: [shown(parameter(call, 0, 'name'))],
      origin: 'registry',
      scope: 'user',
    }),
  )

/** A name for a command, from here on: `Set-Alias ls Remove-Item`. */
const bindsAlias = does((call, run) => {
  const name = exact(parameter(call, 0, 'name'))
  const value = exact(parameter(call, 1, 'value', 'definition'))
  if (name === undefined || value === undefined) run.dynamicRun('powershell', 'an alias that is not known')
  else aliasesOf(run).set(name.toLowerCase(), value.toLowerCase())
  run.lower('expected')
})

const reaches =
  (...names: readonly string[]): Cmdlet =>
  (call, run) =>
    connects(run, parameter(call, 0, ...names) ?? UNKNOWN)

export const SYSTEM_CMDLETS: Readonly<Record<string, Cmdlet>> = {
  'invoke-expression': (call) => call.runText(parameter(call, 0, 'command') ?? call.input, call.name),
  'invoke-webrequest invoke-restmethod': requests,
  'start-bitstransfer': downloads,
  'start-process': starts,
  'invoke-item': (call) => call.external([parameter(call, 0, 'path', 'literalpath') ?? UNKNOWN]),
  'invoke-command': invokes,
  'enter-pssession': (call, run) =>
    invokes(
      { ...call, named: new Map([...call.named, ['computername', parameter(call, 0, 'computername') ?? UNKNOWN]]) },
      run,
    ),
  'new-pssession test-netconnection': reaches('computername'),
  'start-job start-threadjob measure-command': jobs,
  'foreach-object': eachObject,
  'where-object sort-object': filters,
  'select-object': (call) => ({ ...call.input, sources: inputSources(call) }),
  'get-clipboard': clipboard,
  'get-credential get-storedcredential get-secret': secrets,
  'send-mailmessage': sendsMail,
  'new-object': newObject,
  'add-type': addsType,
  'invoke-wmimethod invoke-cimmethod': wmi,
  'test-connection': reaches('targetname', 'computername'),
  'resolve-dnsname': reaches('name'),
  'install-module install-script update-module': installs('powershellget'),
  'install-package': installs('packagemanagement'),
  'import-module': does((call, run) => {
    const module = parameter(call, 0, 'name')
    run.lower('expected')
    if (module && /[\\/]|\.(?:psm1|psd1|dll|ps1)$/i.test(knownOf(module)))
      for (const path of run.paths(module)) run.lower(run.scribe.runsFile(path, 'powershell', call.name))
  }),
  'set-alias new-alias': bindsAlias,
  'get-command': (call) => {
    const name = exact(parameter(call, 0, 'name'))
    // Of one name it is that command, which `&` may then run; a pattern may be any.
    return name !== undefined && /^[\w.:\\/ -]+$/.test(name) ? text(name) : UNKNOWN
  },
  'register-objectevent start-sleep set-strictmode new-timespan new-variable clear-host': () => UNKNOWN,
  'set-variable set-clipboard': does((_call, run) => run.lower('expected')),
  'read-host': () => from([{ kind: 'argument' }]),
  'convertto-securestring': (call) => from(inputSources(call)),
  'new-guid get-date': () => text('\0'),
  'get-random': () => reference('random'),
  ...MACHINE_CMDLETS,
}
