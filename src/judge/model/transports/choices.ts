import type { JudgeChoice, ProbePlace } from './choice.ts'
import { claudeCodeChoice } from './claude-cli/choice.ts'
import { codexChoice } from './codex-cli/choice.ts'
import { LOCAL_SERVERS, localServerChoice } from './messages/local-servers.ts'

/** What is there, the best first: a client that is logged in, then what runs on this machine. */
export async function findJudgeChoices(place: ProbePlace): Promise<readonly JudgeChoice[]> {
  const { servers = LOCAL_SERVERS } = place
  const found = await Promise.all([claudeCodeChoice(place), codexChoice(place), ...servers.map(localServerChoice)])
  return found.filter((choice) => choice !== undefined)
}
