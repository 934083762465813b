import type { Effect, EffectDraft } from '../../effects.ts'
import type { Program } from '../program.ts'
import { NETWORK_SETUP, network } from './network-setup.ts'
import { byForms } from './verbs.ts'

type Area = Extract<Effect, { kind: 'weaken' }>['area']

function weaken(area: Area, feature: string): readonly EffectDraft[] {
  return [{ kind: 'weaken', area, feature }]
}

/** Machines in containers are kept: what is deleted holds data. */
function systemContainers({ input }: RegExpExecArray, verb: 'delete' | 'cancel'): EffectDraft {
  const target = input.slice(0, 80)
  return { kind: 'resource-change', system: 'lxc', verb, target, mass: true, stage: 'unknown', family: 'compute' }
}

/** What a rule lets through, as the rule calls it: a port with its protocol, a service, an address. */
const LET_THROUGH =
  /(?:^|[\s=])(\d{1,5}(?::\d{1,5})?(?:\/(?:tcp|udp))?|(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2})?)(?=\s|$)|(?:add-service=|\ballow (?:in )?)([a-z][\w-]*)(?=\s|$)/

function opened(line: string): readonly EffectDraft[] {
  const [, port, service] = LET_THROUGH.exec(line) ?? []
  return weaken('firewall', port ?? service ?? 'opened')
}

const FIREWALLS: readonly Program[] = [
  byForms('iptables ip6tables iptables-legacy iptables-nft ebtables arptables', [
    { when: /(?:^| )(?:-[LSC]\S*|--list\S*|--check)(?: |$)/ },
    { when: /(?:^| )(?:-F|--flush|-X|-Z|-D|--delete)(?: |$)/, effects: () => weaken('firewall', 'rules removed') },
    { when: /(?:^| )(?:-P|--policy) \S+ ACCEPT/, effects: () => weaken('firewall', 'default accept') },
    { when: /-j ACCEPT/, effects: () => weaken('firewall', 'opened') },
    { when: /.*/, effects: ([line]) => network('update', `firewall ${line.slice(0, 40)}`) },
  ]),
  byForms('iptables-save ip6tables-save', [{ when: /.*/ }]),
  byForms('iptables-restore ip6tables-restore', [
    { when: /(?:^| )(?:-t|--test)(?: |$)/ },
    { when: /.*/, effects: () => weaken('firewall', 'rules replaced') },
  ]),
  byForms('nft', [
    { when: /^(?:-\w+ )*list\b/ },
    { when: /^(?:-c|--check)\b/ },
    { when: /\b(?:flush|delete|destroy)\b/, effects: () => weaken('firewall', 'rules removed') },
    { when: /\baccept\b/, effects: () => weaken('firewall', 'opened') },
    { when: /.*/, effects: () => network('update', 'firewall') },
  ]),
  byForms('ufw', [
    { when: /^(?:status|show|version|app (?:list|info))\b/ },
    { when: /^--dry-run\b/ },
    { when: /\b(?:disable|reset)\b/, effects: () => weaken('firewall', 'disabled') },
    { when: /\b(?:default allow|allow|delete|limit)\b/, effects: ([line]) => opened(line) },
    { when: /.*/, effects: () => network('update', 'firewall') },
  ]),
  byForms('firewall-cmd', [
    { when: /^(?:--(?:state|list-\S+|get-\S+|query-\S+|info-\S+|zone=\S+|permanent|version)(?: |$))+$/ },
    {
      when: /--(?:add-|remove-rich|panic-off|set-default-zone=trusted|set-target=ACCEPT|remove-)/,
      effects: ([line]) => opened(line),
    },
    { when: /.*/, effects: () => network('update', 'firewall') },
  ]),
  byForms('pfctl', [
    { when: /(?:^| )-s ?\w+/ },
    { when: /(?:^| )-(?:d|F ?\w*)(?: |$)/, effects: () => weaken('firewall', 'disabled') },
    { when: /.*/, effects: () => network('update', 'firewall') },
  ]),
  byForms('socketfilterfw', [
    { when: /--(?:get\S*|list\S*)/ },
    { when: /--(?:setglobalstate off|setblockall off|add|unblockapp)/, effects: () => weaken('firewall', 'opened') },
  ]),
  byForms('netsh', [
    { when: /\bshow\b/i },
    {
      when: /firewall.*(?:state off|opmode.*disable|action=allow|delete)/i,
      effects: () => weaken('firewall', 'opened'),
    },
    { when: /portproxy add/i, effects: () => [{ kind: 'listen', reach: 'network', executes: false }] },
    { when: /.*/, effects: () => network('update', 'network') },
  ]),
]

const SANDBOXES: readonly Program[] = [
  byForms('setenforce', [
    { when: /^(?:0|permissive)$/i, effects: () => weaken('sandbox', 'SELinux') },
    { when: /.*/, standing: 'plain' },
  ]),
  byForms('semanage setsebool semodule', [
    { when: /(?:^| )(?:-l|--list)(?: |$)|^\w+ (?:-l|--list)/ },
    { when: /\bpermissive\b|(?:=| )(?:1|on)$|-a\b|-d\b|-r\b|-i\b|-P\b/, effects: () => weaken('sandbox', 'SELinux') },
  ]),
  byForms('aa-disable aa-complain aa-teardown aa-remove-unknown', [
    { when: /.*/, effects: () => weaken('sandbox', 'AppArmor') },
  ]),
  byForms('aa-enforce', [{ when: /.*/, standing: 'plain' }]),
  byForms('apparmor_parser', [
    { when: /(?:^| )(?:-R|--remove|-C|--Complain)(?: |$)/, effects: () => weaken('sandbox', 'AppArmor') },
    { when: /.*/, standing: 'plain' },
  ]),
  byForms('csrutil', [
    { when: /^(?:status|report|authenticated-root status)/ },
    { when: /disable|enable --without|clear/, effects: () => weaken('secure-boot', 'System Integrity Protection') },
  ]),
  byForms('spctl', [
    { when: /--(?:status|assess|list)|^-a\b/ },
    {
      when: /--(?:master-disable|global-disable|disable|add|remove|reset-default)/,
      effects: () => weaken('endpoint-protection', 'Gatekeeper'),
    },
  ]),
  byForms('mokutil', [
    { when: /--(?:sb-state|list-\S+|test-key|db|dbx|pk|kek)/ },
    { when: /.*/, effects: () => weaken('secure-boot', 'shim keys') },
  ]),
  byForms('nvram', [
    { when: /^(?:-p|-x -p|-xp|[\w%:-]+)$/ },
    { when: /.*/, effects: () => weaken('secure-boot', 'firmware variables') },
  ]),
  byForms('bless', [
    { when: /^-{1,2}(?:info|getboot)\b/ },
    { when: /.*/, effects: () => [{ kind: 'persist', mechanism: 'init', target: 'the boot volume' }] },
  ]),
  byForms('keytool', [
    { when: /^-(?:list|printcert\w*|showinfo|help)\b/ },
    { when: /-import(?:cert|keystore)?\b.*(?:-cacerts\b|\/cacerts\b)/, effects: () => weaken('tls', 'trusted roots') },
    { when: /.*/, standing: 'plain' },
  ]),
  byForms('efibootmgr', [
    { when: /^(?:-v|--verbose)?$/ },
    { when: /.*/, effects: () => [{ kind: 'persist', mechanism: 'init', target: 'boot order' }] },
  ]),
  byForms(
    'grub-install grub2-install grub-mkconfig grub2-mkconfig update-grub bootctl grubby update-initramfs dracut mkinitcpio',
    [
      { when: /^(?:status|list|--info\b.*|-l|--list-\S*)$/ },
      { when: /.*/, effects: () => [{ kind: 'persist', mechanism: 'init', target: 'boot loader' }] },
    ],
  ),
  byForms('fdesetup bputil', [
    { when: /^(?:status|list|isactive|-d)/ },
    { when: /.*/, effects: () => weaken('secure-boot', 'disk encryption or boot policy') },
  ]),
  byForms('auditctl', [
    { when: /^(?:-l|-s|--status|-v)$/ },
    {
      when: /(?:^| )(?:-D|-d|-W|-e ?0|-f ?0|-b ?\d{1,3}|-r ?\d+|-[aA] (?:never,|\S*,never)\S*|--reset\S*)(?: |$)/,
      effects: () => weaken('audit', 'audit rules'),
    },
    {
      when: /(?:^| )(?:-[aAwR]|--loginuid-immutable|-b|-e)(?: |$)/,
      effects: ([line]) => [
        {
          kind: 'resource-change',
          system: 'machine',
          verb: 'update',
          target: `audit rules ${line}`.slice(0, 60),
          mass: false,
          stage: 'unknown',
          family: 'config',
        },
      ],
    },
    { when: /.*/, standing: 'plain' },
  ]),
  byForms('augenrules auditpol', [
    { when: /^(?:--check|\/get|\/list)/i },
    { when: /\/(?:clear|remove)|disable/i, effects: () => weaken('audit', 'audit policy') },
    { when: /.*/, standing: 'plain' },
  ]),
  byForms('lxc incus', [
    { when: /^(?:list|ls|info|image list|network list|storage list|profile (?:list|show)|config show|version)\b/ },
    {
      when: /\bdevice add\b.*\bsource=\/(?: |$)|\bsecurity\.(?:privileged|nesting)[= ]true/,
      effects: () => weaken('sandbox', 'container isolation'),
    },
    {
      when: /^(?:delete|rm)\b|^(?:storage|image|network|profile|project) (?:volume )?(?:delete|rm)\b/,
      effects: (line) => [systemContainers(line, 'delete')],
    },
    { when: /^stop\b.*--all/, effects: (line) => [systemContainers(line, 'cancel')] },
    { when: /.*/, standing: 'plain' },
  ]),
  byForms('runc crun', [
    {
      when: /(?:^| )(?:images? (?:ls|list)|containers? (?:ls|list|info)|ps|inspect\w*|list|state|version|info|logs|stats)(?: |$)/,
    },
    {
      when: /--(?:privileged|allow-new-privs|cap-add\S*)|(?:src|source)=\/(?:,|etc|root|var|proc|dev| |$)/,
      effects: () => weaken('sandbox', 'container isolation'),
    },
    {
      when: /(?:^| )--root \/(?:tmp|var\/tmp|dev\/shm)\/.* (?:run|create|exec)\b/,
      effects: () => weaken('sandbox', 'container isolation'),
    },
    { when: /.*/, standing: 'plain' },
  ]),
  byForms('certutil', [
    { when: /(?:^| )-[LKOV](?: |$)/ },
    { when: /(?:^| )-A\b.*-t ?['"]?[CTcP]|(?:^| )-M\b|-addstore/i, effects: () => weaken('tls', 'trusted roots') },
    { when: /.*/, standing: 'plain' },
  ]),
  byForms('apt-key', [
    { when: /^(?:list|finger|export|exportall)\b/ },
    { when: /\b(?:add|adv)\b/, effects: () => weaken('signing', 'keys of packages') },
    { when: /.*/, standing: 'plain' },
  ]),
  byForms('update-alternatives alternatives dpkg-divert', [
    { when: /--(?:display|query|list|get-selections|truename|listpackage)\b/ },
    {
      when: /--(?:install|set|config|divert|add|remove)\b.*?(\/\S+)/,
      effects: ([, file = '/usr/bin'], { scribe }) => [
        { kind: 'write-path', path: scribe.pathOf(file), how: 'link', content: undefined },
      ],
    },
    { when: /.*/, standing: 'plain' },
  ]),
  byForms('flashrom fwupdmgr fwupdtool', [
    { when: /^(?:get-\S+|refresh|-r \S+|--list\S*|security|history)\b/, standing: 'plain' },
    {
      when: /(?:^| )(?:-w|-E|--write|--erase|install|install-blob|downgrade)(?: |$)/,
      effects: () => weaken('secure-boot', 'firmware'),
    },
    { when: /.*/, standing: 'plain' },
  ]),
  byForms('update-crypto-policies', [
    { when: /^--(?:show|is-applied|check)/ },
    { when: /LEGACY/, effects: () => weaken('tls', 'crypto policy') },
    { when: /.*/, standing: 'plain' },
  ]),
  byForms('update-ca-certificates update-ca-trust trust', [
    { when: /^(?:list|dump|extract --help)/ },
    { when: /^anchor\b/, effects: () => weaken('tls', 'trusted roots') },
    { when: /.*/, effects: () => [{ kind: 'weaken', area: 'tls', feature: 'trusted roots', certainty: 'possible' }] },
  ]),
]

const KERNEL: readonly Program[] = [
  byForms('modprobe', [
    { when: /(?:^| )(?:-n|--dry-run|--show\S*|-c|--showconfig|-D)(?: |$)/ },
    {
      when: /(?:^| )(?:-r|--remove)(?: |$)/,
      effects: ([line]) => [{ kind: 'service-control', service: line, verb: 'stop' }],
    },
    { when: /.*/, effects: ([line]) => [{ kind: 'persist', mechanism: 'kernel', target: line }] },
  ]),
  byForms('insmod kextload kmutil', [
    { when: /^(?:showloaded|inspect|find)\b/ },
    { when: /.*/, effects: ([line]) => [{ kind: 'persist', mechanism: 'kernel', target: line }] },
  ]),
  byForms('bpftool', [
    { when: /\b(?:show|list|dump|feature|version|help)\b/ },
    {
      when: /\b(?:load|loadall|attach|pin|run)\b/,
      effects: ([line]) => [{ kind: 'persist', mechanism: 'kernel', target: line }],
    },
    { when: /.*/, standing: 'plain' },
  ]),
  byForms('kexec', [{ when: /.*/, effects: () => [{ kind: 'service-control', service: 'machine', verb: 'power' }] }]),
  byForms('rmmod kextunload', [
    { when: /.*/, effects: ([line]) => [{ kind: 'service-control', service: line, verb: 'stop' }] },
  ]),
  byForms('depmod dkms kmod', [
    { when: /^(?:-n|status|list)\b/ },
    { when: /.*/, effects: () => [{ kind: 'persist', mechanism: 'kernel', target: 'modules' }] },
  ]),
  byForms('sysctl', [
    { when: /^(?!.*(?:^| )(?:-p|--load|--system|-w)(?: |$))[\w.*/ -]*$/ },
    {
      when: /(?:randomize_va_space|ptrace_scope|dmesg_restrict|kptr_restrict|unprivileged_bpf_disabled|rp_filter|protected_\w+|sysrq|suid_dumpable|modules_disabled) ?= ?\S+/,
      effects: ([setting]) => weaken('sandbox', setting),
    },
    {
      when: /.*/,
      effects: ([line]) => [
        {
          kind: 'resource-change',
          system: 'kernel',
          verb: 'update',
          target: line.slice(0, 60),
          mass: false,
          stage: 'unknown',
          family: 'config',
        },
      ],
    },
  ]),
]

export const GUARDS: readonly Program[] = [...FIREWALLS, ...SANDBOXES, ...KERNEL, ...NETWORK_SETUP]
