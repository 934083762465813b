import { createTools } from '../../tools/registry.ts'
import { blockByStatus } from '../hook-runtime/host-answers.ts'
import type { Integration } from '../integration.ts'
import { answerTo } from './answer.ts'
import { readEvent } from './events.ts'
import { instructions } from './instructions.ts'
import { qwenCodeModeBehavior } from './mode-behavior.ts'
import { QWEN_CODE_HOOK_COVERAGE, QWEN_CODE_PROMISES, QWEN_CODE_SCREEN, QWEN_CODE_TYPED_PROOF } from './promises.ts'
import { attest } from './prompt-proof.ts'
import { QWEN_CODE_TRANSCRIPT } from './transcript.ts'

export const QWEN_CODE_INTEGRATION: Integration = {
  id: 'qwen-code',
  promises: QWEN_CODE_PROMISES,
  screen: QWEN_CODE_SCREEN,
  askedAbout: QWEN_CODE_HOOK_COVERAGE,
  // Its tools are named after those of the agent that it comes from.
  tools: createTools([], ['gemini']),
  readEvent,
  attest,
  typedProof: QWEN_CODE_TYPED_PROOF,
  answer: (_event, outcome) => answerTo(outcome),
  // Status 2 with a word on stderr blocks; without a word the call runs.
  blocked: (why) => blockByStatus(why),
  stance: qwenCodeModeBehavior,
  transcript: QWEN_CODE_TRANSCRIPT,
  instructions,
}
