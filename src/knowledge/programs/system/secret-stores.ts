import type { EffectDraft } from '../../../analysis/effects.ts'
import { programName } from '../../../analysis/interpret/base-name.ts'
import { makeValue } from '../../../analysis/interpret/file-tool.ts'
import type { Program } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec, SpecCallHandler } from '../../../analysis/interpret/spec.ts'
import { interpretSpec } from '../../../analysis/interpret/spec-interpreter.ts'
import type { Command } from '../../../analysis/words.ts'

/** A secret comes out of a store and becomes visible where the output goes. */
export function secretExposure(store: string, { stdout }: Command): EffectDraft {
  const sink = stdout === 'file' ? 'file' : 'output'
  const certainty = stdout === 'terminal' ? 'certain' : 'likely'
  return { kind: 'expose-secret', source: { kind: 'secret-store', store }, sink, certainty }
}

const recordStoreSecret: SpecCallHandler = ({ command, recorder }) => {
  recorder.effect(secretExposure(programName(command.name ?? ''), command))
  return 'plain'
}

const STORE_DEFAULTS = { family: 'identity', machine: true } as const

export const SECRET_STORE_SPECS: readonly ProgramSpec[] = [
  {
    ...STORE_DEFAULTS,
    names: 'pass gopass passage',
    rules: [
      ['$ ls|list|find|search|version git/log|status', 'shows'],
      ['insert|add|edit|generate|mv|cp|init git/push', 'update'],
      ['rm|delete|remove', 'delete'],
      ['grep|git', 'unread'],
      ['**', recordStoreSecret],
    ],
    examples: { match: ['pass web/shop', 'pass rm web/shop'], pass: ['pass ls', 'pass git log'] },
  },
  {
    ...STORE_DEFAULTS,
    names: 'security',
    rules: [
      [
        'add-*|import|create-*|set-*|trust-settings-import default-keychain|login-keychain/-s authorizationdb/write',
        'update',
      ],
      ['delete-*|remove-*', 'delete'],
      [
        'find-generic-password|find-internet-password/-*w*|-*g* dump-keychain|export|unlock-keychain authorizationdb/read',
        recordStoreSecret,
      ],
      [
        'find-*|list-keychains|show-keychain-info|default-keychain|verify-cert|cms|dump-trust-settings|lock-keychain',
        'shows',
      ],
      ['**', 'unread'],
    ],
    examples: { match: ['security find-generic-password -s shop -w'], pass: ['security list-keychains'] },
  },
  {
    ...STORE_DEFAULTS,
    names: 'secret-tool kwallet-query keyctl',
    rules: [
      ['store|add|padd|update|link|setperm|chown -w|--write-password', 'update'],
      ['clear|revoke|unlink|purge|invalidate', 'delete'],
      ['lookup|print|pipe|read search/**/--unlock search/!-z -r|--read-password', recordStoreSecret],
      ['$ show|list|rlist|describe|rdescribe|request -l|--list-entries', 'shows'],
      ['**', 'unread'],
    ],
    examples: { match: ['secret-tool lookup app shop', 'keyctl print 42'], pass: ['keyctl show'] },
  },
  {
    ...STORE_DEFAULTS,
    names:
      'bw bws op lpass lastpass-cli keepassxc-cli kpcli vault bao doppler infisical berglas summon aws-vault git-secret chamber credstash teller',
    rules: [
      ['kv/metadata/get policy/read vault/get', 'shows'],
      [
        'list/items secret/list|get secrets/$ secrets/get|download token/create|lookup print/token operator/unseal|init|generate-root run/--command=printenv',
        recordStoreSecret,
      ],
      [
        'delete|rm|rmdir|destroy */delete|rm|destroy|disable|revoke kv/metadata/delete operator/seal|step-down|rekey operator/raft/remove-peer',
        'delete',
      ],
      [
        'create|edit|move|mv|import|send|add|merge|db-create|write|put|putall|copy|update|grant|share */create|edit|put|patch|undelete|write|enable|tune|move|renew|set|upload|provision|confirm login/**/*=*',
        'update',
      ],
      [
        'get|getall|read|show|clip|export|open|inject|env|unlock|access|reveal|cat|unwrap|sh|yaml item|document|user|kv/get',
        recordStoreSecret,
      ],
      [
        'list|ls|status|login|logout|signin|signout|sync|lock|whoami|account|version|generate|search|locate|db-info|estimate|history|find|me|configs|projects|environments|setup|configure|config|keys|scan|whoknows|tell|hide|init|changes|bootstrap|path-help */list',
        'shows',
      ],
      ['**', 'unread'],
    ],
    examples: {
      match: [
        'vault kv get secret/shop',
        'op read op://shop/db/password',
        'bw delete item 42',
        'chamber write shop key v',
      ],
      pass: ['vault status', 'op item list', 'doppler setup'],
    },
  },
  {
    ...STORE_DEFAULTS,
    names: 'dotenvx',
    options:
      '-f: --env-file: -fv: --env-vault-file: -fk: --env-keys-file: -e: --convention: -k: -ek: --exclude-key: --ignore:',
    rules: [
      ['run', 'runs $*'],
      ['get|keypair decrypt/--stdout', recordStoreSecret],
      ['ext/precommit|prebuild/--install', 'persist git-hook .git/hooks/pre-commit'],
      ['ls ext/ls|precommit|prebuild', 'shows'],
      ['set|encrypt|rotate|decrypt ext/scan|gitignore', 'local'],
    ],
    examples: {
      match: [
        'dotenvx get',
        'dotenvx keypair DOTENV_PRIVATE_KEY',
        'dotenvx decrypt --stdout',
        'dotenvx ext precommit --install',
        'dotenvx run -- rm -rf ~/shop',
      ],
      pass: ['dotenvx ls', 'dotenvx encrypt -f .env.production', 'dotenvx run -f .env -- git status'],
    },
  },
]

export const SECRET_STORE_PROGRAMS: readonly Program[] = SECRET_STORE_SPECS.map((spec) => ({
  names: spec.names.split(' '),
  read: (command, recorder) => interpretSpec(spec, command, recorder),
  output: (command, recorder) => {
    const program = programName(command.name ?? '')
    let secret = false
    interpretSpec(spec, command, {
      ...recorder,
      effect: ({ kind }) => {
        secret ||= kind === 'expose-secret'
      },
    })
    return makeValue(undefined, [
      secret ? { kind: 'secret-store', store: program } : { kind: 'command', program, secret: false },
    ])
  },
}))
