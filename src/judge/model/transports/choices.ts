import { acpChoice } from './acp/choice.ts'
import type { JudgeChoice, ProbePlace } from './choice.ts'
import { claudeCodeChoice } from './claude-cli/choice.ts'
import { codexChoice } from './codex-cli/choice.ts'
import { LOCAL_SERVERS, localServerChoice } from './messages/local-servers.ts'

/** What is there, the best first: a client that is logged in, what runs on this machine, then clients that are slow to start. */
export async function findJudgeChoices(place: ProbePlace): Promise<readonly JudgeChoice[]> {
  const { servers = LOCAL_SERVERS } = place
  const found = await Promise.all([
    claudeCodeChoice(place),
    codexChoice(place),
    ...servers.map(localServerChoice),
    acpChoice('gemini', place),
    acpChoice('qwen', place),
  ])
  return found.filter((choice) => choice !== undefined)
}
