import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { displayText } from '../../../analysis/interpret/loose-words.ts'
import type { Program } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec, SpecCallHandler } from '../../../analysis/interpret/spec.ts'

const ADMIN_GROUP = /^(?:sudo|wheel|admin|root|docker|adm|disk|shadow|lxd|libvirt|kvm|staff)$/

/** An account that joins groups: each is a right of its own. */
const recordGroupMembership: SpecCallHandler = ({ loose, recorder }) => {
  const last = loose.operands.map(displayText).at(-1) ?? '?'
  const member = loose.value('-a', '-A', '-M')
  const account = member ? displayText(member) : last
  const given = loose.value('-G', '-aG', '-Ga', '--groups')
  const groups = (member ? last : given ? displayText(given) : '').split(',').filter((group) => group !== '')
  recorder.effect({
    kind: 'grant',
    what: groups.some((group) => ADMIN_GROUP.test(group)) ? 'administrator group' : 'group',
    to: member ? `${account} ${last}` : account,
    reach: 'machine',
    targets: groups.map((right) => ({ kind: 'right', account, right, amount: 'one' })),
  })
  return 'plain'
}

const recordPublicShare: SpecCallHandler = ({ loose, recorder }) => {
  const what = `access to the share ${loose.operands.map(displayText).find((word) => !/^(?:usershare|rpc|share|add)$/.test(word)) ?? ''}`
  recorder.effect({ kind: 'grant', what, to: 'everyone', reach: 'machine' })
  return 'plain'
}

const LOCAL_ACCOUNT_DEFAULTS = { system: 'accounts', family: 'identity', target: '$-1 or own account' } as const

export const ACCOUNT_SPECS: readonly ProgramSpec[] = [
  {
    ...LOCAL_ACCOUNT_DEFAULTS,
    names: 'useradd adduser newusers luseradd pw dsenableroot',
    options: '-G: --groups: -u: --uid:',
    rules: [
      ['-D|--defaults/$ usershow|usernext|groupshow|groupnext', 'shows'],
      ['userdel|groupdel', 'delete'],
      ['-G|--groups=*sudo*|*wheel*|*admin*|*root*|*docker* -u|--uid=0 -o', 'create', 'grant administrator account'],
      ['**', 'create', 'grant account'],
    ],
    examples: { match: ['useradd -m kim', 'pw groupdel old'], pass: ['useradd -D', 'pw usershow kim'] },
  },
  {
    ...LOCAL_ACCOUNT_DEFAULTS,
    names: 'usermod moduser gpasswd groupmems',
    options: '-G: -aG: -Ga: --groups: -A: -M:',
    rules: [
      ['-l', 'shows'],
      ['-a -A -M -aG -Ga -G --groups', recordGroupMembership],
      ['**', 'update'],
    ],
    examples: { match: ['usermod -aG docker kim', 'usermod -s /bin/zsh kim'], pass: ['groupmems -l'] },
  },
  {
    ...LOCAL_ACCOUNT_DEFAULTS,
    names: 'userdel deluser groupdel delgroup',
    rules: [['**', 'delete']],
    examples: { match: ['userdel -r kim'], pass: [] },
  },
  {
    ...LOCAL_ACCOUNT_DEFAULTS,
    names: 'passwd smbpasswd',
    rules: [
      ['-S --status', 'shows'],
      ['-d|--delete|-u|--unlock', 'weaken authentication account password', 'update'],
      ['**', 'update'],
    ],
    examples: { match: ['passwd -d kim', 'passwd'], pass: ['passwd -S kim'] },
  },
  {
    ...LOCAL_ACCOUNT_DEFAULTS,
    names: 'groupadd addgroup groupmod chpasswd chgpasswd chsh chfn chage vipw vigr sudoedit',
    rules: [
      ['-l|--list|--list-shells', 'shows'],
      ['**', 'update'],
    ],
    examples: { match: ['chsh -s /bin/bash kim', 'groupadd ops'], pass: ['chage -l kim'] },
  },
  {
    names: 'visudo pam-auth-update authselect authconfig',
    target: 'sudoers',
    rules: [
      ['-c*|-?c*|--test current|list|show|check', 'shows'],
      ['**', 'grant sudo rules', 'weaken authentication pam'],
    ],
    examples: { match: ['visudo', 'authselect select minimal'], pass: ['visudo -cf /tmp/rules'] },
  },
  {
    ...LOCAL_ACCOUNT_DEFAULTS,
    names: 'dscl dseditgroup sysadminctl',
    options: '-o: -t: -addUser: -deleteUser:',
    target: '$-addUser|-deleteUser|-a or $-1',
    rules: [
      ['-read|-list|-search|-readall **/read|list|search|readall -o=read|checkmember -secureTokenStatus', 'shows'],
      ['-delete|-deleteUser **/delete', 'delete'],
      ['-addUser', 'create', 'grant account'],
      ['**', 'grant account'],
    ],
    examples: {
      match: ['dscl . -append /Groups/admin GroupMembership kim', 'sysadminctl -addUser kim'],
      pass: ['dscl . -list /Users'],
    },
  },
  {
    ...LOCAL_ACCOUNT_DEFAULTS,
    names: 'net',
    rules: [
      ['user|localgroup|share|view|session|statistics/$ user|localgroup|share|view/*/$', 'shows'],
      ['user/**/?delete', 'delete'],
      ['usershare|share/**/*veryone*|?grant:* rpc/share/**/guest_ok=y', recordPublicShare],
      ['user|localgroup/**/?add|?ADD|?active:yes', 'update', 'grant account'],
      ['stop/*', 'service stop $1'],
      ['start/*', 'service start $1'],
    ],
    examples: { match: ['net localgroup administrators kim /add'], pass: ['net user'] },
  },
]

const DIRECTORY_DEFAULTS = { system: 'directory', family: 'identity', target: '$-1', environment: {} } as const

/** Accounts that many machines share. One on this machine alone is a test directory. */
export const DIRECTORY_SPECS: readonly ProgramSpec[] = [
  {
    ...DIRECTORY_DEFAULTS,
    names: 'ldapadd ldapmodify ldapmodrdn ldappasswd ldapvi slapadd slapmodify',
    options: '-H: -h: -D: -w: -f: -y: -b:',
    rules: [
      ['-n -u', 'shows'],
      ['-H|-h|--uri|--host=*localhost*|*127.0.0.1*|ldapi:*', 'maybe update'],
      ['**', 'update'],
    ],
    examples: { match: ['ldapmodify -H ldap://dir.acme.io -f kim.ldif'], pass: ['ldapadd -n -f kim.ldif'] },
  },
  {
    ...DIRECTORY_DEFAULTS,
    names: 'ldapdelete',
    options: '-H: -h: -D: -w: -f: -y:',
    rules: [
      ['-n', 'shows'],
      ['**', 'delete'],
    ],
    examples: { match: ['ldapdelete -H ldap://dir.acme.io uid=kim,dc=acme'], pass: ['ldapdelete -n uid=kim'] },
  },
  {
    ...DIRECTORY_DEFAULTS,
    names: 'samba-tool ipa kadmin kadmin.local realm adcli msktutil',
    options: '-q: -p: -w:',
    rules: [
      [
        '**/list*|show*|info|find|status|ping|env|discover|testparm|*-show|*-find|getpr*|get_pr* -q=list*|get*',
        'shows',
      ],
      ['group/addmembers *-add-member* add-member permit', 'grant group membership'],
      ['**/delete|disable|removemembers *-del *-disable *-remove-*', 'delete'],
      [
        'user|group|computer|ou|delegation|dsacl|gpo domain/passwordsettings *-add|*-mod|*-enable passwd|passwd-user|create-user|reset-computer -q **/addprinc|add_principal|cpw|change_password|ktadd|xst|ank|delprinc|modprinc',
        'update',
      ],
      ['**', 'local'],
    ],
    examples: {
      match: ['ipa user-add kim', 'samba-tool group addmembers ops kim', 'ipa role-remove-member ops --users=kim'],
      pass: ['ipa user-find', 'realm list'],
    },
  },
]

export const NEWGRP: Program = {
  names: ['newgrp', 'sg'],
  read: (command, recorder) => {
    const at = command.args.findIndex((word) => word.text === '-c')
    const text = at < 0 ? undefined : command.args[at + 1]
    if (text) return weakestGrade('plain', recorder.runsShell(text, 'sg -c'))
    if (command.stdin.kind === 'inherited') return 'plain'
    return weakestGrade('plain', recorder.runsShell(command.stdin.value, 'newgrp'))
  },
}
