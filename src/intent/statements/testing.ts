import type { StatedActId } from './stated-acts.ts'
import type { Ledger, Statement } from './statement.ts'

/** For tests: a ledger of statements that were read. */
export function ledgerOf(...statements: readonly Statement[]): Ledger {
  return {
    statements: statements.map((statement, at) => ({ ...statement, id: at + 1, turn: 't1', saidAt: 0 })),
    read: new Set(['t1']),
    latest: 't1',
    unread: [],
  }
}

/** For tests: `limit('commit')`, `limit('edit', 'path only client/**')`; several values are parted by commas. */
export function limit(acts: string, ...aims: readonly string[]): Statement {
  return { kind: 'limit', scope: scopeOf(acts, aims), sentence: 'as said' }
}

export function grant(acts: string, ...aims: readonly string[]): Statement {
  return { ...limit(acts, ...aims), kind: 'grant' }
}

function scopeOf(acts: string, aims: readonly string[]): Statement['scope'] {
  return {
    acts: acts.split(' ').filter((id) => id !== '') as StatedActId[],
    aims: aims.map((aim) => {
      const [what, how, ...rest] = aim.split(' ')
      const [values = '', except] = rest.join(' ').split(' except ')
      return {
        what: what as 'path',
        how: how as 'named',
        values: values.split(','),
        ...(except !== undefined && { except: except.split(',') }),
      }
    }),
  }
}
