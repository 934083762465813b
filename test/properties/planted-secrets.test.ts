import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeRecord } from '../../src/audit/record-writer.ts'
import { GENERIC_INTEGRATION } from '../../src/integrations/generic/integration.ts'
import { answerEvent } from '../../src/integrations/hook-runtime/hook-events.ts'
import { readPolicy } from '../../src/integrations/policy.ts'
import { listPendingAsks } from '../../src/server/asks/asks.ts'
import { runs } from '../runs.ts'

type Call = readonly [tool: string, input: Record<string, unknown>]
type Role = (secret: string, name: string) => Call

const bash =
  (command: (secret: string, name: string) => string): Role =>
  (secret, name) => ['Bash', { command: command(secret, name) }]
const edit =
  (file: string, text: (secret: string, name: string) => string): Role =>
  (secret, name) => ['Write', { file_path: file, content: text(secret, name) }]
const tool =
  (input: (secret: string, name: string) => Record<string, unknown>): Role =>
  (secret, name) => ['mcp__vendor__call', input(secret, name)]

/** Places that give a secret away by their role alone: nothing is called a secret, and nothing has the shape of a key. */
const ROLES: readonly Role[] = [
  edit('.env', (secret, name) => `PORT=80\n${name}=${secret}\n`),
  edit('conf/app.env', (secret, name) => `export ${name}="${secret}" # of the vendor`),
  edit('.env.local', (secret, name) => `${name}='${secret}'`),
  (secret, name) => ['Edit', { file_path: '.env', old_string: `${name}=`, new_string: `${name}=${secret}` }],
  bash((secret, name) => `cat > .env <<'END'\n${name}=${secret}\nEND`),
  bash((secret, name) => `cat <<END >> .env.production && ls\n${name}="${secret}"\nEND`),
  bash((secret, name) => `echo ${name}=${secret} >> .env`),
  bash((secret, name) => `echo "${name}=${secret}" | tee -a app/.env`),
  bash((secret, name) => `printf '${name}=%s\\n' ${secret} >> .env`),
  bash((secret, name) => `sed -i 's/^${name}=.*/${name}=${secret}/' .env`),
  bash((secret, name) => `bash -c 'echo ${name}=${secret} > .env'`),
  bash((secret) => `curl --cert c.pem:${secret} https://api.example.com`),
  bash((secret) => `curl -E ./c.p12:${secret} https://api.example.com`),
  bash((secret, name) => `pulumi config set --secret ${name} ${secret}`),
  bash((secret, name) => `acme config set ${name} ${secret} --secret`),
  bash((secret, name) => `acme settings set --sensitive ${name}=${secret}`),
  bash((secret) => `htpasswd -b file user ${secret}`),
  bash((secret) => `curl -d 'user=me&password=${secret}' https://api.example.com`),
  bash((secret) => `curl --data-urlencode 'pw=${secret}' https://api.example.com`),
  bash((secret) => `curl -F token=${secret} https://api.example.com`),
  bash((secret) => `curl -d user=me -d pin=${secret} https://api.example.com`),
  bash((secret) => `wget --post-data 'user=me&password=${secret}' https://api.example.com`),
  bash((secret) => `curl -u user:${secret} https://api.example.com`),
  bash((secret) => `mysql -u root -p${secret} shop -e 'select 1'`),
  bash((secret) => `psql postgresql://me:${secret}@db.example.com/shop`),
  bash((secret) => `psql "host=db.example.com user=me password=${secret}"`),
  bash((secret) => `PGPASSWORD=${secret} psql -h db.example.com`),
  bash((secret) => `docker login -u me -p ${secret} registry.example.com`),
  bash((secret, name) => `gh secret set ${name} --body ${secret}`),
  bash((secret, name) => `kubectl create secret generic s --from-literal=${name}=${secret}`),
  bash((secret) => `aws configure set aws_secret_access_key ${secret}`),
  bash((secret) => `curl -H 'X-Api-Key: ${secret}' https://api.example.com`),
  bash((secret) => `curl -H "Authorization: Token ${secret}" https://api.example.com`),
  bash((secret) => `openssl rsa -passin pass:${secret} -in k.pem`),
  bash((secret) => `sshpass -p ${secret} ssh host.example.com uptime`),
  bash((secret, name) => `heroku config:set ${name}=${secret}`),
  bash((secret) => `redis-cli -a ${secret} ping`),
  bash((secret, name) => `vault kv put secret/app ${name}=${secret}`),
  bash((secret) => `echo ${secret} | docker login -u me --password-stdin`),
  bash((secret) => `nmcli dev wifi connect home password ${secret}`),
  tool((secret) => ({ apiKey: secret })),
  tool((secret) => ({ options: { auth: { client_secret: secret } } })),
  tool((secret, name) => ({ env: { [name]: secret } })),
  tool((secret) => ({ headers: { Authorization: `Bearer ${secret}` } })),
  tool((secret) => ({ body: JSON.stringify({ user: 'me', password: secret }) })),
  tool((secret) => ({ body: JSON.stringify({ inner: JSON.stringify({ access_token: secret }) }) })),
]

const letters = (alphabet: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength })
const LOWER = 'abcdefghijklmnopqrstuvwxyz'
/** Made by chance, or a plain word that nobody would take for a secret. */
const SECRETS = fc.oneof(
  fc
    .tuple(letters(LOWER, 2, 4), letters(`${LOWER}ABCDEFGHJKLMNPQRSTUVWXYZ23456789`, 12, 30))
    .map(([first, rest]) => `${first}4${rest}Q9z`),
  letters(LOWER, 10, 16),
  fc.tuple(letters(LOWER, 6, 9), letters(LOWER, 6, 9)).map(([left, right]) => `${left}-${right}`),
)
const NAMES = fc
  .tuple(letters('ABCDEFGHIKLMNOPQRSTUVWXYZ', 4, 8), fc.constantFrom('', '_X', '_ONE', '_VALUE'))
  .map(([first, last]) => `Q${first}${last}`)
const PLANTED = fc.tuple(SECRETS, NAMES, fc.constantFrom(...ROLES.keys()))

let home: string
let project: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-planted-'))
  project = join(home, 'project')
  for (const folder of [project, join(home, '.irongate')]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  mkdirSync(join(home, '.irongate/state'), { mode: 0o700 })
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const state = () => join(home, '.irongate/state')

/** Files of the state, but for those that hold a file's text until it lies where it belongs. */
const kept = () =>
  readdirSync(state(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !(entry.parentPath.endsWith('/contents') && entry.name.startsWith('s-')))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))

async function send([name, input]: Call, session: string, signal?: AbortSignal): Promise<void> {
  const payload = { event: 'tool', session, cwd: project, tool: name, input, attended: false }
  const event = GENERIC_INTEGRATION.readEvent(JSON.stringify(payload), { home, signs: {} })
  await answerEvent(event, {
    integration: GENERIC_INTEGRATION,
    host: 'generic',
    home,
    now: Date.now,
    readPolicy,
    audit: (record) => writeRecord(state(), record),
    ...(signal && { signal, waits: { since: Date.now() - 55_000, extend: () => undefined } }),
  })
}

it('no planted secret stays in Records, the session, or what was noted', async () => {
  const planted = fc.sample(PLANTED, { numRuns: runs(400), seed: 11 })
  for (const [at, [secret, name, role]] of planted.entries())
    await send((ROLES[role] ?? (ROLES[0] as Role))(secret, name), `s${at % 20}`)
  const texts = kept()
  expect(texts.join('').match(/«secret:/g)?.length).toBeGreaterThan(planted.length / 2)
  const found = planted.filter(([secret]) => texts.some((text) => text.includes(secret)))
  expect(found.map(([secret, name, role]) => (ROLES[role] as Role)(secret, name))).toEqual([])
}, 120_000)

it('no planted secret stands in calls that wait, which webhooks and servers are told of', async () => {
  const ask = ['Bash', 'Write', 'Edit', 'mcp__vendor__call']
  writeFileSync(
    join(home, '.irongate/settings.json'),
    JSON.stringify({ permissions: { ask }, approvals: { waitSeconds: 60 } }),
  )
  const planted = ROLES.map((role, at) => {
    const [[secret, name] = ['', '']] = fc.sample(fc.tuple(SECRETS, NAMES), { numRuns: 1, seed: at })
    return { secret, call: role(secret, name) }
  })
  const stop = new AbortController()
  const sent = planted.map(({ call }, at) => send(call, `w${at}`, stop.signal))
  await pause(1500)
  const told = JSON.stringify(await listPendingAsks({ home }))
  const texts = [...kept(), told]
  expect(told.match(/«secret:/g)?.length).toBeGreaterThan(planted.length / 2)
  expect(planted.filter(({ secret }) => texts.some((text) => text.includes(secret))).map(({ call }) => call)).toEqual(
    [],
  )
  stop.abort()
  await Promise.all(sent)
}, 60_000)
