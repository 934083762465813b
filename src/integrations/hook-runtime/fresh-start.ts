/** How a session begins that has no conversation before it, as the hooks of several hosts say it. */
export const FRESH_START_SOURCES: ReadonlySet<unknown> = new Set(['startup', 'clear'])
