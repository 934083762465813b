import { type FixedFacts, fixedFacts } from '../../facts/fixed.ts'
import type { CodeLanguage, Effect } from '../effects.ts'
import type { CommandGrade, EffectRecorder } from '../interpret/program.ts'
import { createToolRecorder } from '../interpret/tool-recorder.ts'
import { type CodeContext, readCode } from './read-code.ts'

export interface CodeReading {
  readonly grade: CommandGrade
  readonly effects: readonly Effect[]
  readonly ran: readonly string[]
}

/** For tests: reads code in a project at /home/dev/project; what it runs is noted, not followed. */
export function readCodeForTest(
  language: CodeLanguage,
  text: string,
  facts: FixedFacts = {},
  context: Partial<CodeContext> = {},
): CodeReading {
  const notes = createToolRecorder('code', fixedFacts(facts))
  const ran: string[] = []
  const recorder: EffectRecorder = {
    ...notes.recorder,
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
  const grade = readCode(language, text, { recorder, ...context })
  return { grade, effects: notes.reading().effects, ran }
}

/** The effects in one short line each, so that a table can state what matters. */
export function describeAllEffects(reading: CodeReading): string[] {
  const lines = reading.effects
    .filter((effect) => effect.kind !== 'run-code' || effect.origin !== 'inline')
    .map(describeEffect)
  return [...lines, ...reading.ran.map((line) => `run ${line}`)]
}

type EffectDescriptions = { readonly [Kind in Effect['kind']]?: (effect: Extract<Effect, { kind: Kind }>) => string }

const EFFECT_DESCRIPTIONS: EffectDescriptions = {
  'delete-path': ({ path, recursive }) => `delete ${path.text}${recursive ? ' recursive' : ''}`,
  'read-path': ({ path, list }) => `${list ? 'list' : 'read'} ${path.text}`,
  'write-path': ({ path }) => `write ${path.text}`,
  'change-mode': ({ path, grants }) => `mode ${path.text} ${grants}`,
  connect: ({ host }) => `connect ${host}`,
  'send-data': ({ channel, host, payload }) => `send ${channel} ${host} ${payload.map(({ kind }) => kind).join(',')}`,
  download: ({ host }) => `download ${host}`,
  'run-code': ({ origin }) => `code ${origin}`,
  listen: ({ reach }) => `listen ${reach}`,
  observe: ({ what }) => `observe ${what}`,
  weaken: ({ area }) => `weaken ${area}`,
  'signal-process': ({ target, owner }) => `signal ${target} ${owner}`,
  'database-change': ({ statement, unbounded }) => `database ${statement}${unbounded ? ' unbounded' : ''}`,
  'expose-secret': ({ source, sink }) => `expose ${source.kind} ${sink}`,
  'external-write': ({ nature }) => `external ${nature}`,
  exhaust: ({ what }) => `exhaust ${what}`,
  persist: ({ mechanism }) => `persist ${mechanism}`,
  'resource-change': ({ verb, target }) => `resource ${verb} ${target}`,
}

function describeEffect(effect: Effect): string {
  const said = EFFECT_DESCRIPTIONS[effect.kind] as ((effect: Effect) => string) | undefined
  return `${effect.certainty === 'possible' ? 'maybe ' : ''}${said?.(effect) ?? effect.kind}`
}
