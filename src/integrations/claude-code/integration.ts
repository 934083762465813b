import { createTools } from '../../tools/registry.ts'
import type { Integration } from '../integration.ts'
import { account } from './account.ts'
import { answerTo, blocked } from './answer.ts'
import { readEvent } from './events.ts'
import { instructions } from './instructions.ts'
import { CLAUDE_CODE_ASKED, CLAUDE_CODE_PROMISES } from './promises.ts'
import { stanceTo } from './stance.ts'
import { TRANSCRIPT } from './transcript.ts'

export const INTEGRATION: Integration = {
  id: 'claude-code',
  promises: CLAUDE_CODE_PROMISES,
  askedAbout: CLAUDE_CODE_ASKED,
  tools: createTools([], ['claude-code']),
  readEvent,
  answer: answerTo,
  blocked,
  stance: stanceTo,
  transcript: TRANSCRIPT,
  instructions,
  account,
  // It edits settings texts, which no other event needs.
  loosenedBy: async (change, home) => (await import('./install/config-change.ts')).loosenedBy(change, home),
}
