import type { Integration } from '../integration.ts'
import { blockedByStatus } from '../seat/plain-answers.ts'
import { answerTo } from './answer.ts'
import { attest } from './attest.ts'
import { readEvent, TOOLS } from './events.ts'
import { instructions } from './instructions.ts'
import { OPENCODE_ASKED, OPENCODE_PROMISES, OPENCODE_TYPED } from './promises.ts'
import { TRANSCRIPT } from './record.ts'
import { quoted } from './words.ts'

export const INTEGRATION: Integration = {
  id: 'opencode',
  promises: OPENCODE_PROMISES,
  askedAbout: OPENCODE_ASKED,
  tools: TOOLS,
  readEvent,
  attest,
  typedProof: OPENCODE_TYPED,
  spelled: quoted,
  answer: (_event, outcome) => answerTo(outcome),
  blocked: (why) => blockedByStatus(why),
  // Its own permissions come after the plugin: an allow of ours spares nobody a question.
  stance: () => ({ mode: 'auto', allow: 'allow', ask: 'ask' }),
  transcript: TRANSCRIPT,
  instructions,
}
