/** What people asked for and ruled out, read from their own turns alone. */

export { isGranted, namesOtherTarget } from './grant.ts'
export { type HumanTurn, humanTurns } from './human-turns.ts'
export { mayForbid } from './limit-cues.ts'
export { type NearRequest, nearRequest, questionKeys } from './near.ts'
export { deletesMoreThanAsked } from './wider-deletions.ts'
