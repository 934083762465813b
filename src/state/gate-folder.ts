import { join } from 'node:path'
import { memoize } from '../analysis/text/memoize.ts'

/** Our private folder below a home directory. Every call asks for it a dozen times, and to join paths takes a short process long. */
export const gateFolder: (home: string) => string = memoize((home) => join(home, '.irongate'))
