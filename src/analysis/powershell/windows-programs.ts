import type { Run } from '../code/run/run.ts'
import { shown, text } from '../code/run/value.ts'
import { argv, type Cmdlet, type CmdletCall, does } from './call.ts'
import { hasWindowsForms, windowsForms } from './windows-forms.ts'

/** What a Windows program does that no form can say, told from its words in lower case. */
type Reader = (words: readonly string[], run: Run, call: CmdletCall) => void

const MAX_LINE = 8192

const fetches: Reader = (words, run, { name }) => {
  const url = words.find((word) => /^(?:https?|ftp):\/\//.test(word))
  const target = words.at(-1) === url && programName(name) === 'certutil' ? '.' : (words.at(-1) ?? '.')
  if (url) run.requests({ url: text(url), method: 'GET', payload: [], savedTo: text(target), by: programName(name) })
}

const modes: Reader = (_words, run, { positional: [target], name }) => {
  run.lower('plain')
  for (const path of target ? run.paths(target) : [])
    run.state({ kind: 'change-mode', path, grants: 'owner', recursive: true, by: name })
}

const runsRemote: Reader = (words, run, { name }) => {
  run.lower('plain')
  const host = words.map((word) => /(?:https?|ftp):\/\/([^/:'"\s]+)/.exec(word)?.[1]).find((each) => each !== undefined)
  if (host !== undefined)
    run.state({ kind: 'run-code', language: 'other', origin: 'download', read: false, host, by: name })
  else if (words.some((word) => /^(?:javascript|vbscript):/.test(word))) run.dynamicRun('other', name)
  else run.state({ kind: 'run-program', program: name, identity: 'installed', by: name })
}

const registry: Reader = (words, run) => {
  const [verb, key = ''] = words
  if (verb === 'query') return
  run.lower('plain')
  if (verb === 'save' || verb === 'export') {
    if (/\\(?:sam|security|system)$/.test(key))
      run.state({ kind: 'expose-secret', source: { kind: 'secret-store', store: key }, sink: 'file', by: 'reg save' })
    return
  }
  const line = words.join(' ')
  const by = 'reg add'
  if (verb === 'delete') run.deletes(text(key), true, 'reg delete')
  else run.writes(text(key), 'edit', undefined, by)
  if (/\\(?:run|runonce|winlogon|image file execution options)(?:\\|\s|$)/.test(line))
    run.state({ kind: 'persist', mechanism: 'autostart', target: key, by })
  if (/windows defender|disableantispyware/.test(line))
    run.state({ kind: 'weaken', area: 'endpoint-protection', feature: key, by })
  if (/\\lsa|enablelua|wdigest/.test(line)) run.state({ kind: 'weaken', area: 'authentication', feature: key, by })
}

const net: Reader = ([noun = '', name = '', ...rest], run) => {
  if ([name, ...rest].includes('/add') && /^(?:user|localgroup|group)$/.test(noun))
    run.acts({ kind: 'grant', what: `net ${noun}`, to: name, reach: 'machine', by: 'net' })
  else if (noun === 'stop') run.acts({ kind: 'service-control', service: name, verb: 'stop', by: 'net stop' })
}

const wmic: Reader = (words, run, call) => {
  const line = words.join(' ')
  if (/shadowcopy.*delete/.test(line)) return
  if (/process\s+call\s+create/.test(line)) {
    const created = call.positional.at(-1)
    run.lower('plain')
    if (created) run.shell(created, 'wmic process call create')
  } else if (/(?:delete|terminate)/.test(line))
    run.acts({ kind: 'signal-process', target: line, owner: 'unknown', by: 'wmic' })
}

const taskkill: Reader = (words, run) => {
  const at = words.findIndex((word) => /^[/-](?:im|pid)$/.test(word))
  const target = at < 0 ? 'processes' : (words[at + 1] ?? '')
  run.acts({ kind: 'signal-process', target, owner: target.includes('*') ? 'user' : 'unknown', by: 'taskkill' })
}

const sdelete: Reader = (_words, run, call) => {
  for (const value of call.words) if (/[\\/:]/.test(shown(value))) run.deletes(value, true, 'sdelete')
}

const sc: Reader = ([verb = '', service = ''], run) => {
  if (/^(?:stop|delete|config)$/.test(verb))
    run.acts({ kind: 'service-control', service, verb: verb === 'stop' ? 'stop' : 'disable', by: 'sc' })
}

const READERS: Readonly<Record<string, Reader>> = {
  reg: registry,
  wmic,
  certutil: fetches,
  bitsadmin: fetches,
  mshta: runsRemote,
  rundll32: runsRemote,
  regsvr32: runsRemote,
  msiexec: runsRemote,
  cscript: runsRemote,
  wscript: runsRemote,
  installutil: runsRemote,
  taskkill,
  sdelete,
  sc,
  net,
  net1: net,
  icacls: modes,
  takeown: modes,
}

const programName = (name: string): string => name.replace(/^.*[\\/]/, '').replace(/\.exe$/, '')

export function windowsProgram(name: string): Cmdlet | undefined {
  const plain = programName(name)
  const reader = Object.hasOwn(READERS, plain) ? READERS[plain] : undefined
  if (!reader && !hasWindowsForms(plain)) return undefined
  return does((call, run) => {
    const words = argv(call)
    run.lower('expected')
    if (words.length === 1 && /^[-/](?:\?|h|help)$/.test(words[0] ?? '')) return
    reader?.(words, run, call)
    const line = words.join(' ')
    if (line.length > MAX_LINE) run.unread('a longer line than is read')
    for (const { effect, wipes } of windowsForms(plain, line.slice(0, MAX_LINE))) {
      run.lower('plain')
      if (effect) run.state({ by: plain, ...effect })
      for (const path of wipes ? run.paths(text(wipes)) : [])
        run.state({ kind: 'delete-path', path, recursive: true, wipe: true, by: plain })
    }
  })
}
