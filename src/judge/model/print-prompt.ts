import type { JudgeRequest, StageName } from '../judge.ts'
import { type CheckSources, createCheckBuilder } from './check.ts'
import { modelFor, stageRange } from './judge.ts'
import { capabilitiesOf, UNNAMED_MODEL } from './models.ts'
import { buildRequest } from './request.ts'
import { type ModelSettings, readModelSettings } from './settings.ts'
import { askingStage, asksForFacts, stagesOf } from './stages.ts'
import type { ModelRequest, Transport } from './transport.ts'

export interface PromptOptions {
  /** The first stage of the mode by default. */
  readonly stage?: StageName
  readonly transport: Pick<Transport, 'id' | 'toWire' | 'models'>
  /** `json` is the body as it would be sent; `text` is what the model reads. */
  readonly as?: 'json' | 'text'
  /** `IRONGATE_MODEL`. */
  readonly model?: string
  /** Prints the count instead of the prompt. */
  readonly tokens?: TokenCounter
}

/** A count of the endpoint's, or why there is none. */
export type CountResult = { readonly count: number; readonly by: string } | { readonly none: string }

/** Has the endpoint count a request. */
export type TokenCounter = (request: ModelRequest, settings: ModelSettings) => Promise<CountResult>

/** `irongate prompt`: exactly what would be sent for a call, or how many tokens it has. */
export async function printPrompt(
  request: JudgeRequest,
  sources: CheckSources,
  options: PromptOptions,
): Promise<string> {
  const read = readModelSettings(request.policy.judge)
  if ('problem' in read) return `${read.problem}\n`
  const { settings } = read
  const stages = stagesOf(settings.mode)
  const stage = stages.find(({ name }) => name === options.stage) ?? stages[0]
  if (stage === undefined || (options.stage !== undefined && stage.name !== options.stage)) {
    return `the mode ${settings.mode} has no stage ${options.stage}\n`
  }
  const model = modelFor(request, stageRange(options.transport.models(settings), stage, settings), options.model)
  if (model === undefined) return `${UNNAMED_MODEL}\n`
  const check = createCheckBuilder(sources).build(request, settings)
  const asksFirst = request.facts !== undefined && asksForFacts(stage, settings, options.transport.id)
  const asked = buildRequest(
    check.text,
    asksFirst ? askingStage(stage) : stage,
    model,
    capabilitiesOf(model, settings.models),
  )
  if (options.tokens) return countLine(await options.tokens(asked, settings), check.tokens)
  return options.as === 'text'
    ? `${readable(asked)}\n`
    : `${JSON.stringify(options.transport.toWire(asked, settings), null, 2)}\n`
}

function readable({ system, blocks }: ModelRequest): string {
  return [system, ...blocks().map(({ text }) => text)].join('\n')
}

function countLine(counted: CountResult, estimate: number): string {
  return 'count' in counted
    ? `${counted.count} tokens, counted by ${counted.by}\n`
    : `about ${estimate} tokens, our own estimate on the high side (${counted.none})\n`
}
