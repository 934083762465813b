import { isHelpWord } from '../../knowledge/lexicon/help-options.ts'
import type { EffectDraft } from '../effects.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import { memoize } from '../text/memoize.ts'
import type { Word } from '../words.ts'

type ToolPurpose = 'credentials' | 'hosts' | 'traffic' | 'memory' | 'implant' | 'remote' | 'exploit' | 'miner' | 'flood'

/** Programs and scripts that exist for one purpose, by names nobody gives to something else. Lower case, without ending. */
const NAMES_BY_PURPOSE: Readonly<Record<ToolPurpose, string>> = {
  credentials: `mimipenguin mimikatz pypykatz lazagne firefox_decrypt firepwd hackbrowserdata chromepass chainbreaker keychaindump
    secretsdump impacket-secretsdump gettgt getuserspns getnpusers impacket-getuserspns impacket-getnpusers impacket-gettgt
    kerbrute rubeus certipy certipy-ad sprayhound trevorspray sucrack brutespray thc-hydra bruteforce-luks unshadow dumpntlminfo
    linpeas linpeas_fat linpeas_small macpeas linenum linuxprivchecker lse.sh unix-privesc-check linux-smart-enumeration pspy pspy32 pspy64
    pspy32s pspy64s bloodhound-python bloodhound.py sharphound azurehound pacu cloudfox scoutsuite enumerate-iam peirates stormspotter
    roadrecon cupp hcxpcapngtool hcxdumptool wifite wifiphisher swiftbelt
    beroot traitor gtfonow sudo_killer suid3num deepce keytabextract mimidrv nanodump lsassy dploot donpapi`,
  hosts: `rustscan autorecon reconftw recon-ng sn1per gospider hakrawler commix xsser sqlninja nosqlmap tplmap wafw00f
    whatweb joomscan droopescan cmsmap w3af arachni enum4linux-ng ldapdomaindump windapsearch rpcdump samrdump lookupsid
    onesixtyone snmp-check kubeletctl kube-hunter dirsearch dirbuster dnsenum dnsmap sublist3r eyewitness aquatone jaeles dalfox
    metagoofil spiderfoot smtp-user-enum nxc cme crackmapexec netexec spray365 o365spray`,
  traffic: `ntlmrelayx impacket-ntlmrelayx smbrelayx krbrelayx mitm6 evilginx evilginx2 modlishka ettercap bettercap
    wifipumpkin3 inveigh sslstrip dns2proxy`,
  memory: 'avml mimipy 3snake swap_digger',
  implant: `msfconsole msfvenom msfd msfrpcd msfdb meterpreter armitage cobaltstrike beacon.elf sliver-server sliver-client
    merlinagent merlinserver merlin-agent mythic-cli mythic_start ps-empire powershell-empire pupysh pupygen poshc2 posh-server poshc2-server
    hoaxshell pwncat-cs pwncat-vl koadic silenttrinity starkiller sandcat thefatrat veil-evasion
    weevely weevely3 antsword phpsploit b374k beef-xss setoolkit gophish emp3r0r
    deimosc2 nimplant havoc-client havoc-teamserver revsocks reversesocks ligolo-agent ligolo-proxy ligolo-ng regeorg neoregeorg icmpsh
    icmptunnel ptunnel-ng dns2tcpc dns2tcpd dnscat2-client pingtunnel tinyshell diamorphine jynx2
    azazel vlany bdvl evilosx gost-proxy nps npc-client rathole-client venom_agent stowaway_agent suo5`,
  remote: `psexec wmiexec smbexec atexec dcomexec impacket-psexec impacket-wmiexec impacket-smbexec impacket-atexec impacket-dcomexec
    mssqlclient impacket-mssqlclient evil-winrm winexe pth-winexe pth-wmic`,
  exploit: `dirtycow dirty_cow dirtyc0w cowroot dirtypipe dirty_pipe dirty-pipe pwnkit looneytunables looney-tunables
    gameoverlay cve-2021-4034 cve-2021-3156 cve-2022-0847 cve-2016-5195 cve-2021-22555 cve-2023-4911 cve-2023-0386 cve-2024-1086
    linux-exploit-suggester linux-exploit-suggester-2 windows-exploit-suggester searchsploit routersploit exploitdb autosploit
    baron-samedit sudo-hax ptrace_traceme_root ysoserial ysoserial-all marshalsec jndi-exploit jndiexploit rogue-jndi phpggc`,
  miner: `xmrig xmrig-notls xmr-stak xmr-stak-cpu minerd cpuminer cpuminer-multi cpuminer-opt cgminer bfgminer ethminer nbminer t-rex-miner
    lolminer phoenixminer teamredminer gminer nsfminer ccminer srbminer srbminer-multi wildrig bzminer xmrig-cuda
    kdevtmpfsi kinsing nanominer xmrigdaemon moneroocean`,
  flood: `slowloris slowhttptest goldeneye torshammer loic hoic mhddos thc-ssl-dos pyloris ufonet`,
}

/** Searched as text: that is faster than an index, which most processes would build for a single question. */
const NAME_TEXT_BY_PURPOSE = Object.entries(NAMES_BY_PURPOSE).map(
  ([trade, names]) => [trade as ToolPurpose, ` ${names.replace(/\s+/g, ' ')} `] as const,
)

function purposeOfName(name: string): ToolPurpose | undefined {
  return name.includes(' ') ? undefined : NAME_TEXT_BY_PURPOSE.find(([, names]) => names.includes(` ${name} `))?.[0]
}

const SCRIPT_EXTENSION = /\.(?:py|sh|pl|rb|ps1|exe|bin|elf|jar|out|run|pyz|phar|bash)$/
const PLATFORM_SUFFIX =
  /[-_.](?:linux|darwin|macos|osx|mac|freebsd|musl|static|stripped|x64|x86|x86_64|amd64|arm64|aarch64|i?[36]86|v?\d[\d.]*)$/

/** The trade of a program or script by its file name: endings and the platform it was built for are left out. */
const purposeOfFile = memoize((file): ToolPurpose | undefined => {
  let name = file.slice(file.lastIndexOf('/') + 1).toLowerCase()
  for (let step = 0; step < 6 && name !== ''; step++) {
    const trade = purposeOfName(name)
    if (trade) return trade
    const shorter = SCRIPT_EXTENSION.test(name) ? name.replace(SCRIPT_EXTENSION, '') : name.replace(PLATFORM_SUFFIX, '')
    if (shorter === name) return undefined
    name = shorter
  }
  return undefined
})

const LIST_OR_UPDATE_OPTION = /^--(?:list-\w+|update)$/
const MINING_POOL_URL = /^stratum\d?(?:\+\w+)?:\/\//i
const LOOPBACK_HOST = /^(?:https?:\/\/)?(?:localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])(?:[:/]|$)/

function attackToolEffect(trade: ToolPurpose, by: string, words: readonly string[]): EffectDraft {
  const target = words.find((word) => !word.startsWith('-')) ?? '?'
  switch (trade) {
    case 'credentials':
      return { kind: 'observe', what: 'credential-scan', by }
    case 'hosts':
      return { kind: 'observe', what: 'host-scan', by }
    case 'traffic':
      return { kind: 'observe', what: 'network-traffic', by }
    case 'memory':
      return { kind: 'observe', what: trade, by }
    case 'implant':
      return { kind: 'listen', reach: 'reverse-shell', executes: true, by }
    case 'remote':
      return { kind: 'remote-exec', host: target.replace(/^.*@/, ''), writes: 'yes', by }
    case 'exploit':
      return { kind: 'grant', what: 'rights by an exploit', to: by, reach: 'machine', by }
    case 'miner':
    case 'flood':
      return { kind: 'exhaust', what: trade === 'miner' ? 'processor' : 'network', by }
  }
}

export function recordAttackTool(file: string, args: readonly Word[], recorder: Pick<EffectRecorder, 'effect'>): void {
  const trade = purposeOfFile(file)
  if (trade === undefined) return
  const words = args.map((word) => word.known)
  if (words.some((word) => isHelpWord(word) || LIST_OR_UPDATE_OPTION.test(word))) return
  if ((trade === 'hosts' || trade === 'flood') && words.some((word) => LOOPBACK_HOST.test(word))) return
  recorder.effect(attackToolEffect(trade, file.slice(file.lastIndexOf('/') + 1), words))
}

/** An image named after a tool: `docker run xmrig/xmrig`. */
export function recordAttackToolImage(args: readonly Word[], recorder: Pick<EffectRecorder, 'effect'>): void {
  for (const { known } of args) {
    const trade =
      known.includes('/') && !known.startsWith('-') ? purposeOfFile(known.replace(/[:@][^/]*$/, '')) : undefined
    if (trade === 'miner') recorder.effect(attackToolEffect(trade, known, []))
  }
}

/** A program that is given a mining pool mines, whatever it is called. */
export function recordMiner(args: readonly Word[], recorder: Pick<EffectRecorder, 'effect'>): void {
  if (args.some((word) => MINING_POOL_URL.test(word.known))) recorder.effect({ kind: 'exhaust', what: 'processor' })
}
