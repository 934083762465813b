import { rmSync } from 'node:fs'
import { answerOf } from '../data/answer.ts'
import { readSamples } from '../data/read.ts'
import type { Sample } from '../data/sample.ts'
import type { Options } from '../frame/options.ts'
import { progress } from '../frame/progress.ts'
import type { Store } from '../frame/store.ts'
import type { Suite } from '../frame/suite.ts'
import { chosenJudge } from '../judges/choose.ts'
import { agreeToCost } from '../judges/estimate.ts'
import type { Peer } from '../peers/peer.ts'
import { peerPlace, safetyNets } from '../peers/safety-net.ts'
import { missesOf } from './misses.ts'
import { type AccuracyResult, changesSince, type Judgement } from './result.ts'
import { show } from './show.ts'

/** How well calls with known labels are judged, beside what people would use instead. */
export const ACCURACY: Suite<AccuracyResult> = { name: 'accuracy', run, show, misses: missesOf }

async function run(options: Options, store: Store): Promise<AccuracyResult> {
  const { samples, files, absent } = readSamples(options.data)
  const rows = samples.slice(0, options.limit)
  if (options.judge === 'live')
    await agreeToCost(
      rows.map(({ line }) => line),
      options,
    )
  const { name, decide } = chosenJudge(options)
  const place = peerPlace(options.results)
  const peers = options.peers ? safetyNets(place) : []
  const bar = progress('accuracy', rows.length)
  const judgements: Judgement[] = []
  for (const sample of rows) {
    judgements.push(judgementOf(sample, answerOf(await decide(sample.line)), peers))
    bar.step(judgements.length, sample.source)
  }
  bar.end()
  rmSync(place.home, { recursive: true, force: true })
  const last = store.load('accuracy') as AccuracyResult | undefined
  const comparable = last?.judge === name ? last.judgements : []
  const shortFiles = files.map((file) => file.split('/').slice(-2).join('/'))
  const absentNames = absent.map((directory) => directory.split('/').slice(-2).join('/'))
  return {
    judge: name,
    files: shortFiles,
    absent: absentNames,
    judgements,
    changes: changesSince(comparable, judgements),
  }
}

function judgementOf(sample: Sample, answer: Judgement['answer'], peers: readonly Peer[]): Judgement {
  const { id, source, category, label, kind, line } = sample
  const said = peers.map((peer) => [peer.name, peer.check({ tool: line.tool, input: line.input })] as const)
  return { id, source, category, label, kind, tool: line.tool, answer, peers: Object.fromEntries(said) }
}
