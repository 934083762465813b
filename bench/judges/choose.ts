import { readFileSync } from 'node:fs'
import { CLI_TOOLS, createCase } from '../../src/cli/call-case.ts'
import type { CallLine } from '../../src/cli/call-line.ts'
import type { Decision } from '../../src/decision.ts'
import { createGate } from '../../src/gate.ts'
import { chainJudges } from '../../src/judge/chain.ts'
import { createEmbeddedJudge } from '../../src/judge/embedded/judge.ts'
import type { Judge } from '../../src/judge/judge.ts'
import { createModelJudgeFor } from '../../src/judge/model/assemble.ts'
import { recordedClient } from '../../src/judge/model/transports/messages/batch.ts'
import type { Policy } from '../../src/settings/policy.ts'
import type { Options } from '../frame/options.ts'

/** Decides one line with the chosen judge, in a fresh session. */
export type Decide = (line: CallLine) => Promise<Decision>

const EMBEDDED = createEmbeddedJudge()

export function decideWith(judgeOf: (policy: Policy) => Judge, settings: CallLine['settings'] = {}): Decide {
  return (line) => {
    const { policy, call, session } = createCase({ ...line, settings: { ...settings, ...line.settings } })
    return createGate({ policy, tools: CLI_TOOLS, judge: judgeOf(policy) }).check(call, session)
  }
}

/** The judge that the command line asks for. A live one is made only after its cost was agreed to. */
export function chosenJudge(options: Options): { readonly name: string; readonly decide: Decide } {
  switch (options.judge) {
    case 'embedded':
      return { name: 'embedded', decide: decideWith(() => EMBEDDED) }
    case 'recorded': {
      if (options.recorded === undefined) throw new Error('--judge recorded needs --recorded FILE')
      const client = recordedClient(readFileSync(options.recorded, 'utf8'))
      const judgeOf = (policy: Policy) => {
        const claude = createModelJudgeFor(policy, CLI_TOOLS, { client, model: options.model })
        return chainJudges({ embedded: EMBEDDED, model: () => Promise.resolve(claude) })
      }
      return { name: 'recorded verdicts', decide: decideWith(judgeOf) }
    }
    case 'live':
      return { name: `live ${options.model ?? 'default model'}`, decide: liveDecide(options) }
  }
}

function liveDecide({ baseUrl, model }: Options): Decide {
  const environmentKey = process.env['ANTHROPIC_API_KEY']
  const settings = { judge: { ...(baseUrl !== undefined && { baseUrl }), ...(model !== undefined && { model }) } }
  const judgeOf = (policy: Policy) => {
    const claude = createModelJudgeFor(policy, CLI_TOOLS, { environmentKey, model })
    return chainJudges({ embedded: EMBEDDED, model: () => Promise.resolve(claude) })
  }
  return decideWith(judgeOf, settings)
}
