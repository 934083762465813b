import { environmentOfName } from '../../knowledge/lexicon/deployment-environments.ts'
import { exactText, UNKNOWN_RESULT, valueForDisplay } from '../code/run/abstract-value.ts'
import { expandKeys, wordSet } from '../code/syntax.ts'
import type { EffectDraft } from '../effects.ts'
import { type Cmdlet, namedParameter, voidCmdlet } from './cmdlet-call.ts'
import { FILE_CMDLETS, isReadOnlyCmdlet } from './file-cmdlets.ts'
import { shellCmdletFor } from './shell-programs.ts'
import { SYSTEM_CMDLETS } from './system-cmdlets.ts'
import { windowsCmdletFor } from './windows-programs.ts'

/** Cmdlets of tool kits for attacks, by what they do: names that nobody gives to something else. */
const ATTACK_KITS: readonly (readonly [effect: EffectDraft, names: string])[] = [
  [
    { kind: 'observe', what: 'credential-scan' },
    `invoke-mimikatz invoke-bloodhound invoke-sharphound invoke-kerberoast invoke-dcsync invoke-rubeus invoke-passwordspray
    invoke-domainpasswordspray invoke-bruteforce invoke-userhunter invoke-sharefinder invoke-snaffler invoke-lazagne invoke-powerdump
    invoke-credentialphisher invoke-loginprompt invoke-sessiongopher invoke-winpeas invoke-seatbelt invoke-privesccheck invoke-allchecks
    invoke-wcmdump invoke-ninjacopy invoke-psgsecretdump invoke-thunderstruck invoke-internalmonologue invoke-sam get-gpppassword
    get-gppautologon get-vaultcredential get-cachedgpppassword get-registryautologon get-unattendedinstallfile get-webconfig
    get-applicationhost get-sitelistpassword get-passhashes get-lsasecret get-adreplaccount get-addbaccount get-bootkey
    get-wlanpassword get-chromedump get-foxdump get-browserdata get-mspwd get-netpasswords find-localadminaccess find-interestingfile
    find-interestingdomainsharefile invoke-findlocaladminaccess get-domainspnticket request-spnticket invoke-dumpcreds dump-creds`,
  ],
  [{ kind: 'observe', what: 'memory' }, 'out-minidump get-processdump invoke-nanodump get-lsassdump'],
  [{ kind: 'observe', what: 'keyboard' }, 'get-keystrokes start-keylogger start-keystrokelogger get-keystroke'],
  [{ kind: 'observe', what: 'screen' }, 'get-timedscreenshot get-screenshot take-screenshot invoke-screenshot'],
  [{ kind: 'observe', what: 'microphone' }, 'get-microphoneaudio invoke-voicetroll get-audio'],
  [{ kind: 'observe', what: 'network-traffic' }, 'invoke-inveigh invoke-inveighrelay start-sniffer invoke-netripper'],
  [{ kind: 'observe', what: 'host-scan' }, 'invoke-portscan invoke-arpscan invoke-smbscanner invoke-eternalscan'],
  [
    { kind: 'listen', reach: 'reverse-shell', executes: true },
    `invoke-powershelltcp invoke-powershelludp invoke-powershellicmp invoke-powershelltcponeline invoke-conptyshell invoke-powercat powercat
    invoke-shellcode invoke-metasploitpayload invoke-empire invoke-stager invoke-sandcat invoke-dllinjection invoke-psinject
    invoke-reflectivepeinjection invoke-shellcodemsil invoke-processhollowing invoke-cradlecrafter`,
  ],
  [
    { kind: 'remote-exec', host: 'another machine', writes: 'yes' },
    'invoke-psexec invoke-smbexec invoke-wmiexec invoke-wmicommand invoke-thehash invoke-dcom invoke-executemsbuild invoke-sshcommand',
  ],
  [
    { kind: 'grant', what: 'rights by an exploit', to: '', reach: 'machine' },
    `invoke-bypassuac invoke-eventvwrbypass invoke-fodhelperbypass invoke-tokenmanipulation invoke-credentialinjection invoke-runas
    invoke-ms16032 invoke-ms16135 invoke-printnightmare invoke-nightmare invoke-serviceabuse write-servicebinary write-hijackdll
    write-useraddmsi invoke-tater invoke-privesc invoke-juicypotato enter-tokenimpersonation`,
  ],
  [
    { kind: 'persist', mechanism: 'other', target: 'a back door' },
    `add-persistence install-ssp new-userpersistenceoption new-elevatedpersistenceoption add-scrnsavebackdoor add-regbackdoor
    invoke-adsbackdoor set-remotewmi set-remotepsremoting add-exfiltration add-objectacl add-domainobjectacl set-dcshadowpermissions`,
  ],
  [{ kind: 'weaken', area: 'endpoint-protection', feature: 'AMSI' }, 'invoke-amsibypass bypass-amsi disable-amsi'],
  [{ kind: 'weaken', area: 'audit', feature: 'event log' }, 'invoke-phant0m invoke-blockeventlog invoke-eventtracing'],
]

const CMDLETS = expandKeys<Cmdlet>({ ...SYSTEM_CMDLETS, ...FILE_CMDLETS })

/** Searched as text: most processes ask a few times only. */
function attackCmdlet(name: string): Cmdlet | undefined {
  if (!/^[a-z0-9]+-?[a-z0-9]+$/.test(name)) return undefined
  const word = new RegExp(`(?:^|\\s)${name}(?:\\s|$)`)
  const effect = ATTACK_KITS.find(([, names]) => word.test(names))?.[0]
  return effect && voidCmdlet((_call, run) => run.acts({ ...effect }))
}

const readOnlyCmdlet: Cmdlet = (call) => (call.input === UNKNOWN_RESULT ? UNKNOWN_RESULT : call.input)

const SHELL_ONLY_NOUNS = /^(?:variable|alias|job|module|event|typedata|psdrive|pssession|psbreakpoint|member|type)$/

const unknownCmdlet: Cmdlet = (call, run) => {
  run.lower('plain')
  const [verb, noun = ''] = call.name.split('-')
  const target =
    namedParameter(call, 'name', 'identity', 'id') ?? [...call.named.values()].find(exactText) ?? call.positional[0]
  if (verb === 'remove' && target && !SHELL_ONLY_NOUNS.test(noun)) {
    const names = [...call.named.values(), ...call.positional].map((value) => exactText(value) ?? '')
    run.state({
      kind: 'resource-change',
      system: 'PowerShell',
      verb: 'delete',
      target: `${noun} ${valueForDisplay(target)}`,
      mass: false,
      environment: environmentOfName(names.join(' ')),
      family: 'infrastructure',
    })
    return undefined
  }
  if (/^(?:remove|clear|disable|uninstall|stop|reset|revoke|unregister)-/.test(call.name))
    run.unknown(`${call.name} is not known`)
  return undefined
}

export function findCmdlet(name: string): Cmdlet | undefined {
  const known = CMDLETS.get(name) ?? shellCmdletFor(name) ?? windowsCmdletFor(name) ?? attackCmdlet(name)
  if (known) return known
  if (isReadOnlyCmdlet(name)) return readOnlyCmdlet
  return /^[a-z]+-[a-z]+[a-z0-9]*$/.test(name) && hasCmdletVerb(name) ? unknownCmdlet : undefined
}

const CMDLET_VERBS = wordSet(
  'add clear close copy enter exit export find format get hide import install invoke join lock move new open pop push redo register remove rename reset resize resolve restart restore resume revoke save search select send set show skip split start step stop submit suspend switch sync test undo unblock uninstall unlock unpublish unregister update use wait watch write enable disable grant mount dismount publish convertto convertfrom backup checkpoint compare compress edit expand group initialize limit merge out approve assert complete confirm deny protect unprotect ping repair trace block debug measure read receive request connect disconnect',
)

function hasCmdletVerb(name: string): boolean {
  return CMDLET_VERBS.has(name.split('-')[0] ?? '')
}
