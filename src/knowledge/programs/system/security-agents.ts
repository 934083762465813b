import type { ProgramSpec, SpecRule } from '../../../analysis/interpret/spec.ts'

/** What only asks a guard how it is, and all else. */
const STATUS_RULES: readonly SpecRule[] = [
  [
    '**/status|health|info|list|show|get|version|state|definitions|connectivity|print --status|--info|--list|--version|-l',
    'shows',
  ],
  ['**', 'local'],
]

/** The control programs of what watches over a machine, keeps its records or its copies: verbs that stop, remove or blind it. */
const SECURITY_AGENT_SPECS: readonly ProgramSpec[] = [
  {
    names:
      'falconctl falcon-kernel-check cbagentd cbctl cbdaemon repcli cbosxsensor sensoruninst.sh sentinelctl savdctl savsetup sophosctl savconfig cytool xagt ampcli esets_daemon lslic odscan bdconfigure kesl-control santactl jamf',
    rules: [
      [
        '**/stop|unload|unprotect|uninstall|disable|bypass|maintenance|remove*|unmanage|stopcb* -d|--stop*|--uninstall|--remove|--clean|--allow|--compiler --feature|--backend=none **/protect|autoprotect/off',
        'weaken endpoint-protection the malware scanner',
      ],
      ...STATUS_RULES,
    ],
    examples: { match: ['falconctl unload', 'jamf removeFramework'], pass: ['sentinelctl status'] },
  },
  {
    names: 'mdatp',
    rules: [
      [
        'exclusion/**/add config/**/disabled edr/**/remove|disable|offboard threat/allowed/add system-extension/**/disable --value=disabled',
        'weaken endpoint-protection Microsoft Defender',
      ],
      ...STATUS_RULES,
    ],
    examples: { match: ['mdatp exclusion folder add --path /opt'], pass: ['mdatp health'] },
  },
  {
    names:
      'osqueryctl osqueryd-control wazuh-control ossec-control wazuh-agentd splunk elastic-agent aide tripwire rkhunter accton',
    rules: [
      [
        '**/stop|disable|remove|clean|uninstall|unenroll|off --update|--init|--propupd -m/i|u',
        'weaken audit the records of what runs',
      ],
      ...STATUS_RULES,
    ],
    examples: { match: ['splunk stop', 'aide --init'], pass: ['osqueryctl status'] },
  },
  {
    names: 'fail2ban-client cscli',
    rules: [
      ['**/stop|unban|delete|del|ignoreip|addignoreip|unbanip --all', 'weaken firewall intrusion prevention'],
      ...STATUS_RULES,
    ],
    examples: { match: ['fail2ban-client stop'], pass: ['fail2ban-client status'] },
  },
  {
    names: 'profiles',
    rules: [['remove|install|sync -R|-D|-I', 'weaken endpoint-protection configuration profiles'], ...STATUS_RULES],
    examples: { match: ['profiles remove -identifier io.acme.mdm'], pass: ['profiles list'] },
  },
  {
    names: 'softwareupdate tmutil vssadmin wbadmin bcdedit timeshift snapper',
    rules: [
      [
        '**/disable*|delete*|thinlocalsnapshots|removedestination|addexclusion|rm|resize|off|recoveryenabled|ignoreallfailures|?delete --delete*|--ignore|--set-catalog',
        'weaken other backups and recovery',
      ],
      ...STATUS_RULES,
    ],
    examples: { match: ['tmutil disable', 'vssadmin delete shadows'], pass: ['snapper list', 'tmutil status'] },
  },
  {
    names: 'esxcli vim-cmd',
    rules: [
      [
        '**/firewall/set **/syslog/**/set|unset|mark|reload **/auditrecords **/acceptance/set **/ssh.enable|hostsvc?enable_ssh|vmsvc?power.off|vmsvc?destroy|vmsvc?unregister|vmsvc?snapshot.removeall **/process/kill storage/**/remove|delete',
        'weaken firewall the hypervisor',
      ],
      ...STATUS_RULES,
    ],
    examples: { match: ['esxcli network firewall set --enabled false'], pass: ['esxcli system version get'] },
  },
]

const LOGIN_RECORD_SPECS: readonly ProgramSpec[] = [
  {
    names: 'wtmpclean logtamper utmpclean zap2 cloak2 vanish2 logcleaner',
    rules: [['**', 'weaken audit login records']],
    examples: { match: ['wtmpclean kim'], pass: [] },
  },
  {
    names: 'lastlog lastlog2 faillog pam_tally pam_tally2 faillock utmpdump',
    rules: [
      ['-C|--clear|-S|--set|-r|--reset|--reverse|-m|--maximum*', 'weaken audit login records'],
      ['**', 'shows'],
    ],
    examples: { match: ['faillock --user kim --reset'], pass: ['lastlog -u kim'] },
  },
  {
    names: 'log wevtutil',
    rules: [
      ['erase|cl|clear-log config/**/*level:off* config/--reset sl|set-log/**/?e:false', 'weaken audit the event log'],
      ['show|stream|stats|el|gl|ep|gp|qe|gli|enum* config/--status', 'shows'],
      ['**', 'local'],
    ],
    examples: { match: ['log erase --all', 'wevtutil cl Security'], pass: ['log show --last 1h'] },
  },
]

const MACHINE_CONTROL_SPECS: readonly ProgramSpec[] = [
  {
    names: 'kickstart systemsetup',
    system: 'machine',
    family: 'config',
    rules: [
      ['-get*|-list*', 'shows'],
      [
        '-activate|-configure|-access|-allowAccessFor|-restart -setremotelogin|-setremoteappleevents/on',
        'listen network executing',
      ],
      ['-setusingnetworktime/off', 'weaken audit clock'],
      ['-set*', 'update'],
      ['**', 'local'],
    ],
    examples: { match: ['systemsetup -setremotelogin on', 'kickstart -activate'], pass: ['systemsetup -gettimezone'] },
  },
  {
    names: 'ipmitool',
    options: '-I: -H: -U: -P: -E?',
    target: 'a user',
    rules: [
      ['**/power/off|reset|cycle|soft|diag **/chassis/bootdev', 'service power $-H or machine'],
      ['**/sel/clear', 'weaken audit the event log of the machine'],
      ['**/user/set|enable|priv', 'grant control of the machine'],
      ['**/status|list|info|print|sensor|sdr|fru', 'shows'],
      ['**', 'local'],
    ],
    examples: { match: ['ipmitool -H bmc1 chassis power off'], pass: ['ipmitool -H bmc1 sdr list'] },
  },
]

export const PROTECTION_SPECS: readonly ProgramSpec[] = [
  ...SECURITY_AGENT_SPECS,
  ...LOGIN_RECORD_SPECS,
  ...MACHINE_CONTROL_SPECS,
]
