import { blockByStatus } from '../hook-runtime/host-answers.ts'
import type { Integration } from '../integration.ts'
import { answerTo } from './answer.ts'
import { quoteArgument } from './argument-quoting.ts'
import { OPENCODE_TOOLS, readEvent } from './events.ts'
import { instructions } from './instructions.ts'
import { OPENCODE_HOOK_COVERAGE, OPENCODE_PROMISES, OPENCODE_SCREEN, OPENCODE_TYPED_PROOF } from './promises.ts'
import { attest } from './prompt-proof.ts'
import { OPENCODE_TRANSCRIPT } from './transcript.ts'

export const OPENCODE_INTEGRATION: Integration = {
  id: 'opencode',
  promises: OPENCODE_PROMISES,
  screen: OPENCODE_SCREEN,
  askedAbout: OPENCODE_HOOK_COVERAGE,
  tools: OPENCODE_TOOLS,
  readEvent,
  attest,
  typedProof: OPENCODE_TYPED_PROOF,
  spelled: quoteArgument,
  answer: (_event, outcome) => answerTo(outcome),
  blocked: (why) => blockByStatus(why),
  // Its own permissions come after the plugin: an allow of ours spares nobody a question.
  stance: () => ({ mode: 'auto', allow: 'allow', ask: 'ask' }),
  transcript: OPENCODE_TRANSCRIPT,
  instructions,
}
