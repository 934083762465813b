import { type FixedFacts, fixedFacts } from '../../facts/fixed.ts'
import type { CodeLanguage, Effect } from '../effects.ts'
import type { Scribe, Standing } from '../programs/program.ts'
import { toolNotes } from '../tool-scribe.ts'
import { type CodeContext, readCode } from './read-code.ts'

export interface CodeReading {
  readonly standing: Standing
  readonly effects: readonly Effect[]
  readonly ran: readonly string[]
}

/** For tests: reads code in a project at /home/dev/project; what it runs is noted, not followed. */
export function codeReading(
  language: CodeLanguage,
  text: string,
  facts: FixedFacts = {},
  context: Partial<CodeContext> = {},
): CodeReading {
  const notes = toolNotes('code', fixedFacts(facts))
  const ran: string[] = []
  const scribe: Scribe = {
    ...notes.scribe,
    runs: (words) => {
      ran.push(words.map((word) => word.text ?? '…').join(' '))
      return 'plain'
    },
    runsShell: (value) => {
      ran.push(value.text ?? '…')
      return 'plain'
    },
    runsFile: (path) => {
      ran.push(`file ${path.real ?? path.text}`)
      return 'plain'
    },
  }
  const standing = readCode(language, text, { scribe, ...context })
  return { standing, effects: notes.reading().effects, ran }
}

/** The effects in one short line each, so that a table can state what matters. */
export function summary(reading: CodeReading): string[] {
  const lines = reading.effects
    .filter((effect) => effect.kind !== 'run-code' || effect.origin !== 'inline')
    .map(describe)
  return [...lines, ...reading.ran.map((line) => `run ${line}`)]
}

function describe(effect: Effect): string {
  const maybe = effect.certainty === 'possible' ? 'maybe ' : ''
  switch (effect.kind) {
    case 'delete-path':
      return `${maybe}delete ${effect.path.text}${effect.recursive ? ' recursive' : ''}`
    case 'read-path':
      return `${maybe}${effect.list ? 'list' : 'read'} ${effect.path.text}`
    case 'write-path':
      return `${maybe}write ${effect.path.text}`
    case 'change-mode':
      return `${maybe}mode ${effect.path.text} ${effect.grants}`
    case 'connect':
      return `connect ${effect.host}`
    case 'send-data':
      return `send ${effect.channel} ${effect.host} ${effect.payload.map((source) => source.kind).join(',')}`
    case 'download':
      return `download ${effect.host}`
    case 'run-code':
      return `code ${effect.origin}`
    case 'listen':
      return `${maybe}listen ${effect.reach}`
    case 'observe':
      return `observe ${effect.what}`
    case 'weaken':
      return `weaken ${effect.area}`
    case 'signal-process':
      return `signal ${effect.target} ${effect.owner}`
    case 'database-change':
      return `database ${effect.statement}${effect.unbounded ? ' unbounded' : ''}`
    case 'expose-secret':
      return `${maybe}expose ${effect.source.kind} ${effect.sink}`
    case 'external-write':
      return `external ${effect.nature}`
    case 'exhaust':
      return `${maybe}exhaust ${effect.what}`
    case 'persist':
      return `persist ${effect.mechanism}`
    case 'resource-change':
      return `resource ${effect.verb} ${effect.target}`
    default:
      return `${maybe}${effect.kind}`
  }
}
