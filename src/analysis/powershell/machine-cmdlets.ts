import { knownOf, shown, text, UNKNOWN } from '../code/run/value.ts'
import { type Cmdlet, does, named, parameter } from './call.ts'

const persists = (mechanism: 'cron' | 'systemd' | 'autostart' | 'other', ...names: readonly string[]): Cmdlet =>
  does((call, run) =>
    run.acts({ kind: 'persist', mechanism, target: shown(parameter(call, 0, ...names)), by: call.name }),
  )

const weakens = (
  area: 'endpoint-protection' | 'firewall' | 'audit' | 'history' | 'sandbox' | 'authentication' | 'secure-boot',
  feature: string,
): Cmdlet => does((call, run) => run.acts({ kind: 'weaken', area, feature, by: call.name }))

const GUARDS =
  /^(?:msmpeng|mssense|sense|sysmon\w*|csfalcon\w*|cb(?:defense)?|sentinel\w*|ekrn|mcshield|avp|securityhealth\w*)(?:\.exe)?$/i

const defender: Cmdlet = (call, run) => {
  const risky = [...call.named.keys()].some((name) =>
    /^(?:disable|exclusion|mapsreporting|submitsamples|puaprotection)/.test(name),
  )
  return risky ? weakens('endpoint-protection', 'Defender preferences')(call, run) : undefined
}

const stopsProcess: Cmdlet = (call, run) => {
  const target = parameter(call, 0, 'id', 'name', 'inputobject')
  const names = (target?.items ?? (target ? [target] : [])).flatMap((name) => shown(name).split(','))
  if (names.some((name) => GUARDS.test(name.trim())))
    return weakens('endpoint-protection', 'a guard process')(call, run)
  const all = target === undefined || /[*]/.test(knownOf(target))
  run.acts({
    kind: 'signal-process',
    target: target ? shown(target) : 'processes from the pipeline',
    owner: target !== undefined && knownOf(target) === '*' ? 'everything' : all ? 'user' : 'unknown',
    by: call.name,
  })
  return UNKNOWN
}

const service = (verb: 'start' | 'stop' | 'restart' | 'disable'): Cmdlet =>
  does((call, run) =>
    run.acts({ kind: 'service-control', service: shown(parameter(call, 0, 'name')), verb, by: call.name }),
  )

const setsService: Cmdlet = (call, run) =>
  service(/disabled/i.test(shown(named(call, 'startuptype'))) ? 'disable' : 'start')(call, run)

const power = does((call, run) => {
  const host = named(call, 'computername')
  run.acts({ kind: 'service-control', service: host ? shown(host) : 'this machine', verb: 'power', by: call.name })
})

const grants = (what: string): Cmdlet =>
  does((call, run) =>
    run.acts({
      kind: 'grant',
      what,
      to: shown(parameter(call, 0, 'name', 'member', 'identity')),
      reach: 'machine',
      by: call.name,
    }),
  )

const wipes = does((call, run) => {
  run.lower('plain')
  const target = shown(parameter(call, 0, 'driveletter', 'number', 'path'))
  for (const path of run.paths(text(/^[a-z]$/i.test(target) ? `${target}:\\` : 'C:\\')))
    run.state({ kind: 'delete-path', path, recursive: true, wipe: true, by: call.name })
})

/** Lets others in over the network, to run what they like. */
const opens = does((call, run) => run.acts({ kind: 'listen', reach: 'network', executes: true, by: call.name }))

/** A certificate put where all programs look for those they trust. */
const trusts: Cmdlet = (call, run) =>
  /\\(?:root|authroot|trustedpublisher|ca)\\?$/i.test(shown(named(call, 'certstorelocation')))
    ? weakens('authentication', 'trusted roots')(call, run)
    : undefined

/** What the system keeps of earlier states is deleted from the pipeline or by its class. */
const removesInstance = does((call, run) =>
  run.acts({ kind: 'signal-process', target: 'instances', owner: 'system', by: call.name }),
)

const policy = does((call, run) => {
  const level = shown(parameter(call, 0, 'executionpolicy'))
  const scope = shown(parameter(call, 1, 'scope') ?? text('machine'))
  run.lower('plain')
  if (/^(?:bypass|unrestricted)$/i.test(level))
    run.state({
      kind: 'weaken',
      area: 'sandbox',
      feature: `execution policy ${level}`,
      by: call.name,
      certainty: /process/i.test(scope) ? 'possible' : 'certain',
    })
})

export const MACHINE_CMDLETS: readonly (readonly [string, Cmdlet])[] = [
  ['register-scheduledtask', persists('cron', 'taskname')],
  [
    'new-scheduledtaskaction',
    does((call) =>
      call.external([
        parameter(call, 0, 'execute') ?? UNKNOWN,
        ...(named(call, 'argument') ? [named(call, 'argument') ?? UNKNOWN] : []),
      ]),
    ),
  ],
  ['register-scheduledjob', persists('cron', 'name')],
  ['register-wmievent', persists('other', 'query')],
  ['register-objectevent', () => UNKNOWN],
  ['new-service', persists('systemd', 'name')],
  ['set-service', setsService],
  ['stop-service', service('stop')],
  ['start-service', service('start')],
  ['restart-service', service('restart')],
  ['remove-service', service('disable')],
  ['stop-process', stopsProcess],
  ['stop-computer', power],
  ['restart-computer', power],
  ['set-executionpolicy', policy],
  ['set-mppreference', defender],
  ['add-mppreference', defender],
  ['disable-windowsoptionalfeature', weakens('endpoint-protection', 'a Windows feature')],
  ['uninstall-windowsfeature', weakens('endpoint-protection', 'a Windows feature')],
  [
    'set-netfirewallprofile',
    (call, run) =>
      /false/i.test(shown(named(call, 'enabled')) + (named(call, 'enabled')?.ref ?? ''))
        ? weakens('firewall', 'firewall profile')(call, run)
        : undefined,
  ],
  ['disable-netfirewallrule', weakens('firewall', 'firewall rule')],
  ['remove-netfirewallrule', weakens('firewall', 'firewall rule')],
  [
    'new-netfirewallrule',
    (call, run) =>
      /block/i.test(shown(named(call, 'action'))) ? undefined : weakens('firewall', 'an open port')(call, run),
  ],
  ['clear-eventlog', weakens('audit', 'event log')],
  ['remove-eventlog', weakens('audit', 'event log')],
  ['limit-eventlog', weakens('audit', 'event log')],
  ['clear-history', weakens('history', 'PowerShell history')],
  [
    'set-psreadlineoption',
    (call, run) =>
      /savenothing/i.test(shown(named(call, 'historysavestyle')))
        ? weakens('history', 'PowerShell history')(call, run)
        : undefined,
  ],
  ['disable-computerrestore', weakens('endpoint-protection', 'system restore')],
  ['remove-mppreference', defender],
  ['set-mpcomputerstatus', defender],
  ['set-processmitigation', weakens('endpoint-protection', 'exploit protection')],
  ['disable-windowserrorreporting', weakens('audit', 'error reporting')],
  ['stop-eventlog', weakens('audit', 'event log')],
  ['stop-etwtracesession', weakens('audit', 'a trace session')],
  ['set-etwtraceprovider', weakens('audit', 'a trace session')],
  ['remove-etwtraceprovider', weakens('audit', 'a trace session')],
  ['disable-bitlocker', weakens('secure-boot', 'disk encryption')],
  ['suspend-bitlocker', weakens('secure-boot', 'disk encryption')],
  ['set-smbserverconfiguration', weakens('authentication', 'file sharing')],
  ['new-smbshare', opens],
  ['enable-psremoting', opens],
  [
    'unblock-file',
    (call, run) => {
      const own = run.paths(parameter(call, 0, 'path') ?? UNKNOWN).every(({ zone }) => zone === 'project')
      return own ? undefined : weakens('endpoint-protection', 'the mark of a download')(call, run)
    },
  ],
  ['enable-wsmancredssp', opens],
  ['import-certificate', trusts],
  ['import-pfxcertificate', trusts],
  ['remove-ciminstance', removesInstance],
  ['remove-wmiobject', removesInstance],
  ['set-wmiinstance', persists('other', 'class')],
  ['new-ciminstance', persists('other', 'classname')],
  ['set-scheduledtask', persists('cron', 'taskname')],
  ['unregister-scheduledtask', service('disable')],
  ['disable-scheduledtask', service('disable')],
  ['suspend-service', service('stop')],
  ['remove-localuser', grants('changes to accounts')],
  ['disable-localuser', grants('changes to accounts')],
  ['rename-localuser', grants('changes to accounts')],
  ['set-adaccountpassword', grants('a new password')],
  ['enable-adaccount', grants('an account')],
  ['set-aduser', grants('changes to a domain account')],
  ['remove-aduser', grants('changes to a domain account')],
  ['set-domainuserpassword', grants('a new password')],
  ['new-localuser', grants('a local account')],
  ['add-localgroupmember', grants('membership of a group')],
  ['set-localuser', grants('changes to an account')],
  ['enable-localuser', grants('an account')],
  ['new-aduser', grants('a domain account')],
  ['add-adgroupmember', grants('membership of a domain group')],
  ['format-volume', wipes],
  ['clear-disk', wipes],
  ['initialize-disk', wipes],
  ['remove-partition', wipes],
]
