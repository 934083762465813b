import { createTools } from '../../tools/registry.ts'
import type { Integration } from '../integration.ts'
import { blockedByStatus } from '../seat/plain-answers.ts'
import { answerTo } from './answer.ts'
import { attest } from './attest.ts'
import { readEvent } from './events.ts'
import { instructions } from './instructions.ts'
import { QWEN_CODE_ASKED, QWEN_CODE_PROMISES, QWEN_CODE_TYPED } from './promises.ts'
import { stanceTo } from './stance.ts'
import { TRANSCRIPT } from './transcript.ts'

export const INTEGRATION: Integration = {
  id: 'qwen-code',
  promises: QWEN_CODE_PROMISES,
  askedAbout: QWEN_CODE_ASKED,
  // Its tools are named after those of the agent that it comes from.
  tools: createTools([], ['gemini']),
  readEvent,
  attest,
  typedProof: QWEN_CODE_TYPED,
  answer: (_event, outcome) => answerTo(outcome),
  // Status 2 with a word on stderr blocks; without a word the call runs.
  blocked: (why) => blockedByStatus(why),
  stance: stanceTo,
  transcript: TRANSCRIPT,
  instructions,
}
