/** How a session begins that has no conversation before it, in hosts with hooks of Claude Code's shape. */
export const FRESH_START_SOURCES: ReadonlySet<unknown> = new Set(['startup', 'clear'])
