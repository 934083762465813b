import { knownOf, textValue, UNKNOWN_RESULT, valueForDisplay } from '../code/run/abstract-value.ts'
import type { Effect, EffectDraft, ProtectionArea } from '../effects.ts'
import { type Cmdlet, type CmdletCall, namedParameter, parameterAt, voidCmdlet } from './cmdlet-call.ts'
import { BACKUP_FOLDER } from './windows-forms.ts'

type ServiceVerb = Extract<Effect, { kind: 'service-control' }>['verb']
type PersistMechanism = Extract<Effect, { kind: 'persist' }>['mechanism']

/** States an effect, if there is one: then nothing else of the cmdlet matters. */
const effectCmdlet =
  (draft: (call: CmdletCall) => EffectDraft | undefined): Cmdlet =>
  (call, run) => {
    const effect = draft(call)
    if (!effect) return undefined
    run.acts({ ...effect })
    return UNKNOWN_RESULT
  }

const persistCmdlet = (mechanism: PersistMechanism, name: string) =>
  effectCmdlet((call) => ({ kind: 'persist', mechanism, target: valueForDisplay(parameterAt(call, 0, name)) }))

const weakenCmdlet = (area: ProtectionArea, feature: string, risky: (call: CmdletCall) => boolean = () => true) =>
  effectCmdlet((call) => (risky(call) ? { kind: 'weaken', area, feature } : undefined))

/** Does a parameter say this? */
const parameterMatches = (name: string, what: RegExp) => (call: CmdletCall) =>
  what.test(valueForDisplay(namedParameter(call, name)))

const serviceCmdlet = (verb: ServiceVerb) =>
  effectCmdlet((call) => ({ kind: 'service-control', service: valueForDisplay(parameterAt(call, 0, 'name')), verb }))

const grantCmdlet = (what: string) =>
  effectCmdlet((call) => ({
    kind: 'grant',
    what,
    to: valueForDisplay(parameterAt(call, 0, 'name', 'member', 'identity')),
    reach: 'machine',
  }))

const SECURITY_PROCESSES =
  /^(?:msmpeng|mssense|sense|sysmon\w*|csfalcon\w*|cb(?:defense)?|sentinel\w*|ekrn|mcshield|avp|securityhealth\w*)(?:\.exe)?$/i

const stopProcessCmdlet = effectCmdlet((call) => {
  const target = parameterAt(call, 0, 'id', 'name', 'inputobject')
  const names = (target?.items ?? (target ? [target] : [])).flatMap((name) => valueForDisplay(name).split(','))
  if (names.some((name) => SECURITY_PROCESSES.test(name.trim())))
    return { kind: 'weaken', area: 'endpoint-protection', feature: 'a guard process' }
  const known = target && knownOf(target)
  return {
    kind: 'signal-process',
    target: target ? valueForDisplay(target) : 'processes from the pipeline',
    owner: known === '*' ? 'everything' : known === undefined || known.includes('*') ? 'user' : 'unknown',
  }
})

const wipeDiskCmdlet = voidCmdlet((call, run) => {
  run.lower('plain')
  const target = valueForDisplay(parameterAt(call, 0, 'driveletter', 'number', 'path'))
  for (const path of run.paths(textValue(/^[a-z]$/i.test(target) ? `${target}:\\` : 'C:\\')))
    run.state({ kind: 'delete-path', path, recursive: true, wipe: true })
})

const removeObjects = effectCmdlet(() => ({ kind: 'signal-process', target: 'instances', owner: 'system' }))

/** The class of system objects, by its name or in a query for them. */
const classOf = (call: CmdletCall) =>
  valueForDisplay(parameterAt(call, 0, 'classname', 'class', 'query', 'inputobject')).toLowerCase()

/** What the system keeps of earlier states is deleted from the pipeline or by its class. */
const removeInstances: Cmdlet = (call, run) => {
  if (!`${call.input.ref} ${classOf(call)} ${namedParameter(call, 'inputobject')?.ref}`.includes('win32_shadowcopy'))
    return removeObjects(call, run)
  run.lower('plain')
  for (const path of run.paths(textValue(BACKUP_FOLDER)))
    run.state({ kind: 'delete-path', path, recursive: true, wipe: true })
  return UNKNOWN_RESULT
}

/** Services, tasks, accounts, protection, disks. */
export const MACHINE_CMDLETS: Readonly<Record<string, Cmdlet>> = {
  'register-scheduledtask set-scheduledtask': persistCmdlet('cron', 'taskname'),
  'new-scheduledtaskaction': voidCmdlet((call) => {
    const argument = namedParameter(call, 'argument')
    call.external([parameterAt(call, 0, 'execute') ?? UNKNOWN_RESULT, ...(argument ? [argument] : [])])
  }),
  'register-scheduledjob': persistCmdlet('cron', 'name'),
  'register-wmievent': persistCmdlet('other', 'query'),
  'set-wmiinstance': persistCmdlet('other', 'class'),
  'new-ciminstance': persistCmdlet('other', 'classname'),
  'new-service': persistCmdlet('systemd', 'name'),
  'set-service': (call, run) =>
    serviceCmdlet(/disabled/i.test(valueForDisplay(namedParameter(call, 'startuptype'))) ? 'disable' : 'start')(
      call,
      run,
    ),
  'stop-service suspend-service': serviceCmdlet('stop'),
  'start-service': serviceCmdlet('start'),
  'restart-service': serviceCmdlet('restart'),
  'remove-service unregister-scheduledtask disable-scheduledtask': serviceCmdlet('disable'),
  'stop-process': stopProcessCmdlet,
  'stop-computer restart-computer': effectCmdlet((call) => {
    const host = namedParameter(call, 'computername')
    return { kind: 'service-control', service: host ? valueForDisplay(host) : 'this machine', verb: 'power' }
  }),
  'set-executionpolicy': voidCmdlet((call, run) => {
    const level = valueForDisplay(parameterAt(call, 0, 'executionpolicy'))
    const passing = /process/i.test(valueForDisplay(parameterAt(call, 1, 'scope') ?? textValue('machine')))
    run.lower('plain')
    if (/^(?:bypass|unrestricted)$/i.test(level))
      run.state({
        kind: 'weaken',
        area: 'sandbox',
        feature: `execution policy ${level}`,
        certainty: passing ? 'possible' : 'certain',
      })
  }),
  'set-mppreference add-mppreference remove-mppreference set-mpcomputerstatus': weakenCmdlet(
    'endpoint-protection',
    'Defender preferences',
    ({ named }) =>
      [...named.keys()].some((name) => /^(?:disable|exclusion|mapsreporting|submitsamples|puaprotection)/.test(name)),
  ),
  'disable-windowsoptionalfeature uninstall-windowsfeature': weakenCmdlet('endpoint-protection', 'a Windows feature'),
  'disable-computerrestore': weakenCmdlet('endpoint-protection', 'system restore'),
  'set-processmitigation': weakenCmdlet('endpoint-protection', 'exploit protection'),
  'set-netfirewallprofile': weakenCmdlet('firewall', 'firewall profile', (call) =>
    /false/i.test(valueForDisplay(namedParameter(call, 'enabled')) + (namedParameter(call, 'enabled')?.ref ?? '')),
  ),
  'disable-netfirewallrule remove-netfirewallrule': weakenCmdlet('firewall', 'firewall rule'),
  'new-netfirewallrule': weakenCmdlet(
    'firewall',
    'an open port',
    (call) => !parameterMatches('action', /block/i)(call),
  ),
  'clear-eventlog remove-eventlog limit-eventlog stop-eventlog': weakenCmdlet('audit', 'event log'),
  'disable-windowserrorreporting': weakenCmdlet('audit', 'error reporting'),
  'stop-etwtracesession set-etwtraceprovider remove-etwtraceprovider': weakenCmdlet('audit', 'a trace session'),
  'clear-history': weakenCmdlet('history', 'PowerShell history'),
  'set-psreadlineoption': weakenCmdlet(
    'history',
    'PowerShell history',
    parameterMatches('historysavestyle', /savenothing/i),
  ),
  'disable-bitlocker suspend-bitlocker': weakenCmdlet('secure-boot', 'disk encryption'),
  'set-smbserverconfiguration': weakenCmdlet('authentication', 'file sharing'),
  // A certificate put where all programs look for those they trust.
  'import-certificate import-pfxcertificate': weakenCmdlet(
    'authentication',
    'trusted roots',
    parameterMatches('certstorelocation', /\\(?:root|authroot|trustedpublisher|ca)\\?$/i),
  ),
  // Lets others in over the network, to run what they like.
  'new-smbshare enable-psremoting enable-wsmancredssp': effectCmdlet(() => ({
    kind: 'listen',
    reach: 'network',
    executes: true,
  })),
  'unblock-file': (call, run) => {
    const own = run.paths(parameterAt(call, 0, 'path') ?? UNKNOWN_RESULT).every(({ zone }) => zone === 'project')
    return own ? undefined : weakenCmdlet('endpoint-protection', 'the mark of a download')(call, run)
  },
  'get-ciminstance get-wmiobject': (call) => ({ ref: `cim.${classOf(call)}`, sources: [] }),
  'remove-ciminstance remove-wmiobject': removeInstances,
  'remove-localuser disable-localuser rename-localuser': grantCmdlet('changes to accounts'),
  'set-adaccountpassword set-domainuserpassword': grantCmdlet('a new password'),
  'enable-adaccount enable-localuser': grantCmdlet('an account'),
  'set-aduser remove-aduser': grantCmdlet('changes to a domain account'),
  'new-localuser': grantCmdlet('a local account'),
  'add-localgroupmember': effectCmdlet((call) => ({
    kind: 'grant',
    what: `membership of group ${valueForDisplay(parameterAt(call, 0, 'group', 'name'))}`.trim(),
    to: valueForDisplay(parameterAt(call, 1, 'member')),
    reach: 'machine',
  })),
  'set-localuser': grantCmdlet('changes to an account'),
  'new-aduser': grantCmdlet('a domain account'),
  'add-adgroupmember': grantCmdlet('membership of a domain group'),
  'format-volume clear-disk initialize-disk remove-partition': wipeDiskCmdlet,
}
