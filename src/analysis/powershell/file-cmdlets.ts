import {
  type AbstractValue,
  allSources,
  concatValues,
  exactText,
  knownOf,
  textValue,
  UNKNOWN_RESULT,
  uniqueSources,
  valueForDisplay,
  valueFrom,
} from '../code/run/abstract-value.ts'
import type { CodeRun } from '../code/run/run.ts'
import { environmentValue } from '../code/tables/handlers.ts'
import { recordSecretFileSearch } from '../interpret/credential-search.ts'
import { WHOLE_ENVIRONMENT } from '../interpret/values.ts'
import {
  type Cmdlet,
  type CmdletCall,
  hasParameter,
  inputSources,
  namedParameter,
  parameterAt,
  pathTargets,
  voidCmdlet,
} from './cmdlet-call.ts'

const NON_FILE_DRIVES = /^(?:env|alias|variable|function|cert|wsman):/i
const REGISTRY_PATH = /^(?:registry::|hk(?:lm|cu|cr|u)(?::|\\)|hkey_)/i
const RUN_KEY = /\\(?:run|runonce|runservices|winlogon|image file execution options)(?:\\|$)/i

const removeCmdlet = voidCmdlet((call, run) => {
  for (const target of pathTargets(call)) {
    if (NON_FILE_DRIVES.test(knownOf(target))) run.lower('expected')
    else run.deletes(target, hasParameter(call, 'recurse'))
    if (/consolehost_history/i.test(knownOf(target)))
      run.state({ kind: 'weaken', area: 'history', feature: 'PowerShell history' })
  }
})

const listCmdlet: Cmdlet = (call, run) => {
  const places = pathTargets(call)
  const [place = textValue('.')] = places
  const one = /^env:\\?(\w+)$/i.exec(knownOf(place))?.[1]
  if (one !== undefined) return environmentValue(run, one.toUpperCase())
  if (/^env:/i.test(knownOf(place))) {
    run.prints([WHOLE_ENVIRONMENT])
    return { sources: [WHOLE_ENVIRONMENT] }
  }
  if (NON_FILE_DRIVES.test(knownOf(place))) return UNKNOWN_RESULT
  run.reads(place, true)
  const filter = namedParameter(call, 'filter', 'include')
  const names = (filter?.items ?? (filter ? [filter] : [])).flatMap((name) => valueForDisplay(name).split(','))
  const wide = run.paths(place)
  if (names.length > 0 && recordSecretFileSearch(names, wide, run.recorder)) run.lower('plain')
  const pattern = place.glob
    ? knownOf(place)
    : `${knownOf(place).replace(/[\\/]$/, '')}/${filter ? knownOf(filter) : '*'}`
  return { element: { known: pattern, glob: true, sources: [] }, sources: [] }
}

const readCmdlet: Cmdlet = (call, run) => {
  const sources = pathTargets(call).flatMap((target) => run.reads(target))
  return valueFrom(sources)
}

const writeCmdlet = (how: 'overwrite' | 'append'): Cmdlet =>
  voidCmdlet((call, run) => {
    const path = parameterAt(call, 0, 'path', 'filepath', 'literalpath') ?? UNKNOWN_RESULT
    const content = namedParameter(call, 'value', 'inputobject') ?? call.positional[1] ?? call.input
    run.writes(
      path,
      how === 'append' || hasParameter(call, 'append') ? 'append' : 'overwrite',
      content === UNKNOWN_RESULT ? undefined : content,
    )
  })

const clearCmdlet = voidCmdlet((call, run) => {
  for (const target of pathTargets(call)) run.writes(target, 'truncate')
})

const createCmdlet: Cmdlet = (call, run) => {
  const base = parameterAt(call, 0, 'path') ?? textValue('.')
  const name = namedParameter(call, 'name')
  const path = name ? concatValues([base, textValue('/'), name]) : base
  if (REGISTRY_PATH.test(knownOf(path))) return recordRegistryWrite(call, run, path)
  const link = /link|junction/i.test(valueForDisplay(namedParameter(call, 'itemtype')))
  run.writes(path, link ? 'link' : 'create', namedParameter(call, 'value'))
  return path
}

const copyCmdlet = voidCmdlet((call, run) => {
  const source = parameterAt(call, 0, 'path', 'literalpath') ?? call.input
  const data = run.reads(source)
  if (namedParameter(call, 'tosession')) {
    run.acts({ kind: 'send-data', host: 'a remote session', channel: 'other', payload: data })
    return
  }
  run.writes(
    parameterAt(call, 1, 'destination') ?? textValue('.'),
    'overwrite',
    valueFrom(data.filter((item) => item.kind === 'file' && !item.secret)),
  )
})

const moveCmdlet = voidCmdlet((call, run) => {
  const source = parameterAt(call, 0, 'path', 'literalpath') ?? call.input
  for (const path of run.paths(source)) run.state({ kind: 'write-path', path, how: 'move', content: undefined })
  run.writes(parameterAt(call, 1, 'destination', 'newname') ?? UNKNOWN_RESULT, 'move')
})

function recordRegistryWrite(call: CmdletCall, run: CodeRun, path: AbstractValue): AbstractValue {
  const key = `${valueForDisplay(path)}\\${valueForDisplay(namedParameter(call, 'name') ?? call.positional[1] ?? textValue(''))}`
  run.lower('plain')
  if (RUN_KEY.test(key)) run.state({ kind: 'persist', mechanism: 'autostart', target: key })
  if (/windows defender|disableantispyware|disablerealtimemonitoring/i.test(key))
    run.state({ kind: 'weaken', area: 'endpoint-protection', feature: key })
  if (/\\lsa\\|enablelua|localaccounttokenfilterpolicy|wdigest/i.test(key))
    run.state({ kind: 'weaken', area: 'authentication', feature: key })
  if (/scriptblocklogging|modulelogging|eventlog/i.test(key)) run.state({ kind: 'weaken', area: 'audit', feature: key })
  run.writes(path, 'edit')
  return UNKNOWN_RESULT
}

const setPropertyCmdlet: Cmdlet = (call, run) => {
  const path = parameterAt(call, 0, 'path', 'literalpath') ?? UNKNOWN_RESULT
  if (REGISTRY_PATH.test(knownOf(path))) return recordRegistryWrite(call, run, path)
  run.writes(path, 'edit')
  return UNKNOWN_RESULT
}

const archiveCmdlet = voidCmdlet((call, run) => {
  const source = parameterAt(call, 0, 'path', 'literalpath') ?? call.input.element ?? call.input
  const data = (source.items ?? [source]).flatMap((item) => run.reads(item))
  run.writes(parameterAt(call, 1, 'destinationpath') ?? textValue('.'), 'create', valueFrom(uniqueSources([data])))
})

const setAccessCmdlet = voidCmdlet((call, run) => {
  run.lower('plain')
  for (const path of run.paths(parameterAt(call, 0, 'path') ?? UNKNOWN_RESULT))
    run.state({ kind: 'change-mode', path, grants: 'other', recursive: false })
})

const printCmdlet: Cmdlet = (call, run) => {
  const values = [...call.positional, ...call.named.values()].filter((value) => value.ref !== 'true')
  const shownSources = uniqueSources(values.length > 0 ? values.map(allSources) : [allSources(call.input)])
  run.prints(shownSources)
  if (call.name === 'write-output') return values.length === 1 ? values[0] : { sources: shownSources }
  return UNKNOWN_RESULT
}

const setLocationCmdlet = voidCmdlet((call, run) => {
  const place = parameterAt(call, 0, 'path', 'literalpath')
  if (place && call.name !== 'pop-location') run.directory = place
})

const joinPathCmdlet: Cmdlet = (call) => {
  const parts = [namedParameter(call, 'path'), namedParameter(call, 'childpath'), ...call.positional].filter(
    (value) => value !== undefined,
  )
  return concatValues(parts.flatMap((part, index) => (index === 0 ? [part] : [textValue('/'), part])))
}

const splitPathCmdlet: Cmdlet = (call) => {
  const whole = exactText(parameterAt(call, 0, 'path'))
  if (whole === undefined) return textValue('\0')
  const at = Math.max(whole.lastIndexOf('/'), whole.lastIndexOf('\\'))
  return textValue(hasParameter(call, 'leaf') ? whole.slice(at + 1) : whole.slice(0, Math.max(at, 0)))
}

const passThroughCmdlet: Cmdlet = (call, run) => {
  run.lower('proven')
  return call.input.items || call.input.element
    ? call.input
    : { ...call.input, sources: uniqueSources([inputSources(call)]) }
}

export const FILE_CMDLETS: Readonly<Record<string, Cmdlet>> = {
  'remove-item': removeCmdlet,
  'remove-itemproperty': (call, run) => setPropertyCmdlet(call, run),
  'get-childitem get-item': listCmdlet,
  'get-itemproperty': voidCmdlet((call, run) => {
    if (/\\winlogon|\\vnc|putty|realvnc|snmp/i.test(valueForDisplay(parameterAt(call, 0, 'path', 'literalpath'))))
      run.state({ kind: 'observe', what: 'credential-scan', certainty: 'likely' })
  }),
  'get-content import-csv import-clixml get-filehash': readCmdlet,
  'select-string': (call, run) => {
    const path = parameterAt(call, 1, 'path', 'literalpath')
    return path ? valueFrom(run.reads(path)) : valueFrom(allSources(call.input))
  },
  'set-content out-file tee-object export-csv export-clixml': writeCmdlet('overwrite'),
  'add-content': writeCmdlet('append'),
  'clear-content clear-item': clearCmdlet,
  'new-item': createCmdlet,
  'copy-item': copyCmdlet,
  'move-item rename-item': moveCmdlet,
  'set-item set-itemproperty new-itemproperty': setPropertyCmdlet,
  'compress-archive expand-archive': archiveCmdlet,
  'set-acl': setAccessCmdlet,
  'write-output write-host write-verbose write-error write-warning write-information out-host out-default': printCmdlet,
  'set-location push-location pop-location': setLocationCmdlet,
  'join-path': joinPathCmdlet,
  'split-path': splitPathCmdlet,
  'resolve-path convert-path': (call) => parameterAt(call, 0, 'path'),
  'out-string out-null': passThroughCmdlet,
}

export function isReadOnlyCmdlet(name: string): boolean {
  return (
    /^(?:get|select|where|test|measure|format|convertto|convertfrom|sort|group|compare|show|find|resolve|search|read|out|tee|trace)-[a-z]+$/.test(
      name,
    ) &&
    !/^(?:get-credential|test-connection|test-netconnection|out-file|tee-object|read-host|out-printer|find-package|find-module|show-command)$/.test(
      name,
    )
  )
}
