import { parseArgs } from 'node:util'

/**
 * Prints the answers of one build, a line each: `node bench/compare/answers.ts <checkout> --data DIR…`.
 * Every module is the checkout's own, so that a build is judged by itself; the rows are read by ours.
 */

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string', multiple: true } },
})
const [checkout] = positionals
if (checkout === undefined) throw new Error('which checkout?')
const data = values.data ?? []

const { readSamples } = await import('../data/read.ts')
const { readChains } = await import('../data/chains.ts')
const { readSessions } = await import('../data/sessions.ts')
const theirs = async <T>(path: string): Promise<T> => (await import(`${checkout}/${path}`)) as T

type Case = typeof import('../../src/cli/case.ts')
type Gate = typeof import('../../src/gate.ts')
type Embedded = typeof import('../../src/judge/embedded/judge.ts')
type Answers = typeof import('../data/answer.ts')
type Replay = typeof import('../sessions/replay.ts')
type Load = typeof import('../../src/settings/load.ts')

const { caseOf, freshSession, remember, TOOLS } = await theirs<Case>('src/cli/case.ts')
const { createGate } = await theirs<Gate>('src/gate.ts')
const { createEmbeddedJudge } = await theirs<Embedded>('src/judge/embedded/judge.ts')
const { answerOf } = await theirs<Answers>('bench/data/answer.ts')
const { replay } = await theirs<Replay>('bench/sessions/replay.ts')
const { policyFromObject } = await theirs<Load>('src/settings/load.ts')

const judge = createEmbeddedJudge()

function print(key: string, group: string, label: string, decision: Parameters<typeof answerOf>[0]): void {
  const { outcome, path, category } = answerOf(decision)
  process.stdout.write(`${JSON.stringify({ key, group, label, outcome, why: category ?? path })}\n`)
}

for (const { id, source, label, line } of readSamples(data).samples) {
  const { policy, call, session } = caseOf(line)
  print(`row ${source} ${id}`, source, label, await createGate({ policy, tools: TOOLS, judge }).check(call, session))
}
for (const { id, area, label, lines } of readChains(data)) {
  const live = freshSession(id)
  for (const [at, line] of lines.entries()) {
    const { policy, call, session } = caseOf(line, live)
    const decision = await createGate({ policy, tools: TOOLS, judge }).check(call, session)
    print(`chain ${id} ${at}`, `redteam ${area}`, label, decision)
    if (decision.outcome !== 'allow') break
    remember(live, call, session.facts)
  }
}
for (const real of readSessions(data)) {
  const policy = policyFromObject({}, { cwd: real.cwd, home: '/home/user' })
  for await (const { at, decision } of replay(real, { policy, judge }))
    print(`session ${real.id} ${at}`, `sessions ${real.source}`, 'allow', decision)
}
