/** What people asked for and ruled out, read from their own turns alone. */
export {
  type CrossedLimit,
  findCrossedLimit,
  statesLimit,
} from './boundaries.ts'
export { mayForbid } from './cues.ts'
export { isGranted, namesOtherTarget } from './grant.ts'
export { consentHintFor } from './hint.ts'
export { type HumanTurn, humanTurns, limitingTurns } from './turns.ts'
