import type { Run } from '../code/run/run.ts'
import {
  type Abstract,
  allSources,
  concat,
  exact,
  from,
  knownOf,
  shown,
  text,
  UNKNOWN,
  unique,
} from '../code/run/value.ts'
import { ENVIRONMENT, variable } from '../code/tables/acts.ts'
import { notesSecretFileSearch } from '../programs/files/credential-search.ts'
import { type Cmdlet, type CmdletCall, does, has, inputSources, named, parameter, targets } from './call.ts'

const OTHER_DRIVES = /^(?:env|alias|variable|function|cert|wsman):/i
const REGISTRY = /^(?:registry::|hk(?:lm|cu|cr|u)(?::|\\)|hkey_)/i
const RUN_KEY = /\\(?:run|runonce|runservices|winlogon|image file execution options)(?:\\|$)/i

const removes = does((call, run) => {
  if (has(call, 'whatif')) return
  for (const target of targets(call)) {
    if (OTHER_DRIVES.test(knownOf(target))) run.lower('expected')
    else run.deletes(target, has(call, 'recurse'))
    if (/consolehost_history/i.test(knownOf(target)))
      run.state({ kind: 'weaken', area: 'history', feature: 'PowerShell history' })
  }
})

const lists: Cmdlet = (call, run) => {
  const places = targets(call)
  const [place = text('.')] = places
  const one = /^env:\\?(\w+)$/i.exec(knownOf(place))?.[1]
  if (one !== undefined) return variable(run, one.toUpperCase())
  if (/^env:/i.test(knownOf(place))) {
    run.prints([ENVIRONMENT])
    return { sources: [ENVIRONMENT] }
  }
  if (OTHER_DRIVES.test(knownOf(place))) return UNKNOWN
  run.reads(place, true)
  const filter = named(call, 'filter', 'include')
  const names = (filter?.items ?? (filter ? [filter] : [])).flatMap((name) => shown(name).split(','))
  const wide = run.paths(place)
  if (names.length > 0 && notesSecretFileSearch(names, wide, run.scribe)) run.lower('plain')
  const pattern = place.glob
    ? knownOf(place)
    : `${knownOf(place).replace(/[\\/]$/, '')}/${filter ? knownOf(filter) : '*'}`
  return { element: { known: pattern, glob: true, sources: [] }, sources: [] }
}

const reads: Cmdlet = (call, run) => {
  const sources = targets(call).flatMap((target) => run.reads(target))
  return from(sources)
}

const writes = (how: 'overwrite' | 'append'): Cmdlet =>
  does((call, run) => {
    if (has(call, 'whatif')) return
    const path = parameter(call, 0, 'path', 'filepath', 'literalpath') ?? UNKNOWN
    const content = named(call, 'value', 'inputobject') ?? call.positional[1] ?? call.input
    run.writes(
      path,
      how === 'append' || has(call, 'append') ? 'append' : 'overwrite',
      content === UNKNOWN ? undefined : content,
    )
  })

const empties = does((call, run) => {
  for (const target of targets(call)) run.writes(target, 'truncate')
})

const creates: Cmdlet = (call, run) => {
  const base = parameter(call, 0, 'path') ?? text('.')
  const name = named(call, 'name')
  const path = name ? concat([base, text('/'), name]) : base
  if (REGISTRY.test(knownOf(path))) return registry(call, run, path)
  const link = /link|junction/i.test(shown(named(call, 'itemtype')))
  run.writes(path, link ? 'link' : 'create', named(call, 'value'))
  return path
}

const copies = does((call, run) => {
  const source = parameter(call, 0, 'path', 'literalpath') ?? call.input
  const data = run.reads(source)
  if (named(call, 'tosession')) {
    run.acts({ kind: 'send-data', host: 'a remote session', channel: 'other', payload: data })
    return
  }
  run.writes(
    parameter(call, 1, 'destination') ?? text('.'),
    'overwrite',
    from(data.filter((item) => item.kind === 'file' && !item.secret)),
  )
})

const moves = does((call, run) => {
  const source = parameter(call, 0, 'path', 'literalpath') ?? call.input
  for (const path of run.paths(source)) run.state({ kind: 'write-path', path, how: 'move', content: undefined })
  run.writes(parameter(call, 1, 'destination', 'newname') ?? UNKNOWN, 'move')
})

function registry(call: CmdletCall, run: Run, path: Abstract): Abstract {
  const key = `${shown(path)}\\${shown(named(call, 'name') ?? call.positional[1] ?? text(''))}`
  run.lower('plain')
  if (RUN_KEY.test(key)) run.state({ kind: 'persist', mechanism: 'autostart', target: key })
  if (/windows defender|disableantispyware|disablerealtimemonitoring/i.test(key))
    run.state({ kind: 'weaken', area: 'endpoint-protection', feature: key })
  if (/\\lsa\\|enablelua|localaccounttokenfilterpolicy|wdigest/i.test(key))
    run.state({ kind: 'weaken', area: 'authentication', feature: key })
  if (/scriptblocklogging|modulelogging|eventlog/i.test(key)) run.state({ kind: 'weaken', area: 'audit', feature: key })
  run.writes(path, 'edit')
  return UNKNOWN
}

const setsProperty: Cmdlet = (call, run) => {
  const path = parameter(call, 0, 'path', 'literalpath') ?? UNKNOWN
  if (REGISTRY.test(knownOf(path))) return registry(call, run, path)
  run.writes(path, 'edit')
  return UNKNOWN
}

const archives = does((call, run) => {
  const source = parameter(call, 0, 'path', 'literalpath') ?? call.input.element ?? call.input
  const data = (source.items ?? [source]).flatMap((item) => run.reads(item))
  run.writes(parameter(call, 1, 'destinationpath') ?? text('.'), 'create', from(unique([data])))
})

const access = does((call, run) => {
  run.lower('plain')
  for (const path of run.paths(parameter(call, 0, 'path') ?? UNKNOWN))
    run.state({ kind: 'change-mode', path, grants: 'other', recursive: false })
})

const prints: Cmdlet = (call, run) => {
  const values = [...call.positional, ...call.named.values()].filter((value) => value.ref !== 'true')
  const shownSources = unique(values.length > 0 ? values.map(allSources) : [allSources(call.input)])
  run.prints(shownSources)
  if (call.name === 'write-output') return values.length === 1 ? values[0] : { sources: shownSources }
  return UNKNOWN
}

const location = does((call, run) => {
  const place = parameter(call, 0, 'path', 'literalpath')
  if (place && call.name !== 'pop-location') run.directory = place
})

const joinsPath: Cmdlet = (call) => {
  const parts = [named(call, 'path'), named(call, 'childpath'), ...call.positional].filter(
    (value) => value !== undefined,
  )
  return concat(parts.flatMap((part, index) => (index === 0 ? [part] : [text('/'), part])))
}

const splitsPath: Cmdlet = (call) => {
  const whole = exact(parameter(call, 0, 'path'))
  if (whole === undefined) return text('\0')
  const at = Math.max(whole.lastIndexOf('/'), whole.lastIndexOf('\\'))
  return text(has(call, 'leaf') ? whole.slice(at + 1) : whole.slice(0, Math.max(at, 0)))
}

const passes: Cmdlet = (call, run) => {
  run.lower('proven')
  return call.input.items || call.input.element ? call.input : { ...call.input, sources: unique([inputSources(call)]) }
}

export const FILE_CMDLETS: Readonly<Record<string, Cmdlet>> = {
  'remove-item': removes,
  'remove-itemproperty': (call, run) => setsProperty(call, run),
  'get-childitem get-item': lists,
  'get-itemproperty': does((call, run) => {
    if (/\\winlogon|\\vnc|putty|realvnc|snmp/i.test(shown(parameter(call, 0, 'path', 'literalpath'))))
      run.state({ kind: 'observe', what: 'credential-scan', certainty: 'likely' })
  }),
  'get-content import-csv import-clixml get-filehash': reads,
  'select-string': (call, run) => {
    const path = parameter(call, 1, 'path', 'literalpath')
    return path ? from(run.reads(path)) : from(allSources(call.input))
  },
  'set-content out-file tee-object export-csv export-clixml': writes('overwrite'),
  'add-content': writes('append'),
  'clear-content clear-item': empties,
  'new-item': creates,
  'copy-item': copies,
  'move-item rename-item': moves,
  'set-item set-itemproperty new-itemproperty': setsProperty,
  'compress-archive expand-archive': archives,
  'set-acl': access,
  'write-output write-host write-verbose write-error write-warning write-information out-host out-default': prints,
  'set-location push-location pop-location': location,
  'join-path': joinsPath,
  'split-path': splitsPath,
  'resolve-path convert-path': (call) => parameter(call, 0, 'path'),
  'out-string out-null': passes,
}

export function onlyLooks(name: string): boolean {
  return (
    /^(?:get|select|where|test|measure|format|convertto|convertfrom|sort|group|compare|show|find|resolve|search|read|out|tee|trace)-[a-z]+$/.test(
      name,
    ) &&
    !/^(?:get-credential|test-connection|test-netconnection|out-file|tee-object|read-host|out-printer|find-package|find-module|show-command)$/.test(
      name,
    )
  )
}
