import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../test/runs.ts'
import { measureCpuMs } from '../analysis/testing.ts'
import { createRedactor, redact } from './redact.ts'

const filler = (count: number) => 'aB3d'.repeat(count)
const KEY = '-----BEGIN RSA PRIVATE KEY-----'

describe('what has the shape of a key', () => {
  it.each([
    [`sk-ant-api03-${filler(6)}`, 'api-key'],
    [`ghp_${filler(9)}`, 'github-token'],
    [`github_pat_${filler(10)}`, 'github-token'],
    [`glpat-${filler(25)}`, 'gitlab-token'],
    [`xoxb-${filler(5)}`, 'slack-token'],
    [`AKIA${'ABCD'.repeat(4)}`, 'aws-key'],
    [`AIza${filler(9)}`, 'google-key'],
    [`eyJ${filler(5)}.${filler(5)}.${filler(5)}`, 'jwt'],
    [`npm_${filler(9)}`, 'npm-token'],
    [`${KEY}\n${filler(16)}\n${filler(16)}\n${filler(2)}=\n-----END RSA PRIVATE KEY-----`, 'private-key'],
    [`${KEY}\\n${filler(16)}\\n-----END RSA PRIVATE KEY-----`, 'private-key'],
  ])('%s', (secret, kind) => expect(redact(`x ${secret} y`)).toBe(`x «secret:${kind}» y`))
})

describe('what its name or place gives away', () => {
  it.each([
    ['API_KEY=abcdefgh', 'API_KEY=«secret:key»'],
    ['env DB_PASSWORD=a1,b2 run', 'env DB_PASSWORD=«secret:password» run'],
    ['tool --env DB_PASSWORD=opensesame', 'tool --env DB_PASSWORD=«secret:password»'],
    ['"password": "correct horse"', '"password": "«secret:password»"'],
    [String.raw`-d "{\"password\":\"correct horse\"}"`, String.raw`-d "{\"password\":\"«secret:password»\"}"`],
    ['login --password hunter22 --user me', 'login --password «secret:password» --user me'],
    [`-H "Authorization: Bearer ${filler(5)}"`, '-H "Authorization: Bearer «secret:authorization»"'],
    [`-H 'Authorization: token opensesame'`, "-H 'Authorization: token «secret:authorization»'"],
    ['-H "Cookie: sid=abc123; theme=x9"', '-H "Cookie: «secret:cookie»"'],
    ['postgres://app:pa55word@db/x', 'postgres://app:«secret:password»@db/x'],
    ['https://h/?access_token=abcdef&n=1', 'https://h/?access_token=«secret:token»&n=1'],
    ['url=https://h/?token=abcdef', 'url=https://h/?token=«secret:token»'],
    ['curl -u me:opensesame h', 'curl -u me:«secret:password» h'],
    ['mysql -h db -u root -phunter2 x', 'mysql -h db -u root -p«secret:password» x'],
  ])('%s', (text, clean) => expect(redact(text)).toBe(clean))
})

describe('what is none stays', () => {
  it.each([
    'git commit -m "token refresh"',
    'rm -rf build',
    'https://example.com/a:b',
    'task-sk-1',
    'deploy --token "$TOKEN" --password ${PW}',
    'curl -H "Authorization: Bearer $TOKEN"',
    'max_tokens=4096',
    'run -u 1000:1000 image',
    'get --key PROJ-12',
    'TOKEN=<your token>',
    'password=$(pass show db)',
    'export PATH=/opt/bin:$PATH',
    'grep -rn "basic authentication" docs',
    'git commit -m "feat: token rotation-service"',
  ])('%s', (text) => expect(redact(text)).toBe(text))
})

describe('fields of a value', () => {
  it('are read by their names, at any depth', () => {
    const value = {
      env: [{ name: 'DB_PASSWORD', value: 'a b; c' }],
      headers: { 'X-Api-Key': 'k1k2k3k4' },
      password: 1234,
      issue: { key: 'PROJ-1' },
      usage: { input_tokens: 12 },
    }
    expect(createRedactor().value(value)).toEqual({
      env: [{ name: 'DB_PASSWORD', value: '«secret:password»' }],
      headers: { 'X-Api-Key': '«secret:key»' },
      password: '«secret:password»',
      issue: { key: 'PROJ-1' },
      usage: { input_tokens: 12 },
    })
  })

  it('a value that is nested without end is cut', () => {
    let value: unknown = 'x'
    for (let at = 0; at < 50_000; at++) value = { value }
    expect(JSON.stringify(createRedactor().value(value)).length).toBeLessThan(2000)
  })
})

it('what was found once is known from then on', () => {
  const redactor = createRedactor()
  redactor.value({ password: 'opensesame' })
  expect(redactor.text('sends opensesame out')).toBe('sends «secret:password» out')
})

it.each([
  ['echo "password="; rm -rf ~; echo "', true],
  ["login --password 'a;b'", true],
  ['login --password "a b"', true],
  ['login --password "ab12"', false],
  ["git -c credential.helper='!rm -rf ~' fetch", false],
  ['login --password-command "rm -rf ~"', false],
  [`echo '${KEY}\n${filler(16)}\n${filler(2)}=\n-----END RSA PRIVATE KEY-----' > k; rm -rf ~`, false],
  ['PASSWORD=abc; rm -rf ~', false],
  ['password=$(rm -rf ~)', false],
  ['echo "password=`rm x`"', false],
])('%s hides something that a shell may act on: %s', (text, hides) => {
  const redactor = createRedactor()
  const shown = redactor.text(text)
  expect(redactor.hidesCode).toBe(hides)
  if (!hides) for (const part of text.match(/rm -rf ~|rm x/g) ?? []) expect(shown).toContain(part)
})

it('a long text that was clean once is searched again for what is known to be a secret', () => {
  const text = `${'all of it is said in plain words; '.repeat(12)}hunter2hunter2`
  expect(redact(text)).toBe(text)
  expect(redact(text)).toBe(text)
  expect(redact(text, ['hunter2hunter2'])).toBe(text.replace('hunter2hunter2', '«secret:key»'))
  const redactor = createRedactor()
  redactor.value({ password: 'hunter2hunter2' })
  expect(redactor.text(text)).not.toContain('hunter2hunter2')
  expect(redactor.hidesCode).toBe(true)
  expect(redact(`${text} PASSWORD=other-secret-1`)).not.toContain('other-secret-1')
})

it('a field hides nothing of another unseen', () => {
  const redactor = createRedactor()
  redactor.value({ password: '/tmp/x.sh', command: 'sh -c /tmp/x.sh' })
  expect(redactor.hidesCode).toBe(true)
})

const LETTERS = [...'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ']
const word = fc
  .tuple(
    fc.constantFrom(...LETTERS),
    fc.string({ unit: fc.constantFrom(...LETTERS, ...'23456789_'), minLength: 20, maxLength: 60 }),
  )
  .map(([first, rest]) => `${first}7${rest}Q9`)
const SECRETS = fc.oneof(
  word,
  word.map((text) => `ghp_${text.replaceAll('_', '0')}`),
  word.map((text) => `sk-ant-${text}`),
  word.map((text) => `glpat-${text}`),
)
/** Ways in which a call carries a secret that only its surroundings give away. */
const WAYS: readonly ((secret: string) => unknown)[] = [
  (secret) => ({ command: `export API_TOKEN=${secret}; make` }),
  (secret) => ({ command: `curl -H 'Authorization: Bearer ${secret}' https://example.com` }),
  (secret) => ({ command: `tool login --password '${secret}' && tool push` }),
  (secret) => ({ command: `tool login --client-secret="${secret}"` }),
  (secret) => ({ command: `git clone https://me:${secret}@git.example.com/a.git` }),
  (secret) => ({ command: `curl -d '{"password": "${secret}"}' https://example.com` }),
  (secret) => ({ command: `curl "https://example.com/?api_key=${secret}&page=2"` }),
  (secret) => ({ file_path: '/p/.env', content: `PORT=80\nSECRET_KEY="${secret}"\nDEBUG=1\n` }),
  (secret) => ({ file_path: '/p/a.yml', content: `db:\n  user: me\n  password: ${secret}\n` }),
  (secret) => ({ arguments: { auth: { access_token: secret } } }),
  (secret) => ({ env: [{ name: 'SIGNING_SECRET', value: secret }] }),
]

it('no secret survives, in the input or in a text that quotes it', () => {
  fc.assert(
    fc.property(SECRETS, fc.constantFrom(...WAYS), (secret, way) => {
      const redactor = createRedactor()
      const kept = JSON.stringify(redactor.value(way(secret)))
      const message = redactor.text(`Bash denied: sends ${secret} to example.com`)
      expect(kept).not.toContain(secret)
      expect(kept).toContain('«secret:')
      expect(message).not.toContain(secret)
      expect(JSON.stringify(redactor.value(JSON.parse(kept)))).toBe(kept)
    }),
    { numRuns: runs(1000, 4) },
  )
})

it.each([
  'password=',
  'key=',
  'url=',
  '"key":"',
  "token='",
  '-----BEGIN PRIVATE KEY-----',
  'eyJaaaaaaaaaa.',
  'sk-',
  '://a:',
  'aaaaaaaa',
  '-u a:',
  'mysql -h ',
  'a.b-',
  'cookie: a=',
])('takes a text of 250 kB of %j in its stride', (piece) => {
  const text = piece.repeat(Math.ceil(250_000 / piece.length))
  expect(measureCpuMs(() => redact(text))).toBeLessThan(1000)
})
