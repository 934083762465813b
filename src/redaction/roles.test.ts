import { describe, expect, it } from 'vitest'
import { THOROUGH } from '../../test/runs.ts'
import { measureCpuMs } from '../analysis/testing.ts'
import { redact } from './redact.ts'

/** What grows with the square of this is far beyond the time. */
const LENGTH = THOROUGH ? 250_000 : 80_000

/** One that nobody would take for made by chance, and one that was. */
const VALUES = ['correct-Horse', 'Zk9pQ7vLx2mT']

/** `@` is the secret. */
const HIDDEN: readonly string[] = [
  // Text between two marks, and forms of files.
  'cat > .env <<\'END\'\nDB_PASSWORD=@\nexport API_KEY="@"\nEND',
  'cat > c.yaml <<END\ndb:\n  password: @\n  api_key: "@"\nEND',
  'cat > ~/.netrc <<END\nmachine api.example login me password @\nEND',
  'cat > ~/.pgpass <<END\ndb.example:5432:app:me:@\n*:*:*:you:@\nEND',
  'kubectl apply -f - <<END\nkind: Secret\nmetadata:\n  name: x\nstringData:\n  anything: @\nEND',
  "psql <<SQL\nALTER USER app WITH PASSWORD '@';\nSQL",
  'psql -c "CREATE ROLE app LOGIN PASSWORD \'@\'"',
  "mysql -e \"CREATE USER 'a'@'%' IDENTIFIED BY '@'\"".replace("'a'@", "'a'​@"),
  'db <<< "SET PASSWORD = PASSWORD(\'@\')"',
  'docker login -u me --password-stdin <<END\n@\nEND',
  'sudo -S ls <<END\n@\nEND',
  'sudo chpasswd <<END\nme:@\nyou:@\nEND',
  "chpasswd <<< 'me:@'",
  'ftp -n host <<END\nuser me @\nbye\nEND',
  'vercel env add API_KEY production <<< @',
  'cryptsetup luksOpen /dev/sdb x <<< @',
  // What an option is to its program.
  'redis-cli -a @ ping',
  "/usr/bin/redis-cli -h h -p 6379 -a '@' get x",
  'zip -r -P @ a.zip b',
  'unzip -P@ a.zip',
  '7z x -p@ a.7z',
  'openssl enc -aes-256-cbc -k @ -in a',
  'ssh-keygen -t ed25519 -N @ -f k',
  "ssh-keygen -t ed25519 -N '@' -P '@' -f k",
  'ldapsearch -D cn=a -w @ -b dc=x',
  'sqlcmd -S h -U sa -P @',
  'mongosh -u me -p @ mongodb://h/db',
  'sqlplus me/@ @x'.replace(' @x', ' x'),
  'snmpget -v3 -u a -A @ -X @ h x',
  'plink -pw @ me@h'.replace('me@h', 'h'),
  // A user's name beside it.
  'some-client -u me --flag -p @ h',
  'some-client -p @ --username=me h',
  'smbclient //h/s -U me%@',
  'lftp -u me,@ ftp.example',
  'http -a me:@ https://api.example',
  'xfreerdp /u:me /p:@ /v:h',
  'curl -b "session=@" https://example.com',
  // Stores, names that run together, verbs.
  'vault kv put secret/app password=@ key=@',
  'vault kv put -mount=kv app value=@',
  'consul kv put app/db/password @',
  'etcdctl put /app/db_password @',
  'redis-cli config set requirepass @',
  'keytool -genkey -keypass @ -storepass @',
  'app "Server=h;Uid=sa;Pwd=@;"',
  'tailscale up --auth-token=@',
  "python3 -c \"import os; os.environ['API_KEY']='@'\"",
  'ruby -e \'ENV["DB_PASSWORD"]="@"\'',
  'rabbitmqctl add_user me @',
  'rabbitmqctl change_password me @',
  "restic backup --password-command 'echo @'",
]

describe.each(VALUES)('%s', (value) => {
  it.each(HIDDEN)('does not stay in %j', (text) => {
    const clean = redact(text.replaceAll(/(?<!\u200b)@/g, value).replaceAll('\u200b', ''))
    expect(clean).not.toContain(value)
    expect(clean).toContain('«secret:')
  })
})

/** What only looks as if it was made by chance. */
it.each([
  'some-client connect -w @ x',
  'some-client -a @',
  'vault write auth/approle/login role_id=a secret_id=@',
  'wpa_passphrase home @',
  'bw unlock @',
])('a value made by chance goes from %j', (text) =>
  expect(redact(text.replace('@', 'Zk9pQ7vLx2mT'))).not.toContain('Zk9'),
)

it.each([
  'docker run -u 1000:1000 -p 8080:80 img',
  'ssh -l me -p 2222 host',
  'mvn -U clean install -P release',
  'journalctl -u nginx -p err',
  'systemctl --user show x -p ActiveState',
  "curl -u $ME -w '%{http_code}' https://example.com",
  'ldapsearch -x -H ldap://h -b dc=corp "(objectclass=user)"',
  'ps -u root,www -o pid',
  'rsync -a host:dir .',
  'msbuild /p:Configuration=Release',
  'git commit -m "Ask for the password before the reset"',
  'git commit -m "identified by name"',
  'grep -n password src/a.ts',
  'grep -rn "password" src',
  'src/a.ts:12:5:error:x',
  'mkdir -p a/b && cp -a x y',
  'pytest -k TestV2ToV3Migration',
  'git show -s 3f2a9c1b7d8e4f5a6b7c8d9e',
  'print --pwd "D:\\\\work" --status 0',
  "[s for s in x if s['scene_token'] == scene_token]",
  "m = {d['token']: d for d in x}",
  'cd "$PWD" && PWD=/a/b x',
  'zip -r a.zip b && unzip -P "$PASS" a.zip',
  'redis-cli -a "$REDIS_PASSWORD" ping',
  'vault kv put secret/app cert=@file key=$KEY',
  'kubectl apply -f - <<END\nkind: ConfigMap\ndata:\n  a: b\nEND',
  'update user_password handling',
  'echo compass; bypass=yes',
])('%j stays as it is', (text) => expect(redact(text)).toBe(text))

it.each([
  'redis-cli -a ',
  'zip ',
  'zip -P ',
  'rar a ',
  '7z -p',
  ' -u me ',
  ' -u me -p ',
  ' -p a ',
  ' -pw ',
  ' -U a%',
  ' -a a:',
  'password ',
  "password '",
  'password = ',
  'identified by ',
  'login a password ',
  'a:5432:b:c:d\n',
  'a:5432:b:',
  'user a b\n',
  'kv put ',
  'kv put a=b ',
  'change_password ',
  'add_user a ',
  'sudo -S <<A\n',
  'passwd <<A\n',
  'passwd <<A\na:b\n',
  'login <<< ',
  'kind: Secret\ndata:\n a: b\n',
  'kind: Secret\n',
  ' --pass-command ',
])(`takes a text of ${LENGTH / 1000} kB of %j in its stride`, (piece) => {
  const text = piece.repeat(Math.ceil(LENGTH / piece.length))
  expect(measureCpuMs(() => redact(text))).toBeLessThan(LENGTH / 250)
})
