import { createTools } from '../../tools/registry.ts'
import type { Integration } from '../integration.ts'
import { account } from './account.ts'
import { answerTo, blocked } from './answer.ts'
import { readEvent } from './events.ts'
import { instructions } from './instructions.ts'
import { claudeCodeModeBehavior } from './mode-behavior.ts'
import { CLAUDE_CODE_HOOK_COVERAGE, CLAUDE_CODE_PROMISES, CLAUDE_CODE_SCREEN } from './promises.ts'
import { CLAUDE_CODE_TRANSCRIPT } from './transcript.ts'

export const CLAUDE_CODE_INTEGRATION: Integration = {
  id: 'claude-code',
  promises: CLAUDE_CODE_PROMISES,
  screen: CLAUDE_CODE_SCREEN,
  tellsLater: true,
  askedAbout: CLAUDE_CODE_HOOK_COVERAGE,
  tools: createTools([], ['claude-code']),
  readEvent,
  answer: answerTo,
  blocked,
  stance: claudeCodeModeBehavior,
  transcript: CLAUDE_CODE_TRANSCRIPT,
  instructions,
  account,
  // It edits settings texts, which no other event needs.
  loosenedBy: async (change, home) => (await import('./install/config-change.ts')).gateDisabledBy(change, home),
}
