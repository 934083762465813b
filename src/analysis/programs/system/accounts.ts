import type { EffectDraft } from '../../effects.ts'
import type { Target } from '../../target.ts'
import { weakest } from '../files/touching.ts'
import type { Program } from '../program.ts'
import { byForms } from './verbs.ts'

function grant(what: string, to: string): EffectDraft {
  return { kind: 'grant', what, to, reach: 'machine' }
}

function account(verb: 'create' | 'update' | 'delete', target: string): EffectDraft {
  return {
    kind: 'resource-change',
    system: 'accounts',
    verb,
    target,
    mass: false,
    stage: 'unknown',
    family: 'identity',
  }
}

/** An account that joins groups: each is a right of its own. */
function membership(account: string, groups: string): readonly Target[] {
  return groups
    .split(',')
    .filter((right) => right !== '')
    .map((right) => ({ kind: 'right', account, right, amount: 'one' }))
}

const last = (line: string): string => line.split(' ').at(-1) ?? '?'
const ADMIN_GROUP = /(?:^|[ ,=])(?:sudo|wheel|admin|root|docker|adm|disk|shadow|lxd|libvirt|kvm|staff)(?=[ ,]|$)/

export const ACCOUNTS: readonly Program[] = [
  byForms('useradd adduser newusers luseradd', [
    { when: /^(?:-D|--defaults)$/ },
    {
      when: /(.*)/,
      effects: ([, line = '']) => [
        account('create', last(line)),
        grant(
          ADMIN_GROUP.test(line) || /-o\b|-u 0\b|--uid[= ]0\b/.test(line) ? 'administrator account' : 'account',
          last(line),
        ),
      ],
    },
  ]),
  byForms('usermod moduser', [
    {
      when: /(.*)/,
      effects: ([, line = '']) => [
        {
          ...grant(
            ADMIN_GROUP.test(line) || /-u 0\b/.test(line) ? 'administrator group' : 'account change',
            last(line),
          ),
          targets: membership(last(line), /(?:^| )(?:-a?G|--groups)[ =](\S+)/.exec(line)?.[1] ?? ''),
        },
      ],
    },
  ]),
  byForms('userdel deluser groupdel delgroup', [
    { when: /(.*)/, effects: ([, line = '']) => [account('delete', last(line))] },
  ]),
  byForms('groupadd addgroup groupmod', [
    { when: /(.*)/, effects: ([, line = '']) => [account('create', last(line))] },
  ]),
  byForms('gpasswd groupmems', [
    { when: /^-l\b/ },
    {
      when: /-(?:a|A|M)\b(.*)/,
      effects: ([, line = '']) => {
        const [account = '', group = ''] = line.trim().split(' ')
        const what = ADMIN_GROUP.test(line) ? 'administrator group' : 'group'
        return [{ ...grant(what, line.trim()), targets: membership(account, group) }]
      },
    },
    { when: /.*/, effects: ([line]) => [account('update', last(line))] },
  ]),
  byForms('passwd smbpasswd', [
    { when: /^(?:-S|--status)\b/ },
    {
      when: /(?:^| )(?:-d|--delete|-u|--unlock)\b(.*)/,
      effects: ([line]) => [
        { kind: 'weaken', area: 'authentication', feature: 'account password' },
        account('update', last(line)),
      ],
    },
    { when: /.*/, effects: ([line]) => [account('update', line === '' ? 'own password' : last(line))] },
  ]),
  byForms('chpasswd chgpasswd', [
    { when: /.*/, effects: () => [account('update', 'passwords'), grant('password', 'accounts')] },
  ]),
  byForms('chsh chfn', [
    { when: /^(?:-l|--list-shells)/ },
    { when: /.*/, effects: ([line]) => [account('update', line === '' ? 'own account' : last(line))] },
  ]),
  byForms('chage', [
    { when: /^(?:-l|--list)\b/ },
    { when: /.*/, effects: ([line]) => [account('update', last(line))] },
  ]),
  {
    names: ['newgrp', 'sg'],
    read: (command, scribe) => {
      const at = command.args.findIndex((word) => word.text === '-c')
      const text = at < 0 ? undefined : command.args[at + 1]
      if (text) return weakest('plain', scribe.runsShell(text, 'sg -c'))
      if (command.stdin.kind === 'inherited') return 'plain'
      return weakest('plain', scribe.runsShell(command.stdin.value, 'newgrp'))
    },
  },
  byForms('visudo', [
    { when: /(?:^| )(?:-[qsOP]*c[qsOP]*f?|--check)(?: |$)/ },
    { when: /.*/, effects: () => [grant('sudo rules', 'sudoers')] },
  ]),
  byForms('vipw vigr sudoedit', [
    { when: /.*/, effects: ([line]) => [account('update', line === '' ? 'account files' : line)] },
  ]),
  byForms('pw', [
    { when: /^(?:user|group)(?:show|next)\b/ },
    { when: /^(?:user|group)del/, effects: ([line]) => [account('delete', last(line))] },
    { when: /.*/, effects: ([line]) => [account('create', last(line)), grant('account', last(line))] },
  ]),
  byForms('dscl', [
    { when: /(?:^| )-?(?:read|list|search|readall)\b/i },
    {
      when: /(?:^| )-?(?:append|merge)\b.*(?:admin|wheel)/i,
      effects: ([line]) => [grant('administrator group', last(line))],
    },
    { when: /(?:^| )-?(?:create|append|merge|passwd|change)\b/i, effects: ([line]) => [grant('account', last(line))] },
    { when: /(?:^| )-?delete\b/i, effects: ([line]) => [account('delete', last(line))] },
  ]),
  byForms('dseditgroup', [
    { when: /-o (?:read|checkmember)\b/ },
    { when: /-a (\S+).*(?:admin|wheel)/, effects: ([, user = '?']) => [grant('administrator group', user)] },
    { when: /.*/, effects: ([line]) => [grant('group', last(line))] },
  ]),
  byForms('sysadminctl', [
    {
      when: /-addUser (\S+)/i,
      effects: ([line, user = '?']) => [
        account('create', user),
        grant(/-admin\b/.test(line) ? 'administrator account' : 'account', user),
      ],
    },
    { when: /-deleteUser (\S+)/i, effects: ([, user = '?']) => [account('delete', user)] },
    {
      when: /-(?:resetPasswordFor|newPassword|secureTokenOn|guestAccount|afpGuestAccess|smbGuestAccess)/i,
      effects: ([line]) => [grant('account', last(line))],
    },
    { when: /-(?:secureTokenStatus|screenLock status)/i },
  ]),
  byForms('net', [
    { when: /^(?:user|localgroup|share|view|session|statistics)(?: \S+)?$/i },
    {
      when: /^localgroup (\S+) (\S+) .*\/add/i,
      effects: ([, group = '?', user = '?']) => [grant(/admin/i.test(group) ? 'administrator group' : 'group', user)],
    },
    {
      when: /^user (\S+) .*\/(?:add|active:yes)/i,
      effects: ([, user = '?']) => [account('create', user), grant('account', user)],
    },
    {
      when: /^(?:usershare add|rpc share add|share) (\S+).*(?:\beveryone\b|\bguest_ok=y|\/grant:)/i,
      effects: ([, share = '?']) => [grant(`access to the share ${share}`, 'everyone')],
    },
    { when: /^user (\S+) .*\/delete/i, effects: ([, user = '?']) => [account('delete', user)] },
    { when: /^stop (.+)/i, effects: ([, service = '?']) => [{ kind: 'service-control', service, verb: 'stop' }] },
    { when: /^start (.+)/i, effects: ([, service = '?']) => [{ kind: 'service-control', service, verb: 'start' }] },
  ]),
  byForms('dsenableroot', [
    { when: /(?:^| )-d(?: |$)/, standing: 'plain' },
    { when: /.*/, effects: () => [grant('login', 'root')] },
  ]),
  byForms('pam-auth-update authselect authconfig', [
    { when: /(?:^| )(?:current|list|show|check|--test)\b/ },
    { when: /.*/, effects: () => [{ kind: 'weaken', area: 'authentication', feature: 'pam' }] },
  ]),
]
