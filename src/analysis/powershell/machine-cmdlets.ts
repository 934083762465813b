import { knownOf, shown, text, UNKNOWN } from '../code/run/value.ts'
import type { Area, Effect, EffectDraft } from '../effects.ts'
import { type Cmdlet, type CmdletCall, does, named, parameter } from './call.ts'

type Control = Extract<Effect, { kind: 'service-control' }>['verb']
type Mechanism = Extract<Effect, { kind: 'persist' }>['mechanism']

/** States an effect, if there is one: then nothing else of the cmdlet matters. */
const states =
  (draft: (call: CmdletCall) => EffectDraft | undefined): Cmdlet =>
  (call, run) => {
    const effect = draft(call)
    if (!effect) return undefined
    run.acts({ ...effect })
    return UNKNOWN
  }

const persists = (mechanism: Mechanism, name: string) =>
  states((call) => ({ kind: 'persist', mechanism, target: shown(parameter(call, 0, name)) }))

const weakens = (area: Area, feature: string, risky: (call: CmdletCall) => boolean = () => true) =>
  states((call) => (risky(call) ? { kind: 'weaken', area, feature } : undefined))

/** Does a parameter say this? */
const says = (name: string, what: RegExp) => (call: CmdletCall) => what.test(shown(named(call, name)))

const service = (verb: Control) =>
  states((call) => ({ kind: 'service-control', service: shown(parameter(call, 0, 'name')), verb }))

const grants = (what: string) =>
  states((call) => ({
    kind: 'grant',
    what,
    to: shown(parameter(call, 0, 'name', 'member', 'identity')),
    reach: 'machine',
  }))

const GUARDS =
  /^(?:msmpeng|mssense|sense|sysmon\w*|csfalcon\w*|cb(?:defense)?|sentinel\w*|ekrn|mcshield|avp|securityhealth\w*)(?:\.exe)?$/i

const stopsProcess = states((call) => {
  const target = parameter(call, 0, 'id', 'name', 'inputobject')
  const names = (target?.items ?? (target ? [target] : [])).flatMap((name) => shown(name).split(','))
  if (names.some((name) => GUARDS.test(name.trim())))
    return { kind: 'weaken', area: 'endpoint-protection', feature: 'a guard process' }
  const known = target && knownOf(target)
  return {
    kind: 'signal-process',
    target: target ? shown(target) : 'processes from the pipeline',
    owner: known === '*' ? 'everything' : known === undefined || known.includes('*') ? 'user' : 'unknown',
  }
})

const wipes = does((call, run) => {
  run.lower('plain')
  const target = shown(parameter(call, 0, 'driveletter', 'number', 'path'))
  for (const path of run.paths(text(/^[a-z]$/i.test(target) ? `${target}:\\` : 'C:\\')))
    run.state({ kind: 'delete-path', path, recursive: true, wipe: true })
})

/** Services, tasks, accounts, protection, disks. */
export const MACHINE_CMDLETS: Readonly<Record<string, Cmdlet>> = {
  'register-scheduledtask set-scheduledtask': persists('cron', 'taskname'),
  'new-scheduledtaskaction': does((call) => {
    const argument = named(call, 'argument')
    call.external([parameter(call, 0, 'execute') ?? UNKNOWN, ...(argument ? [argument] : [])])
  }),
  'register-scheduledjob': persists('cron', 'name'),
  'register-wmievent': persists('other', 'query'),
  'set-wmiinstance': persists('other', 'class'),
  'new-ciminstance': persists('other', 'classname'),
  'new-service': persists('systemd', 'name'),
  'set-service': (call, run) =>
    service(/disabled/i.test(shown(named(call, 'startuptype'))) ? 'disable' : 'start')(call, run),
  'stop-service suspend-service': service('stop'),
  'start-service': service('start'),
  'restart-service': service('restart'),
  'remove-service unregister-scheduledtask disable-scheduledtask': service('disable'),
  'stop-process': stopsProcess,
  'stop-computer restart-computer': states((call) => {
    const host = named(call, 'computername')
    return { kind: 'service-control', service: host ? shown(host) : 'this machine', verb: 'power' }
  }),
  'set-executionpolicy': does((call, run) => {
    const level = shown(parameter(call, 0, 'executionpolicy'))
    const passing = /process/i.test(shown(parameter(call, 1, 'scope') ?? text('machine')))
    run.lower('plain')
    if (/^(?:bypass|unrestricted)$/i.test(level))
      run.state({
        kind: 'weaken',
        area: 'sandbox',
        feature: `execution policy ${level}`,
        certainty: passing ? 'possible' : 'certain',
      })
  }),
  'set-mppreference add-mppreference remove-mppreference set-mpcomputerstatus': weakens(
    'endpoint-protection',
    'Defender preferences',
    ({ named }) =>
      [...named.keys()].some((name) => /^(?:disable|exclusion|mapsreporting|submitsamples|puaprotection)/.test(name)),
  ),
  'disable-windowsoptionalfeature uninstall-windowsfeature': weakens('endpoint-protection', 'a Windows feature'),
  'disable-computerrestore': weakens('endpoint-protection', 'system restore'),
  'set-processmitigation': weakens('endpoint-protection', 'exploit protection'),
  'set-netfirewallprofile': weakens('firewall', 'firewall profile', (call) =>
    /false/i.test(shown(named(call, 'enabled')) + (named(call, 'enabled')?.ref ?? '')),
  ),
  'disable-netfirewallrule remove-netfirewallrule': weakens('firewall', 'firewall rule'),
  'new-netfirewallrule': weakens('firewall', 'an open port', (call) => !says('action', /block/i)(call)),
  'clear-eventlog remove-eventlog limit-eventlog stop-eventlog': weakens('audit', 'event log'),
  'disable-windowserrorreporting': weakens('audit', 'error reporting'),
  'stop-etwtracesession set-etwtraceprovider remove-etwtraceprovider': weakens('audit', 'a trace session'),
  'clear-history': weakens('history', 'PowerShell history'),
  'set-psreadlineoption': weakens('history', 'PowerShell history', says('historysavestyle', /savenothing/i)),
  'disable-bitlocker suspend-bitlocker': weakens('secure-boot', 'disk encryption'),
  'set-smbserverconfiguration': weakens('authentication', 'file sharing'),
  // A certificate put where all programs look for those they trust.
  'import-certificate import-pfxcertificate': weakens(
    'authentication',
    'trusted roots',
    says('certstorelocation', /\\(?:root|authroot|trustedpublisher|ca)\\?$/i),
  ),
  // Lets others in over the network, to run what they like.
  'new-smbshare enable-psremoting enable-wsmancredssp': states(() => ({
    kind: 'listen',
    reach: 'network',
    executes: true,
  })),
  'unblock-file': (call, run) => {
    const own = run.paths(parameter(call, 0, 'path') ?? UNKNOWN).every(({ zone }) => zone === 'project')
    return own ? undefined : weakens('endpoint-protection', 'the mark of a download')(call, run)
  },
  // What the system keeps of earlier states is deleted from the pipeline or by its class.
  'remove-ciminstance remove-wmiobject': states(() => ({
    kind: 'signal-process',
    target: 'instances',
    owner: 'system',
  })),
  'remove-localuser disable-localuser rename-localuser': grants('changes to accounts'),
  'set-adaccountpassword set-domainuserpassword': grants('a new password'),
  'enable-adaccount enable-localuser': grants('an account'),
  'set-aduser remove-aduser': grants('changes to a domain account'),
  'new-localuser': grants('a local account'),
  'add-localgroupmember': grants('membership of a group'),
  'set-localuser': grants('changes to an account'),
  'new-aduser': grants('a domain account'),
  'add-adgroupmember': grants('membership of a domain group'),
  'format-volume clear-disk initialize-disk remove-partition': wipes,
}
