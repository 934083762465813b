import type { EffectDraft } from '../../effects.ts'
import type { Program } from '../program.ts'
import { byForms } from './verbs.ts'

type Verb = 'create' | 'update' | 'delete'

/** A change of accounts that many machines share. One on this machine alone is a test directory. */
function directory(verb: Verb, line: string): readonly EffectDraft[] {
  const host = /(?:^| )(?:-H|--uri|-h|--host)[ =]?(\S+)/.exec(line)?.[1] ?? ''
  const local = /^(?:ldapi?s?:\/\/)?(?:localhost|127\.|\[?::1)/.test(host)
  return [
    {
      kind: 'resource-change',
      system: 'directory',
      verb,
      target: line.split(' ').at(-1) ?? '?',
      mass: false,
      stage: local ? 'development' : 'unknown',
      family: 'identity',
      ...(local ? { certainty: 'possible' as const } : {}),
    },
  ]
}

function grant(what: string, line: string): readonly EffectDraft[] {
  return [{ kind: 'grant', what, to: line.split(' ').at(-1) ?? '?', reach: 'remote' }]
}

/** Accounts and groups in directories: LDAP, Samba, FreeIPA, Kerberos. */
export const DIRECTORY: readonly Program[] = [
  byForms('ldapadd ldapmodify ldapmodrdn ldappasswd ldapvi', [
    { when: /(?:^| )-n(?: |$)/ },
    { when: /(.*)/, effects: ([line]) => directory('update', line) },
  ]),
  byForms('ldapdelete', [{ when: /(?:^| )-n(?: |$)/ }, { when: /.*/, effects: ([line]) => directory('delete', line) }]),
  byForms('samba-tool', [
    { when: /^(?:\S+ )?(?:list|show|listmembers|info|testparm|dbcheck$|time|domain level show)/ },
    {
      when: /^(?:user|group|computer|ou) (?:delete|disable|removemembers)\b/,
      effects: ([line]) => directory('delete', line),
    },
    { when: /^group addmembers\b/, effects: ([line]) => grant('group membership', line) },
    {
      when: /^(?:user|group|computer|ou|delegation|dsacl|domain passwordsettings|gpo)\b/,
      effects: ([line]) => directory('update', line),
    },
    { when: /.*/, standing: 'plain' },
  ]),
  byForms('ipa', [
    { when: /^\S*-?(?:show|find|status|ping|help|env)\b/ },
    { when: /^\S+-add-member\b/, effects: ([line]) => grant('group membership', line) },
    { when: /^\S+-del\b/, effects: ([line]) => directory('delete', line) },
    { when: /^\S+-(?:add|mod|enable|disable)\b|^passwd\b/, effects: ([line]) => directory('update', line) },
    { when: /.*/, standing: 'plain' },
  ]),
  byForms('kadmin kadmin.local', [
    { when: /\b(?:listprincs|getprinc|list_principals|get_principal|getprivs)\b/ },
    {
      when: /\b(?:addprinc|add_principal|cpw|change_password|modprinc|ktadd|xst|delprinc|ank)\b/,
      effects: ([line]) => directory('update', line),
    },
    { when: /.*/, standing: 'plain' },
  ]),
  byForms('realm adcli msktutil', [
    { when: /^(?:list|discover|info|show-computer|testjoin)\b/ },
    {
      when: /\b(?:permit|create-user|add-member|passwd-user|reset-computer)\b/,
      effects: ([line]) => directory('update', line),
    },
    { when: /.*/, standing: 'plain' },
  ]),
  byForms('slapadd slapmodify', [
    { when: /(?:^| )-u(?: |$)/ },
    { when: /.*/, effects: ([line]) => directory('update', line) },
  ]),
]
