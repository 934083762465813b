import { textValue, valueForDisplay } from '../code/run/abstract-value.ts'
import type { CodeRun } from '../code/run/run.ts'
import { type Cmdlet, type CmdletCall, lowerCaseWords, voidCmdlet } from './cmdlet-call.ts'
import { hasWindowsForms, matchingWindowsForms } from './windows-forms.ts'

/** What a Windows program does that no form can say, told from its words in lower case. */
type WindowsAnalyzer = (words: readonly string[], run: CodeRun, call: CmdletCall) => void

const MAX_LINE = 8192

const downloadAnalyzer: WindowsAnalyzer = (words, run, { name }) => {
  const url = words.find((word) => /^(?:https?|ftp):\/\//.test(word))
  const target = words.at(-1) === url && plainProgramName(name) === 'certutil' ? '.' : (words.at(-1) ?? '.')
  if (url)
    run.requests({
      url: textValue(url),
      method: 'GET',
      payload: [],
      savedTo: textValue(target),
      by: plainProgramName(name),
    })
}

const accessAnalyzer: WindowsAnalyzer = (_words, run, { positional: [target], name }) => {
  run.lower('plain')
  for (const path of target ? run.paths(target) : [])
    run.state({ kind: 'change-mode', path, grants: 'owner', recursive: true, by: name })
}

const remoteScriptAnalyzer: WindowsAnalyzer = (words, run, { name }) => {
  run.lower('plain')
  const host = words.map((word) => /(?:https?|ftp):\/\/([^/:'"\s]+)/.exec(word)?.[1]).find((each) => each !== undefined)
  if (host !== undefined)
    run.state({ kind: 'run-code', language: 'other', origin: 'download', read: false, host, by: name })
  else if (words.some((word) => /^(?:javascript|vbscript):/.test(word))) run.dynamicRun('other', name)
  else run.state({ kind: 'run-program', program: name, identity: 'installed', by: name })
}

const registryAnalyzer: WindowsAnalyzer = (words, run) => {
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
  if (verb === 'delete') run.deletes(textValue(key), true, 'reg delete')
  else run.writes(textValue(key), 'edit', undefined, by)
  if (/\\(?:run|runonce|winlogon|image file execution options)(?:\\|\s|$)/.test(line))
    run.state({ kind: 'persist', mechanism: 'autostart', target: key, by })
  if (/windows defender|disableantispyware/.test(line))
    run.state({ kind: 'weaken', area: 'endpoint-protection', feature: key, by })
  if (/\\lsa|enablelua|wdigest/.test(line)) run.state({ kind: 'weaken', area: 'authentication', feature: key, by })
}

const netAnalyzer: WindowsAnalyzer = ([noun = '', name = '', ...rest], run) => {
  if ([name, ...rest].includes('/add') && /^(?:user|localgroup|group)$/.test(noun))
    run.acts({ kind: 'grant', what: `net ${noun}`, to: name, reach: 'machine', by: 'net' })
  else if (noun === 'stop') run.acts({ kind: 'service-control', service: name, verb: 'stop', by: 'net stop' })
}

const wmicAnalyzer: WindowsAnalyzer = (words, run, call) => {
  const line = words.join(' ')
  if (/shadowcopy.*delete/.test(line)) return
  if (/process\s+call\s+create/.test(line)) {
    const created = call.positional.at(-1)
    run.lower('plain')
    if (created) run.shell(created, 'wmic process call create')
  } else if (/(?:delete|terminate)/.test(line))
    run.acts({ kind: 'signal-process', target: line, owner: 'unknown', by: 'wmic' })
}

const taskkillAnalyzer: WindowsAnalyzer = (words, run) => {
  const at = words.findIndex((word) => /^[/-](?:im|pid)$/.test(word))
  const target = at < 0 ? 'processes' : (words[at + 1] ?? '')
  run.acts({ kind: 'signal-process', target, owner: target.includes('*') ? 'user' : 'unknown', by: 'taskkill' })
}

const sdeleteAnalyzer: WindowsAnalyzer = (_words, run, call) => {
  for (const value of call.words) if (/[\\/:]/.test(valueForDisplay(value))) run.deletes(value, true, 'sdelete')
}

const scAnalyzer: WindowsAnalyzer = ([verb = '', service = ''], run) => {
  if (/^(?:stop|delete|config)$/.test(verb))
    run.acts({ kind: 'service-control', service, verb: verb === 'stop' ? 'stop' : 'disable', by: 'sc' })
}

const WINDOWS_ANALYZERS: Readonly<Record<string, WindowsAnalyzer>> = {
  reg: registryAnalyzer,
  wmic: wmicAnalyzer,
  certutil: downloadAnalyzer,
  bitsadmin: downloadAnalyzer,
  mshta: remoteScriptAnalyzer,
  rundll32: remoteScriptAnalyzer,
  regsvr32: remoteScriptAnalyzer,
  msiexec: remoteScriptAnalyzer,
  cscript: remoteScriptAnalyzer,
  wscript: remoteScriptAnalyzer,
  installutil: remoteScriptAnalyzer,
  taskkill: taskkillAnalyzer,
  sdelete: sdeleteAnalyzer,
  sc: scAnalyzer,
  net: netAnalyzer,
  net1: netAnalyzer,
  icacls: accessAnalyzer,
  takeown: accessAnalyzer,
}

const plainProgramName = (name: string): string => name.replace(/^.*[\\/]/, '').replace(/\.exe$/, '')

export function windowsCmdletFor(name: string): Cmdlet | undefined {
  const plain = plainProgramName(name)
  const analyzer = Object.hasOwn(WINDOWS_ANALYZERS, plain) ? WINDOWS_ANALYZERS[plain] : undefined
  if (!analyzer && !hasWindowsForms(plain)) return undefined
  return voidCmdlet((call, run) => {
    const words = lowerCaseWords(call)
    run.lower('expected')
    if (words.length === 1 && /^[-/](?:\?|h|help)$/.test(words[0] ?? '')) return
    analyzer?.(words, run, call)
    const line = words.join(' ')
    if (line.length > MAX_LINE) run.unread('a longer line than is read')
    for (const { effect, wipes } of matchingWindowsForms(plain, line.slice(0, MAX_LINE))) {
      run.lower('plain')
      if (effect) run.state({ by: plain, ...effect })
      for (const path of wipes ? run.paths(textValue(wipes)) : [])
        run.state({ kind: 'delete-path', path, recursive: true, wipe: true, by: plain })
    }
  })
}
