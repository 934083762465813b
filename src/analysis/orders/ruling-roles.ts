/** Who may do what others may not, as people and columns call them; for patterns that ignore case. The one list; others ask here. */
export const RULING = 'admin\\w*|owners?|root|super[-_]?\\w*|maintainers?|staff|moderators?'
