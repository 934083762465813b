/** Who may do what others may not; for patterns that ignore case. The one list. */
export const PRIVILEGED_ROLES = 'admin\\w*|owners?|root|super[-_]?\\w*|maintainers?|staff|moderators?'
