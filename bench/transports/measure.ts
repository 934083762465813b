import { judgeRequest } from '../../src/judge/model/testing.ts'
import { closeResidents } from '../../src/judge/model/transports/local/residents.ts'
import { openWay, WAYS, type Way } from './ways.ts'

/** What a check costs in time by each transport: `node bench/transports/measure.ts [checks] [transport]`. */
const checks = Number(process.argv[2] ?? 20)
const only = process.argv[3]

async function measure(way: Way): Promise<void> {
  const { judge, policy, server, close } = await openWay(way)
  const { name } = way
  let asked = 0
  const check = async (): Promise<number> => {
    const request = judgeRequest(`frobnicate --check-${++asked}`, { policy })
    const began = performance.now()
    const { verdict } = await judge.judge(request)
    const ms = performance.now() - began
    if (verdict.type !== 'allow') throw new Error(`${name}: ${JSON.stringify(verdict)}`)
    return ms
  }
  await check()
  const [first] = server.seen
  const bare = async (): Promise<number> => {
    const began = performance.now()
    const headers = { 'content-type': 'application/json', 'anthropic-version': '2023-06-01', 'x-api-key': 'x' }
    const to = new URL(first?.path ?? first?.url ?? '/', server.url)
    await (await fetch(to, { method: 'POST', body: first?.raw ?? '', headers })).text()
    return performance.now() - began
  }
  // In turns, so that a busy machine slows both alike. What a client does after an answer the next check does not wait for:
  // a person takes longer than this.
  const resident: number[] = []
  const straight: number[] = []
  for (let at = 0; at < checks; at++) {
    await new Promise((resolve) => setTimeout(resolve, 300))
    straight.push(await bare())
    resident.push(await check())
  }
  report(name, 'bare HTTP', straight)
  report(name, 'resident', resident)
  if (way.program !== undefined) {
    const cold: number[] = []
    for (let at = 0; at < checks; at++) {
      closeResidents()
      cold.push(await check())
    }
    report(name, 'one-shot', cold)
  }
  await close()
}

function report(name: string, how: string, times: readonly number[]): void {
  const sorted = times.toSorted((left, right) => left - right)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  process.stdout.write(`| ${name} | ${how} | ${at(0.5)} | ${at(0.95)} |\n`)
}

process.stdout.write('| Transport | How | Median, ms | p95, ms |\n|---|---|---|---|\n')
for (const way of WAYS.filter(({ name }) => only === undefined || name.startsWith(only))) await measure(way)
process.exit(0)
