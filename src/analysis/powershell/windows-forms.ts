import type { Effect, EffectDraft, ProtectionArea } from '../effects.ts'

/**
 * A form of Windows programs, told by their words in lower case, joined by single spaces: what it amounts to, and what it wipes. Without
 * either it is only no everyday work. All that fit count.
 */
type WindowsForm = readonly [names: string, when: RegExp, effect?: EffectDraft | undefined, wipes?: string]

type PersistMechanism = Extract<Effect, { kind: 'persist' }>['mechanism']

const weakenEffect = (area: ProtectionArea, feature: string): EffectDraft => ({ kind: 'weaken', area, feature })
const persistEffect = (mechanism: PersistMechanism, target: string): EffectDraft => ({
  kind: 'persist',
  mechanism,
  target,
})
const grantEffect = (what: string): EffectDraft => ({ kind: 'grant', what, to: '', reach: 'machine' })
const exposeSecretEffect = (store: string, sink: 'file' | 'output' = 'file') =>
  ({ kind: 'expose-secret', source: { kind: 'secret-store', store }, sink }) as const
const OBSERVE_MEMORY: EffectDraft = { kind: 'observe', what: 'memory' }
const OBSERVE_CREDENTIALS: EffectDraft = { kind: 'observe', what: 'credential-scan' }
const OBSERVE_TRAFFIC: EffectDraft = { kind: 'observe', what: 'network-traffic' }
const POWER_OFF: EffectDraft = { kind: 'service-control', service: 'this machine', verb: 'power' }
const REMOTE_EXEC: EffectDraft = { kind: 'remote-exec', host: 'another machine', writes: 'unknown' }
const DOWNLOADED_RUN: EffectDraft = {
  kind: 'run-code',
  language: 'other',
  origin: 'download',
  read: false,
  host: undefined,
}

/** Files that hold passwords by name; or words for them sought in many files. A filter of what another command prints seeks in none. */
const PASSWORD_FILES =
  /unattend|sysprep|vnc\.ini|web\.config|\.kdbx|groups\.xml|id_rsa|^(?=.*(?:\/[sm]+\b|\*|[a-z]:\\|%\w+%)).*(?:passw|\bcred|\bpass\b)/s

export const BACKUP_FOLDER = 'C:\\System Volume Information'

const WINDOWS_FORMS: readonly WindowsForm[] = [
  ['schtasks', /(?:^| )[/-](?:create|change)(?: |$)/, persistEffect('cron', 'schtasks')],
  ['schtasks', /(?:^| )\/delete(?: |$)/],
  ['at', /\S/, persistEffect('at', 'at')],
  ['regedit', /^/],
  ['msbuild', /(?!)/],
  [
    'netsh',
    /advfirewall.*(?:state off|delete rule|action=allow)|firewall set opmode.*disable/,
    weakenEffect('firewall', 'Windows firewall'),
  ],
  ['netsh', /portproxy add/, { kind: 'listen', reach: 'network', executes: false, by: 'netsh portproxy' }],
  ['netsh', /wlan.*key=clear/, { ...exposeSecretEffect('wlan profiles', 'output'), by: 'netsh wlan' }],
  ['netsh', /trace start/, { ...OBSERVE_TRAFFIC, by: 'netsh trace' }],
  ['bcdedit', /(?:^| )\/(?:set|delete)/, weakenEffect('secure-boot', 'boot settings')],
  ['vssadmin', /(?:^| )(?:delete|resize)(?: |$)/, undefined, BACKUP_FOLDER],
  ['wbadmin', /(?:^| )delete(?: |$)/, undefined, BACKUP_FOLDER],
  ['diskshadow', /^/, undefined, BACKUP_FOLDER],
  ['wmic', /shadowcopy.*delete/, undefined, BACKUP_FOLDER],
  ['certutil', /(?:^| )[/-](?:addstore|importpfx)(?: |$)/, weakenEffect('authentication', 'certificate store')],
  ['certutil', /^(?!.*(?:^| )(?:https?|ftp):\/\/)/],
  ['wevtutil', /^(?:cl|clear-log|sl|set-log)(?: |$)/, weakenEffect('audit', 'event log')],
  ['auditpol', /(?:^| )\/(?:clear|set|remove)/, weakenEffect('audit', 'audit policy')],
  ['fsutil', /(?:^| )deletejournal(?: |$)/, weakenEffect('audit', 'change journal')],
  ['cmdkey', /^/],
  ['cmdkey', /(?:^| )\/list/, { ...exposeSecretEffect('cmdkey', 'output'), certainty: 'likely' }],
  ['vaultcmd', /^/, { ...exposeSecretEffect('Credential Manager', 'output'), certainty: 'likely' }],
  ['diskpart format format.com', /^/, undefined, 'C:\\'],
  ['cipher', /(?:^| )\/w/, undefined, 'C:\\'],
  ['shutdown', /^/, POWER_OFF],
  ['sc', /^create(?: |$)/, { ...persistEffect('systemd', 'sc create'), by: 'sc create' }],
  ['mimikatz', /^/, { ...OBSERVE_MEMORY, by: 'a credential dump' }],
  ['reg', /^query\b.*(?:passw|winlogon|putty|vnc|snmp|\bcred)/, OBSERVE_CREDENTIALS],
  ['reg', /^(?:save|export)\b.*\\(?:sam|security|system)\b/, exposeSecretEffect('the registry hives')],
  [
    'reg',
    /^(?:add|import|copy|restore|load)\b.*(?:userinitmprlogonscript|\\inprocserver32|appinit_dlls|\\command\b|screensave|scrnsave|\\services\\|\\active setup|\\shell folders|silentprocessexit|\\netsh|bootexecute|\\lsa\b|monitors\\|autorun|\\shell\\open|explorer\\run)/,
    persistEffect('autostart', 'a registry key'),
  ],
  [
    'reg',
    /^(?:add|delete)\b.*(?:eventlog|scriptblocklogging|modulelogging|transcription|processcreationincludecmdline|autologger|\\winevt\\)/,
    weakenEffect('audit', 'event logging'),
  ],
  [
    'reg',
    /^(?:add|delete)\b.*(?:disableantispyware|disablerealtime|disablebehavior|smartscreen|tamperprotection|amsi|disabletaskmgr|disableregistrytools|disablecmd|noclose|exploitguard|deviceguard|hideexclusions|zonemap|savezoneinformation)/,
    weakenEffect('endpoint-protection', 'a guard of Windows'),
  ],
  [
    'reg',
    /^(?:add|delete)\b.*(?:enablelua|consentprompt|localaccounttokenfilter|wdigest|uselogoncredential|disablerestrictedadmin|runasppl|fdenytsconnections|limitblankpassword|restrictanonymous|autoadminlogon|defaultpassword|lmcompatibility)/,
    weakenEffect('authentication', 'how people log in'),
  ],
  ['reg', /^(?:add|delete)\b.*firewallpolicy/, weakenEffect('firewall', 'Windows firewall')],
  ['sc', /^(?:\\\\\S+ )?(?:sdset|failure|config\b.*binpath=)/, persistEffect('systemd', 'a service')],
  ['sc', /^\\\\\S+ /, REMOTE_EXEC],
  ['net net1', /^user \S+ (?!\/(?:domain|active:no)\b)\S+/, grantEffect('a password or an account')],
  ['net net1', /^(?:user|localgroup|group) .*\/del(?:ete)?\b/, grantEffect('changes to accounts')],
  [
    'net net1',
    /^accounts \/(?:maxpwage|minpwlen|lockout\w*|uniquepw):/,
    weakenEffect('authentication', 'password rules'),
  ],
  ['net net1', /^use\b.*(?:\/user:|\\(?:c|admin|ipc)\$)/, REMOTE_EXEC],
  ['net net1', /^share \S/, { kind: 'listen', reach: 'network', executes: false, by: 'net share' }],
  ['wmic', /\/node:/, REMOTE_EXEC],
  ['wmic', /\bcall (?:create|install|change|terminate)\b|\/format:\s?\S*(?:\/|\\|\.xsl)/, DOWNLOADED_RUN],
  ['wmic', /useraccount.*\b(?:set|rename)\b|\bpath win32_useraccount.*set/, grantEffect('changes to accounts')],
  ['wmic', /product.*uninstall|call uninstall/, weakenEffect('endpoint-protection', 'a product')],
  ['wmic', /eventfilter|eventconsumer|filtertoconsumer/, persistEffect('other', 'an event subscription')],
  [
    'certutil bitsadmin certreq desktopimgdownldr',
    /\b(?:https?|ftp):\/\//,
    weakenEffect('endpoint-protection', 'checks of downloads'),
  ],
  [
    'certutil',
    /[-/]decode(?:hex)?\b.*\.(?:exe|dll|bat|cmd|ps1|vbs|hta|scr)\b/,
    weakenEffect('endpoint-protection', 'checks of downloads'),
  ],
  ['bitsadmin', /\/setnotifycmdline/, persistEffect('other', 'a transfer job')],
  ['rundll32', /comsvcs.*(?:minidump|#24)/, OBSERVE_MEMORY],
  [
    'rundll32',
    /(?:\\temp\\|\\appdata\\|\\users\\|\\programdata\\|shell32\S*control_rundll|advpack|ieadvpack|pcwutl|zipfldr|url\.dll|mshtml|setupapi|syssetup|davclnt|user32\S*lockworkstation)/,
    DOWNLOADED_RUN,
  ],
  [
    'regsvr32 regasm regsvcs installutil odbcconf cmstp mavinject msdt forfiles pcalua verclsid xwizard msxsl',
    /\S/,
    DOWNLOADED_RUN,
  ],
  [
    'cscript wscript',
    /(?:[a-z]:|%\w+%|\$env:\w+)\\(?!.*\\windows\\system32\\(?:slmgr|prn\w+|winrm)\.vbs)|\/\/?e:/,
    DOWNLOADED_RUN,
  ],
  ['msiexec', /\/(?:y|z) /, DOWNLOADED_RUN],
  ['ntdsutil', /\S/, exposeSecretEffect('the domain database')],
  ['esentutl', /ntds\.dit|\\sam\b|webcache|\/vss/, exposeSecretEffect('a locked database')],
  ['diskshadow', /\S/, exposeSecretEffect('a locked database')],
  ['cmdkey', /\/(?:pass|generic|add)/, exposeSecretEffect('cmdkey')],
  ['findstr', PASSWORD_FILES, OBSERVE_CREDENTIALS],
  ['where', /\/r .*(?:unattend|passw|\.kdbx|id_rsa|\.pfx)/, OBSERVE_CREDENTIALS],
  ['attrib', /\+[hs]\b/, weakenEffect('other', 'what people see in a folder')],
  ['fltmc', /\b(?:unload|detach)\b/, weakenEffect('audit', 'a filter driver')],
  ['sysmon sysmon64', /^[-/]u\b|[-/]c --/, weakenEffect('audit', 'Sysmon')],
  [
    'mpcmdrun',
    /[-/](?:removedefinitions|restore|disable|addexclusion)/,
    weakenEffect('endpoint-protection', 'Defender'),
  ],
  ['mpcmdrun', /[-/]downloadfile/, DOWNLOADED_RUN],
  [
    'dism',
    /\/(?:disable-feature|remove-capability|remove-package)\b/,
    weakenEffect('endpoint-protection', 'a Windows feature'),
  ],
  ['logman', /\b(?:stop|delete|update)\b/, weakenEffect('audit', 'a trace session')],
  ['wecutil', /^(?:ds|delete)/, weakenEffect('audit', 'event forwarding')],
  ['secedit', /\/configure\b/, weakenEffect('authentication', 'security policy')],
  ['manage-bde', /-(?:off|lock|forcerecovery|protectors)\b/, weakenEffect('secure-boot', 'disk encryption')],
  ['reagentc', /\/disable\b/, weakenEffect('secure-boot', 'recovery')],
  ['logoff tsdiscon', /.*/, POWER_OFF],
  ['tscon', /\S/, grantEffect("another person's session")],
  ['runas', /\/(?:savecred|user:|netonly)/, grantEffect("another account's rights")],
  ['winrm', /\bquickconfig\b|\bset\b/, { kind: 'listen', reach: 'network', executes: true }],
  ['winrs psexec psexec64 paexec', /\S/, REMOTE_EXEC],
  ['assoc ftype', /=/, persistEffect('autostart', 'a file type')],
  [
    'setx',
    /^(?:cor_profiler|path|comspec|userinitmprlogonscript|psmodulepath)\b/,
    persistEffect('shell-startup', 'the environment'),
  ],
  ['pktmon', /\bstart\b/, OBSERVE_TRAFFIC],
  ['psr', /\/start\b/, { kind: 'observe', what: 'screen' }],
  ['soundrecorder', /\S/, { kind: 'observe', what: 'microphone' }],
  ['setspn', /-q \*?\/?\*/, OBSERVE_CREDENTIALS],
  ['csvde ldifde adfind', /-f\b/, OBSERVE_CREDENTIALS],
  ['dsadd dsmod', /\S/, grantEffect('changes in the directory')],
  ['pnputil', /[-/]i\b|\/install\b/, persistEffect('kernel', 'a driver')],
  [
    'taskkill wmic',
    /msmpeng|mssense|sysmon|csfalcon|cbdefense|sentinel|\bavp\b|ekrn|mcshield|defender|procexp|wireshark/,
    weakenEffect('endpoint-protection', 'a guard process'),
  ],
  ['procdump procdump64 tttracer rdrleakdiag createdump dumpert nanodump', /\S/, OBSERVE_MEMORY],
  [
    'icacls cacls',
    /(?:everyone|\*s-1-1-0|users|authenticated users):?\(?(?:oi|ci|f|m|w|\()/,
    grantEffect('rights on files'),
  ],
  ['xcopy robocopy', /\\\\\S+|[a-z]:\\users\\[^ ]*.*(?:\/s|\/e|\/mir)/, OBSERVE_CREDENTIALS],
]

const formsForProgram = (name: string) => WINDOWS_FORMS.filter(([names]) => ` ${names} `.includes(` ${name} `))

export function matchingWindowsForms(
  name: string,
  line: string,
): readonly { effect?: EffectDraft | undefined; wipes?: string | undefined }[] {
  return formsForProgram(name)
    .filter(([, when]) => when.test(line))
    .map(([, , effect, wipes]) => ({ effect, wipes }))
}

export function hasWindowsForms(name: string): boolean {
  return !name.includes(' ') && formsForProgram(name).length > 0
}
