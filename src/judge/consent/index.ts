/** What people asked for and ruled out, read from their own turns alone. */
export { type Boundary, boundaryAgainst, statesBoundary } from './boundaries.ts'
export { mightForbid } from './cues.ts'
export { isGranted, namesAnother } from './grant.ts'
export { hintFor } from './hint.ts'
export { boundingTurns, type HumanTurn, humanTurns } from './turns.ts'
