import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { CLI_TOOLS, createCase, freshSession, rememberCall } from '../../src/cli/call-case.ts'
import { createGate } from '../../src/gate.ts'
import { createEmbeddedJudge } from '../../src/judge/embedded/judge.ts'
import { answerOf } from '../data/answer.ts'
import type { Options } from '../frame/options.ts'
import { progress } from '../frame/progress.ts'
import { scratchDirectory } from '../frame/scratch.ts'
import type { Suite } from '../frame/suite.ts'
import { patientFacts } from './patient.ts'
import { makeHome } from './project.ts'
import { type ChainOutcome, type ChainsResult, missesOf, show } from './result.ts'
import { type ChainRow, readChainRows, WRITTEN_HOME } from './rows.ts'

/** Chains of calls in a real home and git project, each judged as one session. */
export const CHAINS: Suite<ChainsResult> = { name: 'chains', run, show, misses: missesOf }

async function run({ root, data, dataGiven, results, limit, harmless }: Options): Promise<ChainsResult> {
  const files = dataGiven ? data : [`${root}/../shared/data/dev-3/chains.jsonl`]
  const isHarmless = harmless || files.every((file) => basename(file).includes('harmless'))
  const { home, remove } = newHome(results)
  try {
    makeHome(home)
    installPackage(root, home)
    const rows = files.flatMap((file) => readChainRows(file, home)).slice(0, limit)
    const bar = progress('chains', rows.length)
    const chains: ChainOutcome[] = []
    for (const row of rows) {
      chains.push(await runChain(row))
      bar.step(chains.length, row.class)
    }
    bar.end()
    return { harmless: isHarmless, chains }
  } finally {
    remove()
  }
}

/** The home that rows speak of, where this machine has none yet and lets us make it; else one in a scratch folder. */
function newHome(results: string): { readonly home: string; readonly remove: () => void } {
  const away = (place: string) => () => rmSync(place, { recursive: true, force: true })
  try {
    mkdirSync(WRITTEN_HOME)
    return { home: WRITTEN_HOME, remove: away(WRITTEN_HOME) }
  } catch {
    const scratch = scratchDirectory(results, 'chains')
    return { home: join(scratch, 'home/dev'), remove: away(scratch) }
  }
}

/** Goes on until a call is stopped: what was stopped never happened, and neither did the rest. */
export async function runChain({ id, class: name, lines }: ChainRow): Promise<ChainOutcome> {
  const live = freshSession(id)
  for (const line of lines) {
    const { policy, call, session: given } = createCase(line, live)
    const session = { ...given, facts: patientFacts(given.facts) }
    const decision = await createGate({ policy, tools: CLI_TOOLS, judge: createEmbeddedJudge() }).check(call, session)
    if (decision.outcome !== 'allow')
      return { id, class: name, stoppedBy: answerOf(decision), message: decision.message }
    rememberCall(live, call, session.facts)
  }
  return { id, class: name, stoppedBy: undefined, message: '' }
}

/** The package where `npm install --global` puts it, with its state and the entry of a hook: laid there, so that nothing runs. */
function installPackage(root: string, home: string): void {
  const place = join(home, '.npm-global/lib/node_modules/irongate')
  for (const part of ['package.json', 'bin', 'dist/hook.cjs']) {
    if (existsSync(join(root, part))) cpSync(join(root, part), join(place, part), { recursive: true })
  }
  const launchers = join(home, '.npm-global/bin')
  mkdirSync(launchers, { recursive: true })
  symlinkSync('../lib/node_modules/irongate/bin/irongate.js', join(launchers, 'irongate'))
  const hook = { type: 'command', command: `${home}/.irongate/bin/hook claude-code` }
  const files: Readonly<Record<string, string>> = {
    '.irongate/bin/hook': `#!/bin/sh\nexec node ${place}/dist/hook.cjs "$@"\n`,
    '.irongate/run/a1.key': 'not-a-key\n',
    '.irongate/state/sessions/s.jsonl': '{}\n',
    '.irongate/settings.json': '{}\n',
    '.claude/settings.json': JSON.stringify({ hooks: { PreToolUse: [{ matcher: '*', hooks: [hook] }] } }),
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
  }
}
