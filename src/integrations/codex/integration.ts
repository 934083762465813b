import { createTools } from '../../tools/registry.ts'
import type { Integration } from '../integration.ts'
import { blockedByStatus } from '../seat/plain-answers.ts'
import { answerTo } from './answer.ts'
import { attest } from './attest.ts'
import { readEvent } from './events.ts'
import { instructions } from './instructions.ts'
import { CODEX_ASKED, CODEX_PROMISES, CODEX_TYPED } from './promises.ts'
import { stanceTo } from './stance.ts'
import { TRANSCRIPT } from './transcript.ts'

export const INTEGRATION: Integration = {
  id: 'codex',
  promises: CODEX_PROMISES,
  askedAbout: CODEX_ASKED,
  tools: createTools([], ['codex']),
  readEvent,
  attest,
  typedProof: CODEX_TYPED,
  answer: answerTo,
  // Status 2 with a word on stderr blocks at every event that can be blocked; without a word the call runs.
  blocked: (why) => blockedByStatus(why.toWellFormed()),
  stance: stanceTo,
  transcript: TRANSCRIPT,
  instructions,
}
