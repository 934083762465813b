import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, THOROUGH } from '../../test/runs.ts'
import { measureCpuMs } from '../analysis/testing.ts'
import { createRedactor, redact } from './redact.ts'
import { hasSecretPlace, isTokenShaped, PIPED_SECRET, SECRET_PLACES } from './shapes.ts'

const V = 'Zk9pQ7vLx2'
/** What grows with the square of this is far beyond the time. */
const LENGTH = THOROUGH ? 250_000 : 80_000
const P = '«secret:password»'
const T = '«secret:token»'
const K = '«secret:key»'
const S = '«secret:secret»'

const HIDDEN: readonly (readonly [text: string, clean: string])[] = [
  // A login with `-p`.
  [`docker login -u me -p ${V}`, `docker login -u me -p ${P}`],
  [`docker login -u "$ME" -p '${V}' reg.example`, `docker login -u "$ME" -p '${P}' reg.example`],
  ['podman login -p opensesame -u me quay.example', `podman login -p ${P} -u me quay.example`],
  [`az login --service-principal -u x -p=${V}`, `az login --service-principal -u x -p=${P}`],
  [
    `helm registry login reg.example \\\n  -u me \\\n  -p ${V}`,
    `helm registry login reg.example \\\n  -u me \\\n  -p ${P}`,
  ],
  [`docker login -u me -p${V}`, `docker login -u me -p${P}`],
  [`bash -c "oc login -u me -p ${V}" && ls`, `bash -c "oc login -u me -p ${P}" && ls`],
  // Text for a reader of a password.
  [`echo ${V} | sudo -S rm x`, `echo ${P} | sudo -S rm x`],
  [`echo "${V}" | sudo -k -u root -S rm x`, `echo "${P}" | sudo -k -u root -S rm x`],
  [`echo my ${V} | sudo -kS ls`, `echo ${P} ${P} | sudo -kS ls`],
  [`printf '${V}\\nrm -rf x\\n' | sudo -S sh`, `printf '${P}\\nrm -rf x\\n' | sudo -S sh`],
  [`printf '%s\\n' ${V} | docker login --password-stdin`, `printf '%s\\n' ${P} | docker login --password-stdin`],
  [`echo -n ${V}|docker login -u me --password-stdin r`, `echo -n ${P}|docker login -u me --password-stdin r`],
  [`echo ${V} | gh auth login --with-token`, `echo ${P} | gh auth login --with-token`],
  [`echo ${V} | vault login -`, `echo ${P} | vault login -`],
  [`echo ${V} | ssh host "sudo -S reboot"`, `echo ${P} | ssh host "sudo -S reboot"`],
  [`echo me:${V} | sudo chpasswd`, `echo me:${P} | sudo chpasswd`],
  [`echo ${V} | gpg --batch --passphrase-fd 0 -d f`, `echo ${P} | gpg --batch --passphrase-fd 0 -d f`],
  [`echo ${V} | gh secret set NAME`, `echo ${P} | gh secret set NAME`],
  [`echo ${V} | cryptsetup open --key-file - /dev/sdb x`, `echo ${P} | cryptsetup open --key-file - /dev/sdb x`],
  [`sudo -S rm x <<< "${V}"`, `sudo -S rm x <<< "${P}"`],
  [`docker login --password-stdin <<<${V}`, `docker login --password-stdin <<<${P}`],
  // A setting that is called after a secret.
  [`aws configure set aws_secret_access_key ${V}`, `aws configure set aws_secret_access_key ${K}`],
  [`aws configure set --profile x aws_session_token ${V}`, `aws configure set --profile x aws_session_token ${T}`],
  [`npm config set //reg.example/:_authToken ${V}`, `npm config set //reg.example/:_authToken ${T}`],
  [`npm config set //reg.example/:_authToken=${V}`, `npm config set //reg.example/:_authToken=${T}`],
  [`npm set //reg.example/:_authToken "${V}"`, `npm set //reg.example/:_authToken "${T}"`],
  [
    `yarn config set 'npmRegistries["//r"].npmAuthToken' ${V}`,
    `yarn config set 'npmRegistries["//r"].npmAuthToken' ${T}`,
  ],
  ['kubectl config set users.me.password opensesame', `kubectl config set users.me.password ${P}`],
  [`git config --global github.token ${V}`, `git config --global github.token ${T}`],
  ['poetry config pypi-token.pypi opensesame', `poetry config pypi-token.pypi ${T}`],
  ['setx DB_PASSWORD opensesame', `setx DB_PASSWORD ${P}`],
  ['set -gx DB_PASSWORD opensesame', `set -gx DB_PASSWORD ${P}`],
  [`ngrok config add-authtoken ${V}`, `ngrok config add-authtoken ${T}`],
  [`redis-cli SET session:token ${V}`, `redis-cli SET session:token ${T}`],
  [
    `aws ssm put-parameter --name /db/password --type x --value ${V}`,
    `aws ssm put-parameter --name /db/password --type x --value ${P}`,
  ],
  // A secret that is set.
  [`gh secret set NAME --body ${V}`, `gh secret set NAME --body ${S}`],
  [`gh secret set NAME -R o/r -b"x" -b '${V}'`, `gh secret set NAME -R o/r -b"x" -b '${S}'`],
  [
    `az keyvault secret set --vault-name v --name n --value=${V}`,
    `az keyvault secret set --vault-name v --name n --value=${S}`,
  ],
  [`drone secret add --name n --data ${V}`, `drone secret add --name n --data ${S}`],
  [
    `kubectl create secret generic n --from-literal=a=${V} --from-literal=b=b${V}`,
    `kubectl create secret generic n --from-literal=a=${S} --from-literal=b=${S}`,
  ],
  [`fly secrets set ONE=a${V} TWO="$TWO" THREE='b c'`, `fly secrets set ONE=${S} TWO="$TWO" THREE='${S}'`],
  [`dotnet user-secrets set "Db:Main" "${V}"`, `dotnet user-secrets set "Db:Main" "${S}"`],
  // A login whose operand is a token.
  [`vault login s.${V}`, `vault login ${T}`],
  [`vault login -no-print -method=token hvs.${V}`, `vault login -no-print -method=token ${T}`],
  [`cargo login ${V}${V}`, `cargo login ${T}`],
  [`wandb login ${'3f9a0c7be1d24865'.repeat(2)}`, `wandb login ${T}`],
  [`snyk auth 72f988bf-86f1-41af-91ab-2d7cd011db47`, `snyk auth ${T}`],
  [`bw login me@example.com ${V}`, `bw login me@example.com ${T}`],
  // A tool that makes passwords.
  [`htpasswd -b file user ${V}`, `htpasswd -b file user ${P}`],
  ['htpasswd -nb user opensesame > f', `htpasswd -nb user ${P} > f`],
  ["htpasswd -c -B -b f 'a user' 'open sesame'; ls", `htpasswd -c -B -b f 'a user' '${P}'; ls`],
  ['mosquitto_passwd -b f me opensesame 2>/dev/null', `mosquitto_passwd -b f me ${P} 2>/dev/null`],
  [`openssl passwd -6 ${V}`, `openssl passwd -6 ${P}`],
]

describe('a secret by its place in a command', () => {
  it.each(HIDDEN)('%s', (text, clean) => expect(redact(text)).toBe(clean))
  it.each(HIDDEN)('%s, cleaned twice', (_, clean) => expect(redact(clean)).toBe(clean))
})

describe('the same places without a secret', () => {
  it.each([
    'docker login -u me -p "$PASS"',
    'docker login -u me -p $PASS reg.example',
    'docker login -u me -p <token>',
    'docker login registry-1.example.com/v1',
    'docker login 123456789012.dkr.ecr.us-east-1.amazonaws.com',
    'ssh -p 2222 host',
    'ssh -l login -p 2222 host',
    'mkdir -p a/b',
    'mkdir src/login && cp -p a b',
    'cp -p a b',
    'kubectl login',
    'gh auth login',
    'gh auth login -p https -h github.com',
    'npm login',
    'az login --tenant x',
    'az login --tenant 72f988bf-86f1-41af-91ab-2d7cd011db47',
    'tsh login production-cluster-2',
    'oc login https://api.cluster1.example:6443',
    'vault login "$VAULT_TOKEN"',
    'git config set user.name Foo',
    'git config credential.helper store',
    'git config --get github.token | cat',
    "aws configure set credential_process 'sh ./creds.sh'",
    'npm config set registry https://reg.example/',
    'npm config set //reg.example/:_authToken ${NPM_TOKEN}',
    'aws configure set region eu-west-1',
    'aws configure set aws_secret_access_key "$KEY"',
    'redis-cli SET key value',
    'git add token.ts index.ts',
    'git remote add secrets git@example.com:a/b2.git',
    'yarn add jsonwebtoken express',
    'kubectl create token default',
    'kubectl create secret generic n --from-file=./f',
    'vercel env add API_TOKEN production',
    'gh ssh-key add key.pub --title x',
    'echo hello | sudo tee x',
    'echo y | sudo pacman -S vim',
    'echo y | sudo -E pacman -S vim',
    'echo "$PASS" | sudo -S rm x',
    'echo "$(cat f)" | docker login --password-stdin',
    'echo foo | grep passwd',
    'echo foo:x:0:0 | tee -a /etc/passwd',
    'cat f | docker login --password-stdin',
    'gh secret set NAME --body "$BODY"',
    'gh secret set NAME < f',
    'gh issue create --title "secret create fails" --body "see log"',
    'docker secret create name ./f',
    'gcloud secrets create n --data-file=f',
    'a secret set by the user, and secrets set in CI are kept',
    'please set password correctly and set DB_PASSWORD before running',
    'auth in commit 3f9a0c7be1d24865 was fixed',
    'htpasswd -b file user "$PASS"',
    'htpasswd -n user',
    'getent passwd root',
  ])('%s', (text) => expect(redact(text)).toBe(text))
})

it.each([
  [`printf '${V}\\nreboot' | sudo -S sh`, true],
  ['echo reboot | sudo -S sh', true],
  [`echo ${V} | docker login --password-stdin`, false],
  [`docker login -p 'a;b'`, true],
  ['sudo -S sh <<E\nreboot now\nE', true],
])('%s hides something that a shell may act on: %s', (text, hides) => {
  const redactor = createRedactor()
  redactor.text(text)
  expect(redactor.hidesCode).toBe(hides)
})

it.each([
  ['Zk9pQ7vLx2', true],
  ['MyCluster01Prod', false],
  ['k8s-prod-1a2b', false],
  ['hunter2', false],
  ['reg1.example.com', false],
])('%s has the shape of a token: %s', (word, is) => expect(isTokenShaped(word)).toBe(is))

/** Commands built from the parts that the places are told by. */
const gap = fc.constantFrom(' ', '  ', '\t', ' \\\n ')
const line = (...parts: (string | readonly string[])[]) =>
  fc
    .tuple(fc.tuple(...parts.map((part) => fc.constantFrom(...(typeof part === 'string' ? [part] : part)))), gap)
    .map(([words, between]) => words.filter((word) => word !== '').join(between))
const LOGS_IN = ['login', 'log-in', 'logon', 'signin', 'sign-in']
const SETS = [
  'set',
  'put',
  'add',
  'create',
  'store',
  'save',
  'update',
  'write',
  'insert',
  'define',
  'register',
  'config',
]
const NAMES = ['token', 'db_password', '"apiKey"', "'a.secret'", '//r/:_authToken', 'dsn', 'my.cookie', 'DATABASE_PWD']
const COMMANDS = fc.oneof(
  line('x', LOGS_IN, ['', '-u me', '--flag'], '-p', V),
  line('x', [...LOGS_IN, 'auth', 'AUTH', 'authenticate', 'authtoken'], ['', '-a=b', '--no-x'], V),
  line('x', SETS, ['', '-g', '--at x', '--at=x'], NAMES, V),
  line('x', ['config set', 'env:set', 'setx', 'setenv', 'set -x'], NAMES, V),
  line('x', ['--name', '--key', '--id', '--secret-id'], ['a_token', '/a/passwd', 'x-secret'], ['', '-f'], '--value', V),
  line('x', ['secret', 'secrets', 'user-secrets'], SETS.slice(0, -1), 'N', ['--body', '--value', '--data', '-b'], V),
  line('x', SETS.slice(0, -1), 'secret', 'generic', 'n', ['--value', '--text'], V),
  line('x', 'secrets', ['set', 'put', 'add'], ['', '-a'], `N=${V}`),
  line('x', 'secret', 'set', 'NAME', V),
  line(['passwd', 'htpasswd', 'x_passwd'], ['', '-b'], 'f', 'u', V),
  line(['echo', 'echo -n', 'printf %s'], V, '|', [
    'sudo -S ls',
    'sudo -u a --stdin ls',
    'chpasswd',
    'x --token-stdin',
    'x login -',
    'x secret put n',
    'x -pass stdin',
    'x --with-token',
  ]),
  line(['sudo -S ls', 'x --key-fd 0', 'x login --stdin', 'x secret set n'], '<<<', V),
)

it('what a place could match passes the filter before it', () => {
  const shapes = [PIPED_SECRET, ...SECRET_PLACES.map(({ lead }) => lead)]
  const seen = new Set<RegExp>()
  fc.assert(
    fc.property(COMMANDS, (command) => {
      for (const shape of shapes) {
        shape.lastIndex = 0
        if (!shape.test(command)) continue
        seen.add(shape)
        expect(hasSecretPlace(command.toLowerCase())).toBe(true)
      }
      expect(redact(command)).not.toContain(V)
    }),
    { numRuns: runs(3000, 3) },
  )
  // The forms without a blank are in the table.
  expect(shapes.filter((shape) => !seen.has(shape)).length).toBeLessThanOrEqual(2)
})

it.each([
  'login ',
  'login -p ',
  'login -p "',
  'login "login ',
  "login 'a ",
  'auth -a=b ',
  'set ',
  'set -a ',
  'set -a b ',
  'config set ',
  'config set token a ',
  'set token ',
  '--name token ',
  'secret set ',
  'secret set a ',
  'secret set A=$ ',
  'secret set -b ',
  'create secret --value "$a" ',
  'passwd ',
  'passwd -b ',
  'echo ',
  'echo a|',
  'echo a | sudo ',
  'echo a | sudo -u ',
  'sudo -u a ',
  'sudo -S ',
  'sudo -S <',
  '--pass-',
  'x--pass',
  '------',
  'secret set <<< ',
  '\\\n',
  'set\\\n',
])(`takes a text of ${LENGTH / 1000} kB of %j in its stride`, (piece) => {
  for (const end of ['', ` | sudo -S <<< token`]) {
    const text = piece.repeat(Math.ceil(LENGTH / piece.length)) + end
    expect(measureCpuMs(() => redact(text))).toBeLessThan(LENGTH / 250)
  }
})
