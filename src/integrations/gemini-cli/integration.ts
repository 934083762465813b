import { createTools } from '../../tools/registry.ts'
import { blockByStatus } from '../hook-runtime/host-answers.ts'
import type { Integration } from '../integration.ts'
import { answerTo } from './answer.ts'
import { readEvent } from './events.ts'
import { instructions } from './instructions.ts'
import { GEMINI_CLI_HOOK_COVERAGE, GEMINI_CLI_PROMISES, GEMINI_CLI_SCREEN, GEMINI_CLI_TYPED_PROOF } from './promises.ts'
import { attest } from './prompt-proof.ts'
import { GEMINI_CLI_TRANSCRIPT } from './transcript.ts'

export const GEMINI_CLI_INTEGRATION: Integration = {
  id: 'gemini-cli',
  promises: GEMINI_CLI_PROMISES,
  screen: GEMINI_CLI_SCREEN,
  askedAbout: GEMINI_CLI_HOOK_COVERAGE,
  tools: createTools([], ['gemini']),
  readEvent,
  attest,
  typedProof: GEMINI_CLI_TYPED_PROOF,
  answer: (_event, outcome) => answerTo(outcome),
  // Status 2 with a word on stderr blocks; without a word the call runs.
  blocked: (why) => blockByStatus(why),
  // The hook is not told the mode.
  stance: (_event, { settings }) => ({
    mode: 'auto',
    allow: settings.gate === 'mirror' ? 'nothing' : 'allow',
    ask: 'ask',
  }),
  transcript: GEMINI_CLI_TRANSCRIPT,
  instructions,
}
