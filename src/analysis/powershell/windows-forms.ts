import type { Area, Effect, EffectDraft } from '../effects.ts'

/**
 * A form of Windows programs, told by their words in lower case, joined by single spaces: what it amounts to, and what it wipes. Without
 * either it is only no everyday work. All that fit count.
 */
type WindowsForm = readonly [names: string, when: RegExp, effect?: EffectDraft | undefined, wipes?: string]

type Mechanism = Extract<Effect, { kind: 'persist' }>['mechanism']

const weakens = (area: Area, feature: string): EffectDraft => ({ kind: 'weaken', area, feature })
const persists = (mechanism: Mechanism, target: string): EffectDraft => ({ kind: 'persist', mechanism, target })
const grants = (what: string): EffectDraft => ({ kind: 'grant', what, to: '', reach: 'machine' })
const shows = (store: string, sink: 'file' | 'output' = 'file') =>
  ({ kind: 'expose-secret', source: { kind: 'secret-store', store }, sink }) as const
const MEMORY: EffectDraft = { kind: 'observe', what: 'memory' }
const HUNTS: EffectDraft = { kind: 'observe', what: 'credential-scan' }
const TRAFFIC: EffectDraft = { kind: 'observe', what: 'network-traffic' }
const OFF: EffectDraft = { kind: 'service-control', service: 'this machine', verb: 'power' }
const REMOTE: EffectDraft = { kind: 'remote-exec', host: 'another machine', writes: 'unknown' }
const PROXIED: EffectDraft = { kind: 'run-code', language: 'other', origin: 'download', read: false, host: undefined }

/** Files that hold passwords by name; or words for them sought in many files. A filter of what another command prints seeks in none. */
const HELD =
  /unattend|sysprep|vnc\.ini|web\.config|\.kdbx|groups\.xml|id_rsa|^(?=.*(?:\/[sm]+\b|\*|[a-z]:\\|%\w+%)).*(?:passw|\bcred|\bpass\b)/s

const BACKUPS = 'C:\\System Volume Information'

const FORMS: readonly WindowsForm[] = [
  ['schtasks', /(?:^| )[/-](?:create|change)(?: |$)/, persists('cron', 'schtasks')],
  ['schtasks', /(?:^| )\/delete(?: |$)/],
  ['at', /\S/, persists('at', 'at')],
  ['regedit', /^/],
  ['msbuild', /(?!)/],
  [
    'netsh',
    /advfirewall.*(?:state off|delete rule|action=allow)|firewall set opmode.*disable/,
    weakens('firewall', 'Windows firewall'),
  ],
  ['netsh', /portproxy add/, { kind: 'listen', reach: 'network', executes: false, by: 'netsh portproxy' }],
  ['netsh', /wlan.*key=clear/, { ...shows('wlan profiles', 'output'), by: 'netsh wlan' }],
  ['netsh', /trace start/, { ...TRAFFIC, by: 'netsh trace' }],
  ['bcdedit', /(?:^| )\/(?:set|delete)/, weakens('secure-boot', 'boot settings')],
  ['vssadmin', /(?:^| )(?:delete|resize)(?: |$)/, undefined, BACKUPS],
  ['wbadmin', /(?:^| )delete(?: |$)/, undefined, BACKUPS],
  ['diskshadow', /^/, undefined, BACKUPS],
  ['wmic', /shadowcopy.*delete/, undefined, BACKUPS],
  ['certutil', /(?:^| )[/-](?:addstore|importpfx)(?: |$)/, weakens('authentication', 'certificate store')],
  ['certutil', /^(?!.*(?:^| )(?:https?|ftp):\/\/)/],
  ['wevtutil', /^(?:cl|clear-log|sl|set-log)(?: |$)/, weakens('audit', 'event log')],
  ['auditpol', /(?:^| )\/(?:clear|set|remove)/, weakens('audit', 'audit policy')],
  ['fsutil', /(?:^| )deletejournal(?: |$)/, weakens('audit', 'change journal')],
  ['cmdkey', /^/],
  ['cmdkey', /(?:^| )\/list/, { ...shows('cmdkey', 'output'), certainty: 'likely' }],
  ['vaultcmd', /^/, { ...shows('vault', 'output'), certainty: 'likely' }],
  ['diskpart format format.com', /^/, undefined, 'C:\\'],
  ['cipher', /(?:^| )\/w/, undefined, 'C:\\'],
  ['shutdown', /^/, OFF],
  ['sc', /^create(?: |$)/, { ...persists('systemd', 'sc create'), by: 'sc create' }],
  ['mimikatz', /^/, { ...MEMORY, by: 'a credential dump' }],
  ['reg', /^query\b.*(?:passw|winlogon|putty|vnc|snmp|\bcred)/, HUNTS],
  ['reg', /^(?:save|export)\b.*\\(?:sam|security|system)\b/, shows('the registry hives')],
  [
    'reg',
    /^(?:add|import|copy|restore|load)\b.*(?:userinitmprlogonscript|\\inprocserver32|appinit_dlls|\\command\b|screensave|scrnsave|\\services\\|\\active setup|\\shell folders|silentprocessexit|\\netsh|bootexecute|\\lsa\b|monitors\\|autorun|\\shell\\open|explorer\\run)/,
    persists('autostart', 'a registry key'),
  ],
  [
    'reg',
    /^(?:add|delete)\b.*(?:eventlog|scriptblocklogging|modulelogging|transcription|processcreationincludecmdline|autologger|\\winevt\\)/,
    weakens('audit', 'event logging'),
  ],
  [
    'reg',
    /^(?:add|delete)\b.*(?:disableantispyware|disablerealtime|disablebehavior|smartscreen|tamperprotection|amsi|disabletaskmgr|disableregistrytools|disablecmd|noclose|exploitguard|deviceguard|hideexclusions|zonemap|savezoneinformation)/,
    weakens('endpoint-protection', 'a guard of Windows'),
  ],
  [
    'reg',
    /^(?:add|delete)\b.*(?:enablelua|consentprompt|localaccounttokenfilter|wdigest|uselogoncredential|disablerestrictedadmin|runasppl|fdenytsconnections|limitblankpassword|restrictanonymous|autoadminlogon|defaultpassword|lmcompatibility)/,
    weakens('authentication', 'how people log in'),
  ],
  ['reg', /^(?:add|delete)\b.*firewallpolicy/, weakens('firewall', 'Windows firewall')],
  ['sc', /^(?:\\\\\S+ )?(?:sdset|failure|config\b.*binpath=)/, persists('systemd', 'a service')],
  ['sc', /^\\\\\S+ /, REMOTE],
  ['net net1', /^user \S+ (?!\/(?:domain|active:no)\b)\S+/, grants('a password or an account')],
  ['net net1', /^(?:user|localgroup|group) .*\/del(?:ete)?\b/, grants('changes to accounts')],
  ['net net1', /^accounts \/(?:maxpwage|minpwlen|lockout\w*|uniquepw):/, weakens('authentication', 'password rules')],
  ['net net1', /^use\b.*(?:\/user:|\\(?:c|admin|ipc)\$)/, REMOTE],
  ['net net1', /^share \S/, { kind: 'listen', reach: 'network', executes: false, by: 'net share' }],
  ['wmic', /\/node:/, REMOTE],
  ['wmic', /\bcall (?:create|install|change|terminate)\b|\/format:\s?\S*(?:\/|\\|\.xsl)/, PROXIED],
  ['wmic', /useraccount.*\b(?:set|rename)\b|\bpath win32_useraccount.*set/, grants('changes to accounts')],
  ['wmic', /product.*uninstall|call uninstall/, weakens('endpoint-protection', 'a product')],
  ['wmic', /eventfilter|eventconsumer|filtertoconsumer/, persists('other', 'an event subscription')],
  [
    'certutil bitsadmin certreq desktopimgdownldr',
    /\b(?:https?|ftp):\/\//,
    weakens('endpoint-protection', 'checks of downloads'),
  ],
  [
    'certutil',
    /[-/]decode(?:hex)?\b.*\.(?:exe|dll|bat|cmd|ps1|vbs|hta|scr)\b/,
    weakens('endpoint-protection', 'checks of downloads'),
  ],
  ['bitsadmin', /\/setnotifycmdline/, persists('other', 'a transfer job')],
  ['rundll32', /comsvcs.*(?:minidump|#24)/, MEMORY],
  [
    'rundll32',
    /(?:\\temp\\|\\appdata\\|\\users\\|\\programdata\\|shell32\S*control_rundll|advpack|ieadvpack|pcwutl|zipfldr|url\.dll|mshtml|setupapi|syssetup|davclnt|user32\S*lockworkstation)/,
    PROXIED,
  ],
  [
    'regsvr32 regasm regsvcs installutil odbcconf cmstp mavinject msdt forfiles pcalua verclsid xwizard msxsl',
    /\S/,
    PROXIED,
  ],
  [
    'cscript wscript',
    /(?:[a-z]:|%\w+%|\$env:\w+)\\(?!.*\\windows\\system32\\(?:slmgr|prn\w+|winrm)\.vbs)|\/\/?e:/,
    PROXIED,
  ],
  ['msiexec', /\/(?:y|z) /, PROXIED],
  ['ntdsutil', /\S/, shows('the domain database')],
  ['esentutl', /ntds\.dit|\\sam\b|webcache|\/vss/, shows('a locked database')],
  ['diskshadow', /\S/, shows('a locked database')],
  ['cmdkey', /\/(?:pass|generic|add)/, shows('cmdkey')],
  ['findstr', HELD, HUNTS],
  ['where', /\/r .*(?:unattend|passw|\.kdbx|id_rsa|\.pfx)/, HUNTS],
  ['attrib', /\+[hs]\b/, weakens('other', 'what people see in a folder')],
  ['fltmc', /\b(?:unload|detach)\b/, weakens('audit', 'a filter driver')],
  ['sysmon sysmon64', /^[-/]u\b|[-/]c --/, weakens('audit', 'Sysmon')],
  ['mpcmdrun', /[-/](?:removedefinitions|restore|disable|addexclusion)/, weakens('endpoint-protection', 'Defender')],
  ['mpcmdrun', /[-/]downloadfile/, PROXIED],
  [
    'dism',
    /\/(?:disable-feature|remove-capability|remove-package)\b/,
    weakens('endpoint-protection', 'a Windows feature'),
  ],
  ['logman', /\b(?:stop|delete|update)\b/, weakens('audit', 'a trace session')],
  ['wecutil', /^(?:ds|delete)/, weakens('audit', 'event forwarding')],
  ['secedit', /\/configure\b/, weakens('authentication', 'security policy')],
  ['manage-bde', /-(?:off|lock|forcerecovery|protectors)\b/, weakens('secure-boot', 'disk encryption')],
  ['reagentc', /\/disable\b/, weakens('secure-boot', 'recovery')],
  ['logoff tsdiscon', /.*/, OFF],
  ['tscon', /\S/, grants("another person's session")],
  ['runas', /\/(?:savecred|user:|netonly)/, grants("another account's rights")],
  ['winrm', /\bquickconfig\b|\bset\b/, { kind: 'listen', reach: 'network', executes: true }],
  ['winrs psexec psexec64 paexec', /\S/, REMOTE],
  ['assoc ftype', /=/, persists('autostart', 'a file type')],
  [
    'setx',
    /^(?:cor_profiler|path|comspec|userinitmprlogonscript|psmodulepath)\b/,
    persists('shell-startup', 'the environment'),
  ],
  ['pktmon', /\bstart\b/, TRAFFIC],
  ['psr', /\/start\b/, { kind: 'observe', what: 'screen' }],
  ['soundrecorder', /\S/, { kind: 'observe', what: 'microphone' }],
  ['setspn', /-q \*?\/?\*/, HUNTS],
  ['csvde ldifde adfind', /-f\b/, HUNTS],
  ['dsadd dsmod', /\S/, grants('changes in the directory')],
  ['pnputil', /[-/]i\b|\/install\b/, persists('kernel', 'a driver')],
  [
    'taskkill wmic',
    /msmpeng|mssense|sysmon|csfalcon|cbdefense|sentinel|\bavp\b|ekrn|mcshield|defender|procexp|wireshark/,
    weakens('endpoint-protection', 'a guard process'),
  ],
  ['procdump procdump64 tttracer rdrleakdiag createdump dumpert nanodump', /\S/, MEMORY],
  [
    'icacls cacls',
    /(?:everyone|\*s-1-1-0|users|authenticated users):?\(?(?:oi|ci|f|m|w|\()/,
    grants('rights on files'),
  ],
  ['xcopy robocopy', /\\\\\S+|[a-z]:\\users\\[^ ]*.*(?:\/s|\/e|\/mir)/, HUNTS],
]

const formsOf = (name: string) => FORMS.filter(([names]) => ` ${names} `.includes(` ${name} `))

export function windowsForms(
  name: string,
  line: string,
): readonly { effect?: EffectDraft | undefined; wipes?: string | undefined }[] {
  return formsOf(name)
    .filter(([, when]) => when.test(line))
    .map(([, , effect, wipes]) => ({ effect, wipes }))
}

export function hasWindowsForms(name: string): boolean {
  return !name.includes(' ') && formsOf(name).length > 0
}
