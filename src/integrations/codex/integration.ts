import { createTools } from '../../tools/registry.ts'
import { blockByStatus } from '../hook-runtime/host-answers.ts'
import type { Integration } from '../integration.ts'
import { answerTo } from './answer.ts'
import { readEvent } from './events.ts'
import { instructions } from './instructions.ts'
import { codexModeBehavior } from './mode-behavior.ts'
import { CODEX_HOOK_COVERAGE, CODEX_PROMISES, CODEX_SCREEN, CODEX_TYPED_PROOF } from './promises.ts'
import { attest } from './prompt-proof.ts'
import { CODEX_TRANSCRIPT } from './transcript.ts'

export const CODEX_INTEGRATION: Integration = {
  id: 'codex',
  promises: CODEX_PROMISES,
  screen: CODEX_SCREEN,
  tellsLater: true,
  askedAbout: CODEX_HOOK_COVERAGE,
  tools: createTools([], ['codex']),
  readEvent,
  attest,
  typedProof: CODEX_TYPED_PROOF,
  answer: answerTo,
  // Status 2 with a word on stderr blocks at every event that can be blocked; without a word the call runs.
  blocked: (why) => blockByStatus(why.toWellFormed()),
  stance: codexModeBehavior,
  transcript: CODEX_TRANSCRIPT,
  instructions,
}
