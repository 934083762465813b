/** Who may do what others may not; for patterns that ignore case. The one list. */
export const RULING = 'admin\\w*|owners?|root|super[-_]?\\w*|maintainers?|staff|moderators?'
