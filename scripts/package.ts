import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Installs the package as a user would, from its own tarball into an empty folder without a network, and uses it: the command
 * line, the library, and its types by a compiler that takes no type for granted.
 */
const SHIPPED =
  /^(?:bin\/(?:irongate\.js|package\.json)|dist\/(?:(?:index|agent-sdk)\.js|(?:cli|hook)\.cjs|LICENSES\.txt|build|dashboard\/(?:app\.js|style\.css|index\.html|icon\.svg)|chunks\/[\w.-]+\.js|parts\/[\w-]+\.cjs|types\/[\w/-]+\.d\.ts)|docs\/(?:[\w/-]+\.md|images\/[\w-]+\.png)|examples\/[\w-]+\.[jt]s|hooks\/(?:hooks\.json|irongate)|commands\/why\.md|schema\/[\w.-]+\.json|\.claude-plugin\/\w+\.json|(?:README|CHANGELOG|SECURITY)\.md|LICENSE|package\.json)$/
const MOST_BYTES = 10_000_000

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const problems: string[] = []
const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })
if (dependencies.length > 0) problems.push(`users would install ${dependencies.join(', ')}`)
for (const script of ['preinstall', 'install', 'postinstall'])
  if (manifest.scripts[script] !== undefined) problems.push(`a script runs at users: ${script}`)

const folder = mkdtempSync(join(tmpdir(), 'irongate-package-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const home = join(folder, 'home')
const user = join(folder, 'user')
for (const each of [home, user]) mkdirSync(each)
const environment = {
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  npm_config_offline: 'true',
  npm_config_audit: 'false',
}

const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
  encoding: 'utf8',
})
const [{ filename, files, unpackedSize }] = JSON.parse(packed) as [
  { filename: string; files: { path: string }[]; unpackedSize: number },
]
for (const { path } of files) if (!SHIPPED.test(path)) problems.push(`${path} is not for users`)
if (unpackedSize > MOST_BYTES) problems.push(`${unpackedSize} bytes`)

writeFileSync(join(user, 'package.json'), '{"type":"module","private":true}')
run('npm', ['install', '--no-fund', join(folder, filename)], 0)
run('npx', ['--no-install', 'irongate', 'check', 'Bash', 'git status'], 0)
run('npx', ['--no-install', 'irongate', 'check', 'Bash', 'rm -rf ~'], 20)
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
run('node', ['use.ts'], 0)
const compiler = resolve('node_modules/typescript/bin/tsc')
const types = resolve('node_modules/@types')
const strict = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext', '--target', 'es2024']
run('node', [compiler, ...strict, '--allowImportingTsExtensions', '--typeRoots', types, '--types', 'node', 'use.ts'], 0)

// What other tools think of the way it is laid out; it is for `import` alone.
const tarball = join(folder, filename)
run('node', [resolve('node_modules/publint/src/cli.js'), tarball, '--strict'], 0)
run('node', [resolve('node_modules/@arethetypeswrong/cli/dist/index.js'), tarball, '--profile', 'esm-only'], 0)

for (const problem of problems) console.error(problem)
console.log(`${files.length} files, ${(unpackedSize / 1e6).toFixed(1)} MB, ${dependencies.length} dependencies`)
process.exitCode = problems.length > 0 ? 1 : 0

function run(program: string, args: readonly string[], wanted: number): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: user, env: environment, encoding: 'utf8' })
  if (status !== wanted) problems.push(`${program} ${args.join(' ')}: ${status}\n${stdout}${stderr}`)
}
