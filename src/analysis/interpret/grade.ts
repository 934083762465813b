import type { CommandGrade } from './program.ts'

const GRADE_ORDER: readonly CommandGrade[] = ['proven', 'expected', 'plain', 'unknown']

/** The weakest of several grades; `proven` when there are none. What does not apply says nothing. */
export function weakestGrade(...grades: readonly (CommandGrade | false | undefined)[]): CommandGrade {
  let found = 0
  for (const grade of grades) if (grade) found = Math.max(found, GRADE_ORDER.indexOf(grade))
  return GRADE_ORDER[found] ?? 'unknown'
}

/** Does what runs elsewhere change something there? `no` only when every word of it was understood. */
export function writesByGrade(grade: CommandGrade): 'yes' | 'no' | 'unknown' {
  if (grade === 'proven') return 'no'
  return grade === 'unknown' ? 'unknown' : 'yes'
}
