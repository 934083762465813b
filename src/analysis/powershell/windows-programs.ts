import type { Run } from '../code/run/run.ts'
import { shown, text } from '../code/run/value.ts'
import { argv, type Cmdlet, type CmdletCall, does } from './call.ts'
import { hasWindowsForms, windowsForms } from './windows-forms.ts'

type Reader = (words: readonly string[], run: Run, call: CmdletCall) => void

const MAX_LINE = 8192

const URL = /^(?:https?|ftp):\/\//

function weaken(
  run: Run,
  area: 'endpoint-protection' | 'firewall' | 'audit' | 'authentication' | 'secure-boot',
  feature: string,
  by: string,
): void {
  run.acts({ kind: 'weaken', area, feature, by })
}

const READERS = new Map<string, Reader>([
  [
    'schtasks',
    (words, run) => {
      if (words.some((word) => /^[/-](?:create|change)$/.test(word))) persist(run, 'cron', 'schtasks')
      else if (words.includes('/delete')) run.lower('plain')
    },
  ],
  ['at', (words, run) => words.length > 0 && persist(run, 'at', 'at')],
  ['reg', registry],
  ['regedit', (_words, run) => run.lower('plain')],
  [
    'netsh',
    (words, run) => {
      const line = words.join(' ')
      if (/advfirewall.*(?:state off|delete rule|action=allow)|firewall set opmode.*disable/.test(line))
        weaken(run, 'firewall', 'Windows firewall', 'netsh')
      else if (/portproxy add/.test(line)) {
        run.acts({ kind: 'listen', reach: 'network', executes: false, by: 'netsh portproxy' })
      } else if (/wlan.*key=clear/.test(line)) {
        run.acts({
          kind: 'expose-secret',
          source: { kind: 'secret-store', store: 'wlan profiles' },
          sink: 'output',
          by: 'netsh wlan',
        })
      } else if (/trace start/.test(line)) {
        run.acts({ kind: 'observe', what: 'network-traffic', by: 'netsh trace' })
      }
    },
  ],
  [
    'bcdedit',
    (words, run) =>
      words.some((word) => word.startsWith('/set') || word.startsWith('/delete')) &&
      weaken(run, 'secure-boot', 'boot settings', 'bcdedit'),
  ],
  ['vssadmin', (words, run) => (words.includes('delete') || words.includes('resize')) && shadows(run, 'vssadmin')],
  ['wbadmin', (words, run) => words.includes('delete') && shadows(run, 'wbadmin')],
  ['diskshadow', (_words, run) => shadows(run, 'diskshadow')],
  [
    'wmic',
    (words, run, call) => {
      const line = words.join(' ')
      if (/shadowcopy.*delete/.test(line)) shadows(run, 'wmic')
      else if (/process\s+call\s+create/.test(line)) {
        const created = call.positional.at(-1)
        run.lower('plain')
        if (created) run.shell(created, 'wmic process call create')
      } else if (/(?:delete|terminate)/.test(line)) {
        run.acts({ kind: 'signal-process', target: line, owner: 'unknown', by: 'wmic' })
      }
    },
  ],
  [
    'certutil',
    (words, run) => {
      const url = words.find((word) => URL.test(word))
      if (url) fetches(run, url, words.at(-1) === url ? undefined : words.at(-1), 'certutil')
      else if (words.some((word) => /^[/-](?:addstore|importpfx)$/.test(word)))
        weaken(run, 'authentication', 'certificate store', 'certutil')
      else run.lower('plain')
    },
  ],
  [
    'bitsadmin',
    (words, run) => {
      const url = words.find((word) => URL.test(word))
      if (url) fetches(run, url, words.at(-1), 'bitsadmin')
    },
  ],
  ['mshta', runsRemote],
  ['rundll32', runsRemote],
  ['regsvr32', runsRemote],
  ['msiexec', runsRemote],
  ['cscript', runsRemote],
  ['wscript', runsRemote],
  ['installutil', runsRemote],
  ['msbuild', (_words, run) => run.lower('expected')],
  [
    'wevtutil',
    (words, run) =>
      /^(?:cl|clear-log|sl|set-log)$/.test(words[0] ?? '') && weaken(run, 'audit', 'event log', 'wevtutil'),
  ],
  [
    'auditpol',
    (words, run) =>
      words.some((word) => /^\/(?:clear|set|remove)/.test(word)) && weaken(run, 'audit', 'audit policy', 'auditpol'),
  ],
  ['fsutil', (words, run) => words.includes('deletejournal') && weaken(run, 'audit', 'change journal', 'fsutil')],
  [
    'taskkill',
    (words, run) => {
      const at = words.findIndex((word) => /^[/-](?:im|pid)$/.test(word))
      const target = at < 0 ? 'processes' : (words[at + 1] ?? '')
      run.acts({ kind: 'signal-process', target, owner: target.includes('*') ? 'user' : 'unknown', by: 'taskkill' })
    },
  ],
  [
    'cmdkey',
    (words, run) => {
      run.lower('plain')
      if (words.some((word) => word.startsWith('/list')))
        run.state({
          kind: 'expose-secret',
          source: { kind: 'secret-store', store: 'cmdkey' },
          sink: 'output',
          by: 'cmdkey',
          certainty: 'likely',
        })
    },
  ],
  [
    'vaultcmd',
    (_words, run) =>
      run.state({
        kind: 'expose-secret',
        source: { kind: 'secret-store', store: 'vault' },
        sink: 'output',
        by: 'vaultcmd',
        certainty: 'likely',
      }),
  ],
  ['diskpart', (_words, run) => wipes(run, 'diskpart')],
  ['format', (_words, run) => wipes(run, 'format')],
  ['format.com', (_words, run) => wipes(run, 'format')],
  ['cipher', (words, run) => words.some((word) => word.startsWith('/w')) && wipes(run, 'cipher /w')],
  [
    'sdelete',
    (_words, run, call) => {
      for (const value of call.words) if (/[\\/:]/.test(shown(value))) run.deletes(value, 'sdelete', true)
    },
  ],
  [
    'shutdown',
    (_words, run) => {
      run.acts({ kind: 'service-control', service: 'this machine', verb: 'power', by: 'shutdown' })
    },
  ],
  [
    'sc',
    (words, run) => {
      if (words[0] === 'create') persist(run, 'systemd', 'sc create')
      else if (words[0] === 'stop' || words[0] === 'delete' || words[0] === 'config') {
        run.acts({
          kind: 'service-control',
          service: words[1] ?? '',
          verb: words[0] === 'stop' ? 'stop' : 'disable',
          by: 'sc',
        })
      }
    },
  ],
  ['net', netCommand],
  ['net1', netCommand],
  ['icacls', (_words, run, call) => modes(run, call)],
  ['takeown', (_words, run, call) => modes(run, call)],
  ['procdump', (words, run) => words.some((word) => word.includes('lsass')) && dumps(run)],
  ['mimikatz', (_words, run) => dumps(run)],
])

function dumps(run: Run): void {
  run.acts({ kind: 'observe', what: 'memory', by: 'a credential dump' })
}

function modes(run: Run, call: CmdletCall): void {
  run.lower('plain')
  const [target] = call.positional
  if (target)
    for (const path of run.paths(target))
      run.state({ kind: 'change-mode', path, grants: 'owner', recursive: true, by: call.name })
}

function persist(run: Run, mechanism: 'cron' | 'at' | 'systemd', by: string): void {
  run.acts({ kind: 'persist', mechanism, target: by, by })
}

/** Backups of the whole machine are deleted. */
function shadows(run: Run, by: string): void {
  run.lower('plain')
  for (const path of run.paths(text('C:\\System Volume Information')))
    run.state({ kind: 'delete-path', path, recursive: true, wipe: true, by })
}

function wipes(run: Run, by: string): void {
  run.lower('plain')
  for (const path of run.paths(text('C:\\'))) run.state({ kind: 'delete-path', path, recursive: true, wipe: true, by })
}

function fetches(run: Run, url: string, target: string | undefined, by: string): void {
  run.requests({ url: text(url), method: 'GET', payload: [], savedTo: text(target ?? '.'), by })
}

function runsRemote(words: readonly string[], run: Run, call: CmdletCall): void {
  run.lower('plain')
  const remote = words
    .map((word) => /(?:https?|ftp):\/\/([^/:'"\s]+)/.exec(word)?.[1])
    .find((host) => host !== undefined)
  const script = words.some((word) => /^(?:javascript|vbscript):/.test(word))
  if (remote !== undefined)
    run.state({ kind: 'run-code', language: 'other', origin: 'download', read: false, host: remote, by: call.name })
  else if (script) run.dynamicRun('other', call.name)
  else run.state({ kind: 'run-program', program: call.name, identity: 'installed', by: call.name })
}

function registry(words: readonly string[], run: Run): void {
  const key = words[1] ?? ''
  if (words[0] === 'query') return
  if (words[0] === 'save' || words[0] === 'export') {
    run.lower('plain')
    if (/\\(?:sam|security|system)$/.test(key))
      run.state({ kind: 'expose-secret', source: { kind: 'secret-store', store: key }, sink: 'file', by: 'reg save' })
    return
  }
  run.lower('plain')
  const line = words.join(' ')
  if (words[0] === 'delete') run.deletes(text(key), 'reg delete', true)
  else run.writes(text(key), 'edit', 'reg add')
  if (/\\(?:run|runonce|winlogon|image file execution options)(?:\\|\s|$)/.test(line))
    run.state({ kind: 'persist', mechanism: 'autostart', target: key, by: 'reg add' })
  if (/windows defender|disableantispyware/.test(line)) weaken(run, 'endpoint-protection', key, 'reg add')
  if (/\\lsa|enablelua|wdigest/.test(line)) weaken(run, 'authentication', key, 'reg add')
}

function netCommand(words: readonly string[], run: Run): void {
  const [noun] = words
  if (words.includes('/add') && (noun === 'user' || noun === 'localgroup' || noun === 'group')) {
    run.acts({ kind: 'grant', what: `net ${noun}`, to: words[1] ?? '', reach: 'machine', by: 'net' })
  } else if (noun === 'stop') {
    run.acts({ kind: 'service-control', service: words[1] ?? '', verb: 'stop', by: 'net stop' })
  } else if (noun === 'share' && words.length > 1) {
    run.acts({ kind: 'listen', reach: 'network', executes: false, by: 'net share' })
  }
}

export function windowsProgram(name: string): Cmdlet | undefined {
  const plain = name.replace(/^.*[\\/]/, '').replace(/\.exe$/, '')
  const reader = READERS.get(plain)
  if (!reader && !hasWindowsForms(plain)) return undefined
  return does((call, run) => {
    const words = argv(call)
    run.lower('expected')
    if (words.length === 1 && /^[-/](?:\?|h|help)$/.test(words[0] ?? '')) return
    reader?.(words, run, call)
    const line = words.join(' ')
    if (line.length > MAX_LINE) run.unread('a longer line than is read')
    for (const effect of windowsForms(plain, line.slice(0, MAX_LINE))) {
      run.acts({ ...effect, by: plain })
    }
  })
}
