import type { ProtectionArea } from '../../analysis/effects.ts'
import { wordsOf } from './verbs.ts'

const PROTECTION_WORDS: readonly (readonly [ProtectionArea, RegExp])[] = [
  ['gate', /^(?:irongate|gate|gatekeeper|permissions?)$/],
  ['firewall', /^(?:firewall\w*|waf|fail2ban|crowdsec)$/],
  ['sandbox', /^(?:apparmor|selinux|seccomp)$/],
  [
    'audit',
    /^(?:audit|auditing|auditors?|auditd|auditbeat|siem|r?syslogd?|journald|monitor|monitors|monitoring|monitord)$/,
  ],
  [
    'endpoint-protection',
    /^(?:clam\w*|falco\w*|[ex]dr|hids|antivir\w*|defender|sentinel\w*|osquery\w*|wazuh|ossec|snort|suricata|tripwire|rkhunter|endpoint|(?!wire)\w*guards?|guardian|guardd|watchdog|sensor|malware)$/,
  ],
  ['other', /^(?:backups?|backupd|backupper)$/],
]
const PROTECTION_PRODUCTS: readonly (readonly [ProtectionArea, RegExp])[] = [
  [
    'firewall',
    /^(?:firewalld|ufw|iptables|ip6tables|nftables|fail2ban|crowdsec|pf|com\.apple\.alf\S*|at\.obdev\.\S*|com\.objective-see\.lulu\S*)\b/,
  ],
  [
    'audit',
    /^(?:auditd|rsyslogd?|syslogd?|syslog-ng|systemd-journald|auditbeat|filebeat|packetbeat|winlogbeat|elastic-agent|osqueryd?|splunk\w*|splunkforwarder|wazuh-\w+|ossec\S*|td-agent|fluent-bit|fluentd|vector|sysmon|sysmonforlinux|laurel|com\.apple\.(?:auditd|syslogd|logd)\S*|com\.facebook\.osqueryd|acct|psacct)\b/,
  ],
  ['sandbox', /^(?:apparmor|selinux|setroubleshoot|com\.apple\.sandboxd)\b/],
  [
    'endpoint-protection',
    /^(?:auditd|clamav\S*|clamd\S*|freshclam|falcon-sensor|falcond?|crowdstrike\S*|sentinel(?:one|agent|d)?|mdatp|mde_\S+|falco\S*|cbdaemon|cbagentd|cb-psc-sensor|cbsensor|ds_agent|sophos\S*|sav-protect|sav-rms|esets?|eraagent|eea|com\.crowdstrike\S*|com\.sentinelone\S*|com\.carbonblack\S*|com\.microsoft\.(?:wdav|fresno)\S*|com\.jamf\S*|com\.google\.santad?\S*|com\.apple\.(?:xprotect|syspolicyd|mrt|gkreport|trustd)\S*|com\.sophos\S*|com\.malwarebytes\S*|com\.objective-see\S*|xagt|cylancesvc|cylance\S*|tripwire|aide|ossec|traps_pmd|cortex\S*|nessusd|nessusagent|qualys-cloud-agent|rkhunter|chkrootkit|suricata|snort|zeek|tetragon|tracee|sysdig\S*|aqua\S*|guardicore\S*|kesl\S*|bdsec\S*|bitdefender\S*|sisamdagent|ampdaemon|cisco-amp|mfetpd|isecespd|mcafee\S*|nails)\b/,
  ],
]
/** Names of things that such words stand in: `gate-open.spec`, `guard-clause`, `monitor.test`. */
const DEVELOPMENT_WORDS =
  /^(?:tests?|specs?|lint|build|vite|webpack|nodemon|dev|demo|example|mock|fake|playwright|jest|vitest)$/

export function protectionAreaOf(given: string): ProtectionArea | undefined {
  const name = given.toLowerCase().replace(/\.(?:service|plist|exe)$/, '')
  if (name.length > 120 || /\.(?:py|[cm]?[jt]sx?|rb|sh|go|rs|php|pl|lua)$/.test(name)) return undefined
  const product = PROTECTION_PRODUCTS.find(([, names]) => names.test(name))?.[0]
  if (product !== undefined) return product
  const words = wordsOf(name)
  if (words.some((word) => DEVELOPMENT_WORDS.test(word))) return undefined
  return PROTECTION_WORDS.find(
    ([area, names]) => (area !== 'gate' || namesGate(words)) && words.some((word) => names.test(word)),
  )?.[0]
}

function namesGate(words: readonly string[]): boolean {
  return words.length > 1 || words[0] === 'irongate'
}
