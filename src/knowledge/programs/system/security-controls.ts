import { displayText } from '../../../analysis/interpret/loose-words.ts'
import type { ProgramSpec, SpecCallHandler } from '../../../analysis/interpret/spec.ts'
import { NETWORK_SETUP_SPECS } from './network-setup.ts'

/** What a rule lets through, as the rule calls it: a port with its protocol, a service, an address. */
const ALLOWED_TRAFFIC =
  /(?:^|[\s=])(\d{1,5}(?::\d{1,5})?(?:\/(?:tcp|udp))?|(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2})?)(?=\s|$)|(?:add-service=|\ballow (?:in )?)([a-z][\w-]*)(?=\s|$)/

const recordFirewallOpening: SpecCallHandler = ({ command, recorder }) => {
  const [, port, service] = ALLOWED_TRAFFIC.exec(command.args.map(displayText).join(' ')) ?? []
  recorder.effect({ kind: 'weaken', area: 'firewall', feature: port ?? service ?? 'opened' })
  return 'plain'
}

const FIREWALL_DEFAULTS = { system: 'network', family: 'network', target: 'firewall $*' } as const

const FIREWALL_SPECS: readonly ProgramSpec[] = [
  {
    ...FIREWALL_DEFAULTS,
    names: 'iptables ip6tables iptables-legacy iptables-nft ebtables arptables',
    options: '-t: -p: -s: -d: -i: -o: -m: -j: --dport: --sport:',
    rules: [
      ['-L*|-S*|-C*|-nL*|--list*', 'shows'],
      ['-F|--flush|-X|-Z|-D|--delete', 'weaken firewall firewall rules'],
      ['-P|--policy/**/ACCEPT', 'weaken firewall default accept'],
      ['-j=ACCEPT', 'weaken firewall opened'],
      ['**', 'update'],
    ],
    examples: { match: ['iptables -F', 'iptables -A INPUT -p tcp --dport 22 -j ACCEPT'], pass: ['iptables -L -n'] },
  },
  {
    ...FIREWALL_DEFAULTS,
    names: 'nft iptables-restore ip6tables-restore',
    rules: [
      ['-c|-t|--test list', 'shows'],
      ['**/*flush*|*delete*|*destroy*|*accept*', 'weaken firewall firewall rules'],
      ['**', 'update', 'weaken firewall firewall rules'],
    ],
    examples: { match: ['nft flush ruleset', 'iptables-restore rules.v4'], pass: ['nft list ruleset'] },
  },
  {
    ...FIREWALL_DEFAULTS,
    names: 'ufw',
    rules: [
      ['status|show|version app/list|info', 'shows'],
      ['**/disable|reset', 'weaken firewall disabled'],
      ['**/allow|delete|limit', recordFirewallOpening],
      ['**', 'update'],
    ],
    examples: { match: ['ufw disable', 'ufw allow 22/tcp', 'ufw deny 80'], pass: ['ufw status verbose'] },
  },
  {
    ...FIREWALL_DEFAULTS,
    names: 'firewall-cmd',
    rules: [
      ['--add-*|--remove-*|--panic-off --set-default-zone=trusted --set-target=ACCEPT', recordFirewallOpening],
      ['--state|--list-*|--get-*|--query-*|--info-*', 'shows'],
      ['**', 'update'],
    ],
    examples: { match: ['firewall-cmd --add-port=22/tcp', 'firewall-cmd --reload'], pass: ['firewall-cmd --list-all'] },
  },
  {
    ...FIREWALL_DEFAULTS,
    names: 'pfctl socketfilterfw netsh',
    rules: [
      ['-s*|--get*|--list* **/show', 'shows'],
      ['-d|-F* --setglobalstate|--setblockall/off --add|--unblockapp', 'weaken firewall disabled'],
      ['advfirewall|firewall/**/off|disable|action=allow|delete', 'weaken firewall opened'],
      ['**/portproxy/add', 'listen network'],
      ['**', 'update'],
    ],
    examples: {
      match: ['pfctl -d', 'netsh advfirewall set allprofiles state off'],
      pass: ['pfctl -sr', 'socketfilterfw --getglobalstate'],
    },
  },
]

const SANDBOX_SPECS: readonly ProgramSpec[] = [
  {
    names: 'setenforce semanage setsebool semodule',
    rules: [
      ['-l|--list', 'shows'],
      ['1/$', 'local'],
      ['0|Permissive **/permissive|1|on|*=1|*=on -a|-d|-r|-i|-P', 'weaken sandbox SELinux'],
      ['**', 'unread'],
    ],
    examples: { match: ['setenforce 0', 'setsebool -P httpd_can_network_connect on'], pass: ['semodule -l'] },
  },
  {
    names: 'aa-disable aa-complain aa-teardown aa-remove-unknown',
    rules: [['**', 'weaken sandbox AppArmor']],
    examples: { match: ['aa-complain nginx'], pass: [] },
  },
  {
    names: 'apparmor_parser',
    rules: [
      ['-R|--remove|-C|--Complain', 'weaken sandbox AppArmor'],
      ['**', 'local'],
    ],
    examples: { match: ['apparmor_parser -R web'], pass: ['apparmor_parser -r web'] },
  },
  {
    names: 'csrutil',
    rules: [
      ['status|report authenticated-root/status', 'shows'],
      ['**', 'weaken secure-boot System Integrity Protection'],
    ],
    examples: { match: ['csrutil disable'], pass: ['csrutil status'] },
  },
  {
    names: 'spctl',
    rules: [
      ['--status|--assess|--list|-a', 'shows'],
      ['**', 'weaken endpoint-protection Gatekeeper'],
    ],
    examples: { match: ['spctl --master-disable'], pass: ['spctl --status'] },
  },
  {
    names: 'mokutil fdesetup bputil',
    rules: [
      ['--sb-state|--list*|--test-key|--db|--dbx|--pk|--kek status|list|isactive', 'shows'],
      ['**', 'weaken secure-boot boot policy'],
    ],
    examples: { match: ['mokutil --disable-validation'], pass: ['mokutil --sb-state', 'fdesetup status'] },
  },
  {
    names: 'flashrom fwupdmgr fwupdtool',
    rules: [
      ['-w|-E|--write|--erase install|install-blob|downgrade', 'weaken secure-boot firmware'],
      ['**', 'local'],
    ],
    examples: { match: ['fwupdmgr install fw.cab'], pass: ['fwupdmgr get-devices'] },
  },
  {
    names: 'nvram',
    rules: [
      ['-c|-d|-f **/*=*', 'weaken secure-boot firmware variables'],
      ['**', 'shows'],
    ],
    examples: { match: ['nvram boot-args=-v'], pass: ['nvram -p'] },
  },
  {
    names:
      'bless efibootmgr grub-install grub2-install grub-mkconfig grub2-mkconfig update-grub bootctl grubby update-initramfs dracut mkinitcpio',
    rules: [
      ['status|list --info|-info|--getboot|-getboot|--list-* -v|--verbose|-l/!-c/$', 'shows'],
      ['**', 'persist init the boot loader'],
    ],
    examples: { match: ['grub-install /dev/sda', 'efibootmgr -o 0001'], pass: ['bootctl status', 'efibootmgr -v'] },
  },
  {
    names: 'keytool certutil update-ca-certificates update-ca-trust trust',
    options: '-t: -d: -n: -i: -keystore: -destkeystore: -srckeystore: -file: -alias:',
    rules: [
      ['-list|-printcert*|-showinfo|-L|-K|-O|-V list|dump', 'shows'],
      [
        '-import*/-cacerts -import*/-keystore|-destkeystore=*cacerts -A/-t -M|-addstore anchor',
        'weaken tls trusted roots',
      ],
      ['-import*|-genkey*|-export*|-delete|-N|-S|-G|-D', 'local'],
      ['**', 'maybe weaken tls trusted roots'],
    ],
    examples: { match: ['trust anchor ca.pem', 'certutil -A -n ca -t C,, -d db'], pass: ['keytool -list'] },
  },
  {
    names: 'auditctl augenrules auditpol',
    system: 'machine',
    family: 'config',
    target: 'audit rules',
    rules: [
      ['-l|-s|--status|-v ?get|?list', 'shows'],
      [
        '-D|-d|-W|-r|--reset*|-e0|-f0 -e|-f/0 -b/* **/never,*|*,never ?clear|?remove|**/*disable*',
        'weaken audit audit rules',
      ],
      ['-a|-A|-w|-R|--loginuid-immutable|-e', 'update'],
      ['**', 'local'],
    ],
    examples: { match: ['auditctl -D', 'auditctl -e 0'], pass: ['auditctl -l'] },
  },
  {
    names: 'lxc incus runc crun',
    system: 'lxc',
    family: 'compute',
    rules: [
      ['info|version|ps|state|logs|stats **/list|ls|show', 'shows'],
      [
        '**/device/add/**/source=? **/security.privileged=true|security.nesting=true **/security.privileged|security.nesting/true --privileged|--allow-new-privs|--cap-add*',
        'weaken sandbox container isolation',
      ],
      ['--root/**/run|create|exec', 'weaken sandbox container isolation'],
      ['delete|rm storage|image|network|profile|project/**/delete|rm', 'delete all'],
      ['stop/--all', 'cancel all'],
      ['**', 'local'],
    ],
    examples: {
      match: ['lxc delete web --force', 'incus config set web security.privileged=true'],
      pass: ['lxc list'],
    },
  },
  {
    names: 'apt-key',
    rules: [
      ['add|adv', 'weaken signing keys of packages'],
      ['**', 'local'],
    ],
    examples: { match: ['apt-key add repo.gpg'], pass: ['apt-key list'] },
  },
  {
    names: 'update-alternatives alternatives dpkg-divert',
    options: '--set?',
    rules: [
      ['--display|--query|--list|--get-selections|--truename|--listpackage', 'shows'],
      ['--install', 'writes $1'],
      ['--set|--config|--divert|--add|--remove', 'writes $-1'],
      ['**', 'local'],
    ],
    examples: {
      match: ['update-alternatives --install /usr/bin/cc cc /opt/cc 10'],
      pass: ['update-alternatives --display cc'],
    },
  },
  {
    names: 'update-crypto-policies',
    options: '--set?',
    rules: [
      ['**/*LEGACY*', 'weaken tls crypto policy'],
      ['**', 'local'],
    ],
    examples: { match: ['update-crypto-policies --set LEGACY'], pass: ['update-crypto-policies --show'] },
  },
]

const KERNEL_SPECS: readonly ProgramSpec[] = [
  {
    names: 'modprobe insmod kextload kmutil bpftool depmod dkms kmod',
    rules: [
      ['-n|--show*|-c|-D showloaded|inspect|find|status **/show|list|dump|feature', 'shows'],
      ['-r|--remove', 'service stop $*'],
      ['**', 'persist kernel $*'],
    ],
    examples: { match: ['insmod rk.ko', 'modprobe -r kvm'], pass: ['dkms status', 'bpftool prog show'] },
  },
  {
    names: 'rmmod kextunload',
    rules: [['**', 'service stop $*']],
    examples: { match: ['rmmod kvm'], pass: [] },
  },
  {
    names: 'kexec',
    rules: [['**', 'service power machine']],
    examples: { match: ['kexec -e'], pass: [] },
  },
  {
    names: 'sysctl',
    system: 'kernel',
    family: 'config',
    options: '-w?',
    rules: [
      [
        '**/*randomize_va_space=*|*ptrace_scope=*|*dmesg_restrict=*|*kptr_restrict=*|*unprivileged_bpf_disabled=*|*rp_filter=*|*protected_*=*|*sysrq=*|*suid_dumpable=*|*modules_disabled=*',
        'weaken sandbox $*',
      ],
      ['-p|--load|--system|-w **/*=*', 'update'],
      ['**', 'shows'],
    ],
    examples: { match: ['sysctl -w kernel.randomize_va_space=0', 'sysctl net.ipv4.ip_forward=1'], pass: ['sysctl -a'] },
  },
]

export const SECURITY_CONTROL_SPECS: readonly ProgramSpec[] = [
  ...FIREWALL_SPECS,
  ...SANDBOX_SPECS,
  ...KERNEL_SPECS,
  ...NETWORK_SETUP_SPECS,
]
