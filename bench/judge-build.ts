import { CATEGORIES } from '../src/categories/index.ts'
import { createCheckBuilder } from '../src/judge/model/check.ts'
import { capabilitiesOf } from '../src/judge/model/models.ts'
import { buildRequest } from '../src/judge/model/request.ts'
import { stagesOf } from '../src/judge/model/stages.ts'
import { action, callEntry, encodeCall, judgeRequest, TEST_MODEL, user } from '../src/judge/model/testing.ts'
import { messagesBody } from '../src/judge/model/transports/messages/body.ts'
import type { Entry } from '../src/transcript/entries.ts'

/** How long the next request of a session takes to build, by the size of its transcript. Flat means incremental. */

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000]
const ROUNDS = 200

function growing(size: number): Entry[] {
  const entries: Entry[] = [user('start')]
  for (let length = 0, at = 0; length < size; at++) {
    const command = `echo ${'work '.repeat(60)}${at}`
    entries.push(callEntry(command, at % 4 === 0))
    length += command.length
  }
  return entries
}

/** The median time of a check that has a few new entries, in microseconds. */
export function buildTime(size: number): number {
  const builder = createCheckBuilder({ encodeCall, categories: CATEGORIES, exceptions: [] })
  const transcript = growing(size)
  const request = judgeRequest('git status', { transcript, action: action('git status') })
  const [stage] = stagesOf('both')
  if (stage === undefined) return Number.NaN
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (let more = 0; more < 4; more++) transcript.push(callEntry(`echo ${round} ${more}`, more === 0))
    const start = performance.now()
    const { text } = builder.build(request, { evidence: true, format: 'jsonl', cacheLife: '1h' })
    messagesBody(buildRequest(text, stage, TEST_MODEL, capabilitiesOf(TEST_MODEL)))
    times.push(performance.now() - start)
  }
  return (times.sort((left, right) => left - right)[ROUNDS / 2] ?? Number.NaN) * 1_000
}

if (import.meta.main) {
  buildTime(10_000)
  const times = SIZES.map((size) => ({ size, time: buildTime(size) }))
  const base = times[0]?.time ?? Number.NaN
  for (const { size, time } of times)
    console.log(`${size} characters: ${time.toFixed(0)} µs (${(time / base).toFixed(2)}×)`)
}
