import { mkdtempSync, rmSync } from 'node:fs'
import { Session as Inspector } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CLI_TOOLS } from '../src/cli/call-case.ts'
import { hostFacts } from '../src/facts/host.ts'
import { createGate } from '../src/gate.ts'
import { createEmbeddedJudge } from '../src/judge/embedded/judge.ts'
import { memoryState, type Session } from '../src/session.ts'
import { policyFromObject } from '../src/settings/load.ts'
import { makeProject } from './server/calls.ts'

/**
 * Through how many files of src one call goes: those in which a function runs while the gate decides it. What is set up once stays out,
 * by calls before. `node bench/walked.ts [--list] [command…]` names the files, and the functions that ran.
 */
const ORDINARY = [
  'git status',
  'ls -la src',
  'npm test',
  'grep -rn x src | head',
  'git commit -am "Fix it"',
  'frobnicate --all',
  'git push --force origin main',
]

const SOURCE = pathToFileURL(join(dirname(import.meta.dirname), 'src/')).href
const words = process.argv.slice(2)
const listed = words.includes('--list')
const commands = words.filter((word) => word !== '--list')
const home = mkdtempSync(join(tmpdir(), 'irongate-walked-'))
const cwd = makeProject(home)
const place = { home, cwd }
const gate = createGate({ policy: policyFromObject({}, place), tools: CLI_TOOLS, judge: createEmbeddedJudge() })
const inspector = new Inspector()
inspector.connect()
await inspector.post('Profiler.enable')
await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

for (const command of ['echo hello', 'unheard-of', 'cat a | wc']) await check(command, newSession())
for (const command of commands.length > 0 ? commands : ORDINARY) {
  const session = newSession()
  await inspector.post('Profiler.takePreciseCoverage')
  const { outcome } = await check(command, session)
  const files = await walked()
  const analysis = files.filter(({ file }) => file.startsWith('analysis/'))
  process.stdout.write(`${files.length} files (${analysis.length} of the analysis), ${outcome}: ${command}\n`)
  for (const { file, functions } of listed ? files : []) process.stdout.write(`  ${file}: ${functions.join(' ')}\n`)
}
inspector.disconnect()
rmSync(home, { recursive: true })

function newSession(): Session {
  const facts = hostFacts({ ...place, platform: 'linux' })
  const fence = 'walkedwalkedwalk'
  return { id: 'walked', mode: 'auto', headless: false, fence, transcript: [], facts, state: memoryState() }
}

function check(command: string, session: Session) {
  return gate.check({ tool: 'Bash', input: { command }, cwd, sessionId: 'walked' }, session)
}

/** What begins at a file's beginning is the file itself: it runs when the file is loaded. */
async function walked() {
  const { result } = await inspector.post('Profiler.takePreciseCoverage')
  return result
    .filter(({ url }) => url.startsWith(SOURCE))
    .map(({ url, functions }) => ({
      file: url.slice(SOURCE.length),
      functions: functions
        .filter(({ ranges: [whole] }) => whole !== undefined && whole.startOffset > 0 && whole.count > 0)
        .map(({ functionName }) => functionName),
    }))
    .filter(({ functions }) => functions.length > 0)
    .sort((left, right) => left.file.localeCompare(right.file))
}
