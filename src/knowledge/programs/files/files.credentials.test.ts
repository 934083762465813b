import { describe, expect, it } from 'vitest'
import { effectsOf, readCommand } from '../../../analysis/testing.ts'

/** What of the effects tells that a secret is looked at. */
const telling = (command: string): string[] =>
  effectsOf(command).flatMap((effect) => {
    if (effect.certainty === 'possible') return []
    if (effect.kind === 'expose-secret') return ['exposes']
    if (effect.kind === 'observe') return [effect.what]
    return effect.kind === 'read-path' && effect.path.tags.includes('secret') ? ['reads'] : []
  })

describe('secrets read by other names', () => {
  it.each([
    ['grep -rn token_value ~', 'credential-scan'],
    ['rg -uu needle /home/dev', 'credential-scan'],
    ["grep -rE 'PasswordAuthentication|password' /etc", 'credential-scan'],
    ['grep -rh password_file /etc', 'credential-scan'],
    ["grep -rE 'password_max|secret_key' /etc", 'credential-scan'],
    ['rg --hidden needle ~', 'credential-scan'],
    ['cp -a ~ /tmp/copy', 'credential-scan'],
    ['tar -czf all.tgz -C /home dev', 'credential-scan'],
    ['zip -qr all.zip /home/dev', 'credential-scan'],
    ['rsync -a ~/ /mnt/disk/', 'credential-scan'],
    ['tar -cf out.tar -C /home/dev .ssh', 'reads'],
    ['sort --files0-from=/home/dev/.netrc', 'exposes'],
    ['man /home/dev/.aws/credentials', 'exposes'],
    ['man -l ~/.netrc', 'exposes'],
    ["jq -n '$ENV'", 'exposes'],
    ["jq -n '[env | keys, .[]]'", 'exposes'],
    ["jq -nr 'env.API_TOKEN'", 'exposes'],
    ["gawk 'BEGIN { for (n in ENVIRON) print ENVIRON[n] }'", 'exposes'],
    ['awk \'BEGIN { print ENVIRON["DB_PASSWORD"] }\'', 'exposes'],
    ["node -p 'process.env'", 'exposes'],
    ["node -pe 'JSON.stringify(process.env)'", 'exposes'],
    ['sh -v ~/.netrc', 'reads'],
    ['no-such-copier ~/.ssh/id_ed25519 .', 'reads'],
    ['kubectl get --raw /api/v1/namespaces/shop/secrets', 'exposes'],
    ['docker-credential-pass get', 'exposes'],
    ['terraform state pull', 'exposes'],
    ['terraform console <<< \'file("/home/dev/.netrc")\'', 'reads'],
  ])('%s: %s', (command, what) => {
    expect(telling(command)).toContain(what)
    expect(readCommand(command).grade).not.toBe('proven')
  })

  it.each([
    'grep -rn needle src',
    'grep -rl needle ~',
    "grep -rn needle ~ --include='*.md'",
    'rg needle ~',
    'cp -r src /tmp/copy',
    'tar -czf out.tgz -C build .',
    'tar -xzf a.tgz -C /tmp/out',
    'jq .env config.json',
    "jq -n 'env.HOME'",
    "jq '.environment' a.json",
    'awk \'BEGIN { print ENVIRON["HOME"] }\'',
    'node -p process.version',
    "node -p 'process.env.NODE_ENV'",
    'man tar',
    'sort names.txt',
    'no-such-tool --identity ~/.ssh/id_ed25519 host',
    'terraform state list',
    'kubectl get --raw /healthz',
  ])('tells nothing: %s', (command) => {
    expect(telling(command)).toEqual([])
  })
})

describe('rules about credentials hold none', () => {
  it.each([
    'grep -iE "PermitRootLogin|PasswordAuthentication" /etc/ssh/sshd_config /etc/ssh/sshd_config.d/*.conf',
    "grep -riE '^(PasswordAuthentication|MaxAuthTries)' /etc/ssh/sshd_config.d/",
    'rg -n password_encryption /etc/postgresql/16/main/postgresql.conf',
    'grep -E "^PASSWORD_MIN_LENGTH|^passwordMaxAge" /etc/acme/policy.conf',
  ])('%s', (command) => {
    expect(telling(command)).toEqual([])
  })
})
