import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { packingProblems } from './shipped.ts'
import { packTarball } from './tarball.ts'

/**
 * Installs the package as a user would, from its own tarball with an empty home and without a network, and uses it: the command
 * line, the library, and its types by a compiler that takes no type for granted.
 */
const folder = mkdtempSync(join(tmpdir(), 'irongate-package-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const user = join(folder, 'user')
mkdirSync(user)

const tarball = packTarball('.', folder, 'https://git.example.com/acme/irongate')
const problems = packingProblems(tarball)

// npm speaks of an empty home only the first time: each way to install has its own.
const globally = ['install', '--global', '--prefix', join(folder, 'global'), tarball.file]
for (const [name, program, args] of [
  ['global', 'npm', globally],
  ['npx', 'npx', ['--yes', '--package', tarball.file, 'irongate', '--version']],
] as const)
  expectQuiet(run(program, args, { status: 0, home: name }))
run(join(folder, 'global/bin/irongate'), ['check', 'Bash', 'rm -rf ~'], { status: 20 })

writeFileSync(join(user, 'package.json'), '{"type":"module","private":true}')
expectQuiet(run('npm', ['install', '--no-fund', tarball.file], { status: 0, home: 'local' }))
run('npx', ['--no-install', 'irongate', 'check', 'Bash', 'git status'], { status: 0 })
run('npx', ['--no-install', 'irongate', 'check', 'Bash', 'rm -rf ~'], { status: 20 })
writeFileSync(
  join(user, 'use.ts'),
  `import { createEmbeddedJudge, createGate, createTools, fixedFacts, memoryState, policyFromObject } from 'irongate'
const place = { cwd: '/home/dev/project', home: '/home/dev' }
const gate = createGate({ policy: policyFromObject({}, place), tools: createTools(), judge: createEmbeddedJudge() })
const session = { id: 's', mode: 'auto', headless: true, transcript: [], facts: fixedFacts(place), fence: 'aaaaaaaaaaaaaaaa', state: memoryState() } as const
const { outcome } = await gate.check({ tool: 'Bash', input: { command: 'rm -rf ~' }, cwd: place.cwd, sessionId: 's' }, session)
if (outcome === 'allow') throw new Error('allowed')
`,
)
run('node', ['use.ts'], { status: 0 })
const compiler = resolve('node_modules/typescript/bin/tsc')
const types = resolve('node_modules/@types')
const strict = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext', '--target', 'es2024']
const typed = ['--allowImportingTsExtensions', '--typeRoots', types, '--types', 'node', 'use.ts']
run('node', [compiler, ...strict, ...typed], { status: 0 })

// What other tools think of the way it is laid out; it is for `import` alone.
run('node', [resolve('node_modules/publint/src/cli.js'), tarball.file, '--strict'], { status: 0 })
const typesWrong = resolve('node_modules/@arethetypeswrong/cli/dist/index.js')
run('node', [typesWrong, tarball.file, '--profile', 'esm-only'], { status: 0 })

for (const problem of problems) console.error(problem)
console.log(`${tarball.files.length} files, ${(tarball.unpackedSize / 1e6).toFixed(1)} MB`)
process.exitCode = problems.length > 0 ? 1 : 0

interface Ran {
  readonly line: string
  readonly output: string
}

interface Wanted {
  readonly status: number
  readonly home?: string
}

function run(program: string, args: readonly string[], { status: wanted, home = 'home' }: Wanted): Ran {
  const environment = {
    PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
    HOME: join(folder, home),
    npm_config_offline: 'true',
    npm_config_audit: 'false',
  }
  mkdirSync(environment.HOME, { recursive: true })
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: user, env: environment, encoding: 'utf8' })
  const ran = { line: `${program} ${args.join(' ')}`, output: `${stdout}${stderr}` }
  if (status !== wanted) problems.push(`${ran.line}: ${status}\n${ran.output}`)
  return ran
}

/** A first look at a security tool is no warning. */
function expectQuiet({ line, output }: Ran): void {
  if (/\bwarn/i.test(output)) problems.push(`${line} warns:\n${output}`)
}
