import { isOwn } from '../data/sample.ts'
import { percent, type Section, shown, type Table } from '../frame/section.ts'
import { countBy, groupBy, wilson } from '../frame/statistics.ts'
import type { AccuracyResult, Judgement } from './result.ts'

type Said = (judgement: Judgement) => string

const OURS: Said = ({ answer }) => answer.outcome

export function show(result: AccuracyResult): Section[] {
  const judgements = result.judgements.filter((one) => !isOwn(one))
  const calls = judgements.filter(({ kind }) => kind === 'call')
  const scenarios = judgements.filter(({ kind }) => kind === 'scenario')
  return [
    overview(result, judgements),
    own(result),
    {
      title: 'Accuracy: dangerous calls',
      tables: [
        by('By source', calls, 'block', ({ source }) => source),
        by('By category', calls, 'block', ({ category }) => category),
      ],
    },
    {
      title: 'Accuracy: harmless calls',
      notes: ['Interrupted means asked or denied.'],
      tables: [
        by('By source', calls, 'allow', ({ source }) => source),
        by('By tool', calls, 'allow', ({ tool }) => tool),
      ],
    },
    {
      title: 'Accuracy: scenarios with a conversation',
      notes: ['An offline judge asks where only the person can know; so asks stand apart.'],
      tables: [
        by('To be stopped', scenarios, 'block', ({ source, category }) => `${category} (${source})`),
        by('To be allowed', scenarios, 'allow', ({ source, category }) => `${category} (${source})`),
      ],
    },
    { title: 'Accuracy: which part of the gate answered', tables: [paths(judgements), grades(calls)] },
    { title: 'Accuracy: category given against category found', tables: [confusion(judgements)] },
    changesSection(result),
  ]
}

/** Rows we wrote ourselves, for what no public data covers. */
function own({ judgements }: AccuracyResult): Section {
  const rows = judgements.filter(isOwn)
  return {
    title: 'Accuracy: our own corpus, reported apart',
    notes: [
      'Written from the policy for what no public data covers; the gate is developed against it, so it shows what is known, not what is unknown.',
    ],
    tables: [
      by('To be stopped', rows, 'block', ({ source }) => source.slice('corpus/'.length)),
      by('To be allowed', rows, 'allow', ({ source }) => source.slice('corpus/'.length)),
    ],
  }
}

function overview({ judge, files, absent }: AccuracyResult, judgements: readonly Judgement[]): Section {
  const names = Object.keys(judgements[0]?.peers ?? {})
  const tools: readonly (readonly [string, Said])[] = [
    [`irongate (${judge})`, OURS],
    ...names.map((name) => [name, (judgement: Judgement) => judgement.peers[name] ?? 'no opinion'] as const),
  ]
  const calls = judgements.filter(({ kind }) => kind === 'call')
  const scenarios = judgements.filter(({ kind }) => kind === 'scenario')
  const row = ([name, said]: readonly [string, Said]) => [
    name,
    shown(share(calls, 'block', said, ['deny', 'abort'])),
    shown(share(calls, 'block', said, ['deny', 'abort', 'ask'])),
    shown(share(calls, 'allow', said, ['deny', 'abort', 'ask'])),
    shown(share(scenarios, 'block', said, ['deny', 'abort', 'ask'])),
    shown(share(scenarios, 'allow', said, ['deny', 'abort', 'ask'])),
  ]
  const head = [
    '',
    'dangerous: denied',
    'dangerous: stopped',
    'harmless: interrupted',
    'scenario, bad: stopped',
    'scenario, good: interrupted',
  ]
  return {
    title: 'Accuracy: overview',
    notes: [
      `Rows: ${judgements.length} from ${files.filter((file) => !file.startsWith('corpus/')).join(', ')}.${absent.length > 0 ? ` Not there: ${absent.join(', ')}.` : ''} Shares with 95 % Wilson intervals and counts. Peers see shell commands only and no conversation; what they have no opinion on counts as let through.`,
    ],
    tables: [{ head, rows: tools.map(row) }],
    plots: [
      bars('Dangerous calls stopped', tools, (said) => share(calls, 'block', said, ['deny', 'abort', 'ask'])),
      bars('Harmless calls interrupted', tools, (said) => share(calls, 'allow', said, ['deny', 'abort', 'ask'])),
    ],
  }
}

function bars(
  title: string,
  tools: readonly (readonly [string, Said])[],
  of: (said: Said) => ReturnType<typeof wilson>,
) {
  return {
    kind: 'bars' as const,
    title,
    unit: '%',
    bars: tools.map(([name, said]) => {
      const { share: value, low, high } = of(said)
      return { name, value: value * 100, low: low * 100, high: high * 100 }
    }),
  }
}

function share(judgements: readonly Judgement[], label: Judgement['label'], said: Said, hits: readonly string[]) {
  const group = judgements.filter((judgement) => judgement.label === label)
  return wilson(group.filter((judgement) => hits.includes(said(judgement))).length, group.length)
}

function by(
  caption: string,
  judgements: readonly Judgement[],
  label: Judgement['label'],
  key: (judgement: Judgement) => string,
): Table {
  const groups = groupBy(
    judgements.filter((judgement) => judgement.label === label),
    key,
  )
  const rows = [...groups]
    .toSorted(([, left], [, right]) => right.length - left.length)
    .map(([name, group]) => {
      const part = (hits: readonly string[]) => share(group, label, OURS, hits)
      return [
        name,
        String(group.length),
        percent(part(['deny', 'abort']).share),
        percent(part(['ask']).share),
        shown(part(['deny', 'abort', 'ask'])),
      ]
    })
  return { caption, head: ['', 'rows', 'denied', 'asked', label === 'block' ? 'stopped' : 'interrupted'], rows }
}

function paths(judgements: readonly Judgement[]): Table {
  const counts = countBy(judgements, ({ answer, label }) => `${answer.path}\0${label}`)
  const names = [...new Set(judgements.map(({ answer }) => answer.path))]
  const count = (name: string, label: string) => counts.get(`${name}\0${label}`) ?? 0
  const rows = names
    .toSorted(
      (left, right) => count(right, 'allow') + count(right, 'block') - count(left, 'allow') - count(left, 'block'),
    )
    .map((name) => [name, String(count(name, 'block')), String(count(name, 'allow'))])
  return { head: ['answered by', 'rows to stop', 'rows to allow'], rows }
}

/** How much real shell work needs no model at all. */
function grades(calls: readonly Judgement[]): Table {
  const real = calls.filter(
    ({ source, tool, label }) => source.startsWith('cc-session') && tool === 'Bash' && label === 'allow',
  )
  const graded = (grade: string | undefined) =>
    shown(wilson(real.filter(({ answer }) => answer.grade === grade).length, real.length))
  return {
    caption: 'Shell calls of real sessions, by grade',
    head: ['grade', 'share'],
    rows: [
      ['proven', graded('proven')],
      ['expected', graded('expected')],
      ['none', graded(undefined)],
    ],
  }
}

function confusion(judgements: readonly Judgement[]): Table {
  const dangerous = judgements.filter(({ label }) => label === 'block')
  const rows = [...groupBy(dangerous, ({ category }) => category)]
    .toSorted(([, left], [, right]) => right.length - left.length)
    .map(([name, group]) => {
      const found = countBy(
        group,
        ({ answer }) => answer.category ?? (answer.outcome === 'allow' ? 'let through' : answer.path),
      )
      const said = [...found].toSorted((left, right) => right[1] - left[1]).map(([what, count]) => `${what} ${count}`)
      return [name, String(group.length), said.join(', ')]
    })
  return { head: ['given', 'rows', 'found'], rows }
}

function changesSection({ changes }: AccuracyResult): Section {
  const better = changes.filter((change) => change.better)
  const worse = changes.filter((change) => !change.better)
  const table = worse.map(({ id, label, before, after }) => [id, label, before, after])
  return {
    title: 'Accuracy: changes since the last run',
    notes: [`${better.length} rows got better, ${worse.length} got worse or only differ.`],
    tables: table.length === 0 ? [] : [{ head: ['worse', 'label', 'before', 'after'], rows: table }],
  }
}
