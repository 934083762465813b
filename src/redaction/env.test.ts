import { describe, expect, it } from 'vitest'
import { measureCpuMs } from '../analysis/testing.ts'
import { isEnvFile } from './env.ts'
import { createRedactor, redact } from './redact.ts'

const S = '«secret:secret»'

describe('files of settings for a process', () => {
  it.each([
    '.env',
    'a/.env',
    '/p/.env.local',
    '.env.production',
    'config/prod.env',
    '.envrc',
    '.flaskenv',
    '.dev.vars',
  ])('%s is one', (path) => expect(isEnvFile(path)).toBe(true))

  it.each(['.env.example', '.env.sample', 'prod.env.template', 'src/env.ts', '.environment', 'a/env', '.env/x.ts', ''])(
    '%s is none',
    (path) => expect(isEnvFile(path)).toBe(false),
  )

  it('lose their values, whatever they are called', () => {
    const content = [
      '# keys',
      'PORT=8080',
      'NODE_ENV=production',
      'DEBUG=true',
      'BASE_URL=https://example.com/api',
      'LOG_DIR=/var/log/app',
      'FROM=$OTHER',
      'STRIPE=opensesame',
      'export FOO="open sesame" # mine',
      "BAR='x1y2'",
      'HOOK=https://hooks.example.com/T0/B0/Zk9pQ7vLx2mT',
      'KEPT="first',
      'second"',
      'EMPTY=',
    ].join('\n')
    expect(createRedactor().value({ file_path: '/p/.env', content })).toEqual({
      file_path: '/p/.env',
      content: [
        '# keys',
        'PORT=8080',
        'NODE_ENV=production',
        'DEBUG=true',
        'BASE_URL=https://example.com/api',
        'LOG_DIR=/var/log/app',
        'FROM=$OTHER',
        `STRIPE=${S}`,
        `export FOO="${S}" # mine`,
        `BAR='${S}'`,
        `HOOK=${S}`,
        `KEPT="${S}`,
        `${S}"`,
        'EMPTY=',
      ].join('\n'),
    })
  })

  it('lose them in edits, also in a piece without a name', () => {
    const given = { file_path: '.env', edits: [{ old_string: 'STRIPE=before', new_string: 'STRIPE=opensesame' }] }
    expect(JSON.stringify(createRedactor().value(given))).not.toMatch(/before|opensesame/)
    const piece = { path: '.env.local', old_string: 'hunter', new_string: 'opensesame' }
    expect(createRedactor().value(piece)).toEqual({ path: '.env.local', old_string: S, new_string: S })
  })

  it.each([
    { file_path: 'src/a.ts', content: 'const STRIPE=opensesame' },
    { file_path: '.env.example', content: 'STRIPE=your-stripe-value' },
    { file_path: 'Makefile', content: 'CC=clang\nFLAGS=-O2' },
    { file_path: '/p/.env', content: '# only a comment\n' },
    { command: 'source .env && FOO=bar npm test' },
  ])('%j stays as it is', (given) => expect(createRedactor().value(given)).toEqual(given))
})

describe('commands that write such a file', () => {
  it.each([
    ['cat > .env <<EOF\nSTRIPE=opensesame\nPORT=80\nEOF\nls', `cat > .env <<EOF\nSTRIPE=${S}\nPORT=80\nEOF\nls`],
    ["cat <<'E' >> .env.local && ls\nA=open sesame\nE", `cat <<'E' >> .env.local && ls\nA=${S}\nE`],
    ['NODE_ENV=x npm t; echo A=opensesame >> .env', `NODE_ENV=x npm t; echo A=${S} >> .env`],
    ['FOO=bar make && echo "A=open sesame" > .env', `FOO=bar make && echo "A=${S}" > .env`],
    ['echo A="open sesame" | tee -a app/.env', `echo A="${S}" | tee -a app/.env`],
    ["printf 'A=opensesame\\nB=two2\\n' > .env", `printf 'A=${S}\\nB=${S}\\n' > .env`],
    ["printf 'A=%s\\n' opensesame >> .env", `printf 'A=%s\\n' ${S} >> .env`],
    ["sed -i 's|^A=.*|A=open/sesame|' .env", `sed -i 's|^A=.*|A=${S}|' .env`],
    ["bash -c 'echo A=opensesame > .env'", `bash -c 'echo A=${S} > .env'`],
    ['tee .env <<EOF\nA=opensesame\nEOF', `tee .env <<EOF\nA=${S}\nEOF`],
  ])('%j', (text, clean) => {
    expect(redact(text)).toBe(clean)
    expect(redact(clean)).toBe(clean)
  })

  it.each([
    'cp .env.example .env',
    'cat .env | grep FOO=bar',
    'echo PORT=80 >> .env',
    'echo "NODE_ENV=production" >> .env',
    'FOO=bar make > out.txt; cat .env',
    'echo A=$TOKEN >> .env',
    'echo "A=$(openssl rand -hex 8)" >> .env',
    'echo .env >> .gitignore',
    'git rm --cached .env && echo x=y > notes.txt',
    'docker run --env-file .env -e MODE=fast img > log',
  ])('%j stays as it is', (text) => expect(redact(text)).toBe(text))

  it('what a shell may act on is not hidden unseen', () => {
    const redactor = createRedactor()
    const shown = redactor.text('echo "A=1x$(rm -rf src)" >> .env; echo \'B=a; rm -rf ~\' >> .env')
    expect(shown).toContain('rm -rf src')
    expect(redactor.hidesCode).toBe(true)
  })
})

describe('by the role of a word', () => {
  it.each([
    ['curl --cert c.pem:opensesame https://h', 'curl --cert c.pem:«secret:password» https://h'],
    ['curl -E ./c.p12:opensesame https://h', 'curl -E ./c.p12:«secret:password» https://h'],
    ['pulumi config set --secret name opensesame', `pulumi config set --secret name ${S}`],
    ['pulumi config set name opensesame --secret', `pulumi config set name ${S} --secret`],
    ['acme settings set --sensitive name=opensesame', `acme settings set --sensitive name=${S}`],
    ['gh secret set NAME -bopensesame', `gh secret set NAME -b${S}`],
    ['heroku config:set STRIPE=opensesame PORT=80', `heroku config:set STRIPE=${S} PORT=80`],
    ["curl -d 'user=me&pin=4711x' https://h", `curl -d 'user=me&pin=${S}' https://h`],
    ['ansible-vault encrypt_string opensesame', 'ansible-vault encrypt_string «secret:password»'],
    ['nmcli dev wifi connect home password opensesame', 'nmcli dev wifi connect home password «secret:password»'],
    ['net user bob opensesame /add', 'net user bob «secret:password» /add'],
  ])('%j', (text, clean) => {
    expect(redact(text)).toBe(clean)
    expect(redact(clean)).toBe(clean)
  })

  it.each([
    'curl --cert c.pem https://h:8443/x',
    'curl --cert c.pem --key k.pem https://h',
    'grep -E "a.pem:12" log',
    'pulumi config set region eu-west-1',
    'git config set user.name Foo',
    'curl -d "page=2&code_style=x" https://h',
    'net user bob /delete',
    'heroku config:set NODE_ENV=production',
    'node --secure-heap=16 config.js set name value',
  ])('%j stays as it is', (text) => expect(redact(text)).toBe(text))

  it('of a field', () => {
    const given = {
      env: { STRIPE: 'opensesame', PORT: '80' },
      headers: { Authorization: 'Bearer opensesame' },
      pin: 'x47',
      text: 'pin the version',
    }
    expect(createRedactor().value(given)).toEqual({
      env: { STRIPE: S, PORT: '80' },
      headers: { Authorization: 'Bearer «secret:authorization»' },
      pin: S,
      text: 'pin the version',
    })
  })
})

it.each([
  'echo A=b > .env\n',
  'cat > .env <<E\nA="\n',
  '> .env <<',
  'A="> .env ',
  "sed -i 's/A=/A=x/' .env;",
  'printf A=%s x > .env ',
  ' --cert a.pem:',
  'config set --secret a ',
  'config set a --secret ',
  'config set a=b --sensitive ',
  ' -d a=b&pin=',
  'config:set A=',
  'nmcli password ',
])('takes a text of 250 kB of %j in its stride', (piece) => {
  const text = piece.repeat(Math.ceil(250_000 / piece.length))
  expect(measureCpuMs(() => redact(text))).toBeLessThan(1000)
})
