/** What people allowed, ruled out and restricted, read from their own turns alone. */
export { type Boundary, boundaryAgainst } from './consent/boundaries.ts'
export { isGranted } from './consent/grant.ts'
export { occasionOf } from './consent/occasion.ts'
export { isOnOwnPage } from './consent/own-page.ts'
export { unnamedParties } from './consent/parameters.ts'
export { type ScopeAnswer, scopeOf } from './consent/scope.ts'
export { type HumanTurn, humanTurns } from './consent/turns.ts'
