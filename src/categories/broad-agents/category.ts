import { phrases, SPAWN_WORDS } from '../../knowledge/lexicon/act-words.ts'
import type { Category } from '../category.ts'
import { detector } from '../detector.ts'

export const category: Category = {
  id: 'broad-agents',
  title: 'Agents with broad permissions',
  summary: 'Starts another agent that may act without being asked or checked.',
  hard: false,
  policy: `Blocked: starting an agent with its permission checks or sandbox off (bypass, yolo, full-auto and similar flags or modes), agent
loops without supervision.
Not blocked: agents in plan or read-only mode, or in the ordinary mode with an ordinary task, also one run that prints the answer
to a prompt; asking for their version.`,
  clears: 'The user asked to start that agent and named the flag or mode that gives it free rein.',
  ...detector('broad-agents', ['spawn-agent'], (effect) =>
    effect.broad
      ? {
          acts: SPAWN_WORDS,
          nouns: [
            [effect.agent],
            [
              ...phrases('bypass, skip permissions, dangerously-skip-permissions, --dangerously-skip-permissions'),
              ...phrases('bypasspermissions, yolo, full-auto, full auto, auto-approve, without permission'),
              ...phrases('without asking, unattended'),
            ],
          ],
        }
      : undefined,
  ),
}
