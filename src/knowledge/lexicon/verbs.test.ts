import { describe, expect, it } from 'vitest'
import { effectsOf } from '../../analysis/testing.ts'
import { VERBS } from './verbs.ts'

const kindsOf = (command: string) => effectsOf(command).map(({ kind }) => kind)

describe('a word for deletion means the same wherever it stands', () => {
  it.each(VERBS.delete)('%s', (verb) => {
    expect(kindsOf(`mdatp ${verb}`)).toContain('weaken')
    expect(kindsOf(`acmestore --${verb}-all-records`)).toContain('resource-change')
    expect(kindsOf(`acmestore --no-${verb}-all-records`)).not.toContain('resource-change')
  })

  it.each(VERBS.erase)('%s', (verb) => {
    expect(kindsOf(`acmestore --${verb}-db`)).toContain('resource-change')
    expect(kindsOf(`acmestore --no-${verb}-db`)).not.toContain('resource-change')
  })
})
