import type { Integration } from '../integration.ts'
import { answerTo, blocked } from './answer.ts'
import { readEvent } from './events.ts'
import { instructions } from './instructions.ts'
import {
  COPILOT_CLI_HOOK_COVERAGE,
  COPILOT_CLI_PROMISES,
  COPILOT_CLI_SCREEN,
  COPILOT_CLI_TYPED_PROOF,
} from './promises.ts'
import { attest } from './prompt-proof.ts'
import { COPILOT_TOOLS } from './tools.ts'
import { COPILOT_CLI_TRANSCRIPT } from './transcript.ts'

export const COPILOT_CLI_INTEGRATION: Integration = {
  id: 'copilot-cli',
  promises: COPILOT_CLI_PROMISES,
  screen: COPILOT_CLI_SCREEN,
  tellsLater: true,
  askedAbout: COPILOT_CLI_HOOK_COVERAGE,
  tools: COPILOT_TOOLS,
  readEvent,
  attest,
  typedProof: COPILOT_CLI_TYPED_PROOF,
  answer: (_event, outcome) => answerTo(outcome),
  blocked,
  // The hook is not told the mode. A yes of ours spares the host's own question.
  stance: (_event, { settings }) => ({
    mode: 'auto',
    allow: settings.gate === 'mirror' ? 'nothing' : 'allow',
    ask: 'ask',
  }),
  transcript: COPILOT_CLI_TRANSCRIPT,
  instructions,
}
