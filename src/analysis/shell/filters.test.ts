import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

describe('what a filter leaves of the environment', () => {
  const exposes = (text: string) => effectsOf(text).some((effect) => effect.kind === 'expose-secret')

  it.each([
    ['env | grep -i key'],
    ['printenv | grep -iE "token|pass"'],
    ['env | grep -v PATH'],
    ['env | grep .'],
    ['env | sort > /tmp/all'],
    ['set | grep -i secret'],
    ['env | grep -E "NODE|."'],
    ['env | sed s/=.*x//'],
    ['env | cut -d= -f2'],
  ])('%s shows secrets', (text) => {
    expect(exposes(text)).toBe(true)
  })

  it.each([
    ['env | sort | grep -c "^LANG"'],
    ['env | grep NODE'],
    ['env | grep -E "^(JAVA|GO)_"'],
    ['env | wc -l'],
    ['env | cut -d= -f1'],
    ['env | cut -d = -f 1 | sort'],
    ['env | sed "s/=.*//"'],
    ["env | awk -F= '{print $1}'"],
    ['env | grep -q CI && echo yes'],
  ])('%s shows none', (text) => {
    expect(exposes(text)).toBe(false)
  })
})

describe('what a filter leaves of live values', () => {
  const exposes = (text: string) => effectsOf(text).some((effect) => effect.kind === 'expose-secret')

  it.each([
    'quux env 4 | grep -i secret',
    'quux get values shop --all | grep -A3 -i password',
    'quux 77 Box.live_properties | sort | grep -iE "pass|token"',
    'quux -sysprops 77 | awk "/password/"',
    "quux config list | sed -n '/api_key/p'",
    'quux node inspect 3 | grep -i db_password',
    'podman compose config | grep -i secret',
    'quux env 4 > /tmp/e; grep -i secret /tmp/e',
  ])('%s shows secrets', (text) => {
    expect(exposes(text)).toBe(true)
  })

  it.each([
    'quux env 4 | grep NODE',
    'quux env 4 | grep -i secret | wc -l',
    'quux env 4 | grep -iv secret',
    "quux env 4 | sed '/token/d'",
    'env | grep -i token | sed "s/=.*/=***/"',
    'quux get values shop | grep existingSecret',
    'quux show values chart | grep -i password',
    'quux get pods | grep token-service',
    'quux env list | grep secret',
    'grep -rn password config',
    'git log -p | grep -i password',
  ])('%s shows none', (text) => {
    expect(exposes(text)).toBe(false)
  })
})

describe('what a filter leaves of a file of secrets', () => {
  const exposes = (text: string) => effectsOf(text).some((effect) => effect.kind === 'expose-secret')

  it.each([
    'cat .env',
    'grep . .env',
    "grep -v '^#' .env",
    'grep KEY .env',
    'grep -A1 PORT .env',
    'cut -d= -f2 .env',
    'cut -d: -f1 .env',
    'cut -d= -f1 ~/.ssh/id_rsa',
    "sed 's/=/: /' .env",
    "sed -e 's/=.*/=x/' -e 'x;p' .env",
    "sed -n 's/=.*/=x/;p' .env",
    "sed -n 's/.*=//p' .env",
    "sed -nE 's/^([A-Z=]+)=.*/\\1/p' .env",
    "sed -n 's/^\\([A-Z]*\\)=\\(.*\\)/\\2/p' .env",
    "sed 's/\\(=.*\\)/\\1/' .env",
    "awk -F= '{print $2}' .env",
    "awk '{print $1}' .env",
    "grep -o '.*' .env",
    "grep -o '[A-Za-z0-9]*$' .env",
    'jq . secrets.json',
    'env | grep -vi path',
    'echo "${API_KEY:-none}"',
  ])('%s shows secrets', (text) => {
    expect(exposes(text)).toBe(true)
  })

  it.each([
    'cut -d= -f1 .env',
    'cat .env | cut -d = -f 1 | sort',
    "sed 's/=.*/=***/' .env",
    "sed -n 's/=.*//p' .env",
    "sed -nE 's/^([A-Z][A-Z0-9_]*)=.*$/\\1=/gp' .env.local",
    "sed -n 's/^\\(\\w*\\)=.*/\\1/p' .env",
    "sed -E 's/^([^=]+)=.*/\\1=x/' .env.local",
    "grep -oE '^[A-Z_]+' .env",
    "grep -o '^[A-Z_]*=' .env",
    "awk -F= '{print $1}' .env",
    'wc -l .env',
    'grep -c . .env',
    "grep -q '^PORT=' .env && echo yes",
    'grep PORT .env',
    "grep -E '^(PORT|NODE_ENV)=' .env",
    'grep VITE_ .env.local',
    'jq keys secrets.json',
    "env | grep -viE 'key|token|secret|password'",
    'echo "${API_KEY:+set}"',
  ])('%s shows none', (text) => {
    expect(exposes(text)).toBe(false)
  })
})

describe('parts of a file that a shell runs', () => {
  const origins = (text: string) =>
    effectsOf(text, { files: { '/home/dev/project/plan.txt': 'run ls' } }).flatMap((effect) =>
      effect.kind === 'run-code' ? [effect.origin] : [],
    )

  it.each([
    ["grep '^run' plan.txt | sed 's/^run //' | bash", 'dynamic'],
    ["awk '{print $2}' plan.txt | sh", 'dynamic'],
    ['head -3 plan.txt | sh', 'dynamic'],
    ['cat plan.txt | sh', 'project-file'],
    ["tr -d '\\r' < plan.txt | sh", 'project-file'],
  ])('%s: %s', (text, origin) => {
    expect(origins(text)).toContain(origin)
  })
})

describe('set-up text that a tool prints to be evaluated', () => {
  const certainties = (text: string) =>
    effectsOf(text).flatMap((effect) => (effect.kind === 'run-code' ? [effect.certainty] : []))

  it.each([
    ['eval "$(brew shellenv)"', 'possible'],
    ['eval "$(ssh-agent -s)"', 'possible'],
    ['eval "$(direnv export bash)"', 'possible'],
    ['source <(kubectl completion bash)', 'possible'],
    ['eval "$(kubectl get cm x -o name)"', 'certain'],
    ['eval "$(./brew shellenv)"', 'certain'],
    ['eval "$(brew shellenv; cat plan.txt)"', 'certain'],
  ])('%s: %s', (text, certainty) => {
    expect(certainties(text)).toContain(certainty)
  })
})
