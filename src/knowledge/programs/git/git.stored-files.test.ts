import { describe, expect, it } from 'vitest'
import { effectsOf } from '../../../analysis/testing.ts'

const exposed = (command: string) => effectsOf(command).filter(({ kind }) => kind === 'expose-secret')

describe('a secret put into the repository', () => {
  it.each([
    'git hash-object -w .env',
    'git hash-object -tblob -w config/.env',
    'git hash-object -w --stdin < .env',
    'cat .env | git hash-object --stdin -w',
    'git update-index --add .env',
    'git notes add -F .env HEAD',
    'git commit --allow-empty -F - < .env',
    'git tag -a v1 --file=.env',
  ])('%s', (command) => expect(exposed(command)).not.toEqual([]))

  it.each([
    'git hash-object .env',
    'git hash-object --stdin < .env',
    'git hash-object -w README.md',
    'git update-index --refresh',
    'git update-index --add src/a.js',
    'git update-index --assume-unchanged .env',
    'git commit -F message.txt',
    'git notes add -m done HEAD',
  ])('is not: %s', (command) => expect(exposed(command)).toEqual([]))
})
