/** The color of each answer. */
export const OUTCOME_STYLES = { allow: 'green', ask: 'yellow', deny: 'red', abort: 'magenta' } as const
