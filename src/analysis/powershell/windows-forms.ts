import type { Area, Effect, EffectDraft } from '../effects.ts'

/** One form of a Windows program, told by its words in lower case, joined by single spaces. All that fit count. */
interface WindowsForm {
  readonly names: string
  readonly when: RegExp
  readonly effect: EffectDraft
}

type Mechanism = Extract<Effect, { kind: 'persist' }>['mechanism']

const weakens = (area: Area, feature: string): EffectDraft => ({ kind: 'weaken', area, feature })
const persists = (mechanism: Mechanism, target: string): EffectDraft => ({ kind: 'persist', mechanism, target })
const grants = (what: string): EffectDraft => ({ kind: 'grant', what, to: '', reach: 'machine' })
const shows = (store: string): EffectDraft => ({
  kind: 'expose-secret',
  source: { kind: 'secret-store', store },
  sink: 'file',
})
const MEMORY: EffectDraft = { kind: 'observe', what: 'memory' }
const HUNTS: EffectDraft = { kind: 'observe', what: 'credential-scan' }
const TRAFFIC: EffectDraft = { kind: 'observe', what: 'network-traffic' }
const OFF: EffectDraft = { kind: 'service-control', service: 'this machine', verb: 'power' }
const REMOTE: EffectDraft = { kind: 'remote-exec', host: 'another machine', writes: 'unknown' }
/** Programs of the system that start others, so that nobody sees who did. */
const PROXIED: EffectDraft = { kind: 'run-code', language: 'other', origin: 'download', read: false, host: undefined }

/** Files that hold passwords by name; or words for them sought in many files. A filter of what another command prints seeks in none. */
const HELD =
  /unattend|sysprep|vnc\.ini|web\.config|\.kdbx|groups\.xml|id_rsa|^(?=.*(?:\/[sm]+\b|\*|[a-z]:\\|%\w+%)).*(?:passw|\bcred|\bpass\b)/s

const FORMS: readonly WindowsForm[] = [
  { names: 'reg', when: /^query\b.*(?:passw|winlogon|putty|vnc|snmp|\bcred)/, effect: HUNTS },
  { names: 'reg', when: /^(?:save|export)\b.*\\(?:sam|security|system)\b/, effect: shows('the registry hives') },
  {
    names: 'reg',
    when: /^(?:add|import|copy|restore|load)\b.*(?:userinitmprlogonscript|\\inprocserver32|appinit_dlls|\\command\b|screensave|scrnsave|\\services\\|\\active setup|\\shell folders|silentprocessexit|\\netsh|bootexecute|\\lsa\b|monitors\\|autorun|\\shell\\open|explorer\\run)/,
    effect: persists('autostart', 'a registry key'),
  },
  {
    names: 'reg',
    when: /^(?:add|delete)\b.*(?:eventlog|scriptblocklogging|modulelogging|transcription|processcreationincludecmdline|autologger|\\winevt\\)/,
    effect: weakens('audit', 'event logging'),
  },
  {
    names: 'reg',
    when: /^(?:add|delete)\b.*(?:disableantispyware|disablerealtime|disablebehavior|smartscreen|tamperprotection|amsi|disabletaskmgr|disableregistrytools|disablecmd|noclose|exploitguard|deviceguard|hideexclusions|zonemap|savezoneinformation)/,
    effect: weakens('endpoint-protection', 'a guard of Windows'),
  },
  {
    names: 'reg',
    when: /^(?:add|delete)\b.*(?:enablelua|consentprompt|localaccounttokenfilter|wdigest|uselogoncredential|disablerestrictedadmin|runasppl|fdenytsconnections|limitblankpassword|restrictanonymous|autoadminlogon|defaultpassword|lmcompatibility)/,
    effect: weakens('authentication', 'how people log in'),
  },
  { names: 'reg', when: /^(?:add|delete)\b.*firewallpolicy/, effect: weakens('firewall', 'Windows firewall') },
  { names: 'sc', when: /^(?:\\\\\S+ )?(?:sdset|failure|config\b.*binpath=)/, effect: persists('systemd', 'a service') },
  { names: 'sc', when: /^\\\\\S+ /, effect: REMOTE },
  { names: 'net net1', when: /^user \S+ (?!\/(?:domain|active:no)\b)\S+/, effect: grants('a password or an account') },
  { names: 'net net1', when: /^(?:user|localgroup|group) .*\/del(?:ete)?\b/, effect: grants('changes to accounts') },
  {
    names: 'net net1',
    when: /^accounts \/(?:maxpwage|minpwlen|lockout\w*|uniquepw):/,
    effect: weakens('authentication', 'password rules'),
  },
  { names: 'net net1', when: /^use\b.*(?:\/user:|\\(?:c|admin|ipc)\$)/, effect: REMOTE },
  { names: 'net net1', when: /^share \S+=/, effect: { kind: 'listen', reach: 'network', executes: false } },
  { names: 'wmic', when: /\/node:/, effect: REMOTE },
  {
    names: 'wmic',
    when: /\bcall (?:create|install|change|terminate)\b|\/format:\s?\S*(?:\/|\\|\.xsl)/,
    effect: PROXIED,
  },
  {
    names: 'wmic',
    when: /useraccount.*\b(?:set|rename)\b|\bpath win32_useraccount.*set/,
    effect: grants('changes to accounts'),
  },
  { names: 'wmic', when: /product.*uninstall|call uninstall/, effect: weakens('endpoint-protection', 'a product') },
  {
    names: 'wmic',
    when: /eventfilter|eventconsumer|filtertoconsumer/,
    effect: persists('other', 'an event subscription'),
  },
  {
    names: 'certutil bitsadmin certreq desktopimgdownldr',
    when: /\b(?:https?|ftp):\/\//,
    effect: weakens('endpoint-protection', 'checks of downloads'),
  },
  {
    names: 'certutil',
    when: /[-/]decode(?:hex)?\b.*\.(?:exe|dll|bat|cmd|ps1|vbs|hta|scr)\b/,
    effect: weakens('endpoint-protection', 'checks of downloads'),
  },
  { names: 'bitsadmin', when: /\/setnotifycmdline/, effect: persists('other', 'a transfer job') },
  { names: 'rundll32', when: /comsvcs.*(?:minidump|#24)/, effect: MEMORY },
  {
    names: 'rundll32',
    when: /(?:\\temp\\|\\appdata\\|\\users\\|\\programdata\\|shell32\S*control_rundll|advpack|ieadvpack|pcwutl|zipfldr|url\.dll|mshtml|setupapi|syssetup|davclnt|user32\S*lockworkstation)/,
    effect: PROXIED,
  },
  {
    names: 'regsvr32 regasm regsvcs installutil odbcconf cmstp mavinject msdt forfiles pcalua verclsid xwizard msxsl',
    when: /\S/,
    effect: PROXIED,
  },
  {
    names: 'cscript wscript',
    when: /(?:[a-z]:|%\w+%|\$env:\w+)\\(?!.*\\windows\\system32\\(?:slmgr|prn\w+|winrm)\.vbs)|\/\/?e:/,
    effect: PROXIED,
  },
  { names: 'msiexec', when: /\/(?:y|z) /, effect: PROXIED },
  { names: 'ntdsutil', when: /\S/, effect: shows('the domain database') },
  { names: 'esentutl', when: /ntds\.dit|\\sam\b|webcache|\/vss/, effect: shows('a locked database') },
  { names: 'diskshadow', when: /\S/, effect: shows('a locked database') },
  { names: 'cmdkey', when: /\/(?:pass|generic|add)/, effect: shows('cmdkey') },
  { names: 'findstr', when: HELD, effect: HUNTS },
  { names: 'where', when: /\/r .*(?:unattend|passw|\.kdbx|id_rsa|\.pfx)/, effect: HUNTS },
  { names: 'attrib', when: /\+[hs]\b/, effect: weakens('other', 'what people see in a folder') },
  { names: 'fltmc', when: /\b(?:unload|detach)\b/, effect: weakens('audit', 'a filter driver') },
  { names: 'sysmon sysmon64', when: /^[-/]u\b|[-/]c --/, effect: weakens('audit', 'Sysmon') },
  {
    names: 'mpcmdrun',
    when: /[-/](?:removedefinitions|restore|disable|addexclusion)/,
    effect: weakens('endpoint-protection', 'Defender'),
  },
  { names: 'mpcmdrun', when: /[-/]downloadfile/, effect: PROXIED },
  {
    names: 'dism',
    when: /\/(?:disable-feature|remove-capability|remove-package)\b/,
    effect: weakens('endpoint-protection', 'a Windows feature'),
  },
  { names: 'logman', when: /\b(?:stop|delete|update)\b/, effect: weakens('audit', 'a trace session') },
  { names: 'wecutil', when: /^(?:ds|delete)/, effect: weakens('audit', 'event forwarding') },
  { names: 'secedit', when: /\/configure\b/, effect: weakens('authentication', 'security policy') },
  {
    names: 'manage-bde',
    when: /-(?:off|lock|forcerecovery|protectors)\b/,
    effect: weakens('secure-boot', 'disk encryption'),
  },
  { names: 'reagentc', when: /\/disable\b/, effect: weakens('secure-boot', 'recovery') },
  { names: 'logoff tsdiscon', when: /.*/, effect: OFF },
  { names: 'tscon', when: /\S/, effect: grants("another person's session") },
  { names: 'runas', when: /\/(?:savecred|user:|netonly)/, effect: grants("another account's rights") },
  { names: 'winrm', when: /\bquickconfig\b|\bset\b/, effect: { kind: 'listen', reach: 'network', executes: true } },
  { names: 'winrs psexec psexec64 paexec', when: /\S/, effect: REMOTE },
  { names: 'assoc ftype', when: /=/, effect: persists('autostart', 'a file type') },
  {
    names: 'setx',
    when: /^(?:cor_profiler|path|comspec|userinitmprlogonscript|psmodulepath)\b/,
    effect: persists('shell-startup', 'the environment'),
  },
  { names: 'pktmon', when: /\bstart\b/, effect: TRAFFIC },
  { names: 'psr', when: /\/start\b/, effect: { kind: 'observe', what: 'screen' } },
  { names: 'soundrecorder', when: /\S/, effect: { kind: 'observe', what: 'microphone' } },
  { names: 'setspn', when: /-q \*?\/?\*/, effect: HUNTS },
  { names: 'csvde ldifde adfind', when: /-f\b/, effect: HUNTS },
  { names: 'dsadd dsmod', when: /\S/, effect: grants('changes in the directory') },
  { names: 'pnputil', when: /[-/]i\b|\/install\b/, effect: persists('kernel', 'a driver') },
  {
    names: 'taskkill wmic',
    when: /msmpeng|mssense|sysmon|csfalcon|cbdefense|sentinel|\bavp\b|ekrn|mcshield|defender|procexp|wireshark/,
    effect: weakens('endpoint-protection', 'a guard process'),
  },
  { names: 'procdump procdump64 tttracer rdrleakdiag createdump dumpert nanodump', when: /\S/, effect: MEMORY },
  {
    names: 'icacls cacls',
    when: /(?:everyone|\*s-1-1-0|users|authenticated users):?\(?(?:oi|ci|f|m|w|\()/,
    effect: grants('rights on files'),
  },
  { names: 'xcopy robocopy', when: /\\\\\S+|[a-z]:\\users\\[^ ]*.*(?:\/s|\/e|\/mir)/, effect: HUNTS },
]

export function windowsForms(name: string, line: string): readonly EffectDraft[] {
  return FORMS.filter((form) => ` ${form.names} `.includes(` ${name} `) && form.when.test(line)).map(
    ({ effect }) => effect,
  )
}

export function hasWindowsForms(name: string): boolean {
  return !name.includes(' ') && FORMS.some((form) => ` ${form.names} `.includes(` ${name} `))
}
