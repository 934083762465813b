import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const grants = (text: string) => effectsOf(text).filter(({ kind }) => kind === 'grant')

describe('a ruling right that an option gives', () => {
  it.each([
    'quux acl update /store --groups ops --roles Owner',
    'quux access.set -principal CORP/mia -role Administrator /',
    'quux.sh add-roles --uname mia --rolename admin',
    'quux binding create b1 --role=admin --member mia',
    'quux policy edit main --privilege superuser',
    'quux users update mia --set-roles=access,editor',
    'quux member edit mia --add-permissions billing',
  ])('%s', (text) => expect(grants(text)).toHaveLength(1))

  it.each([
    'quux acl show /store --roles Owner',
    'quux acl update /store --groups ops --roles Reader',
    'quux connection add here --role admin',
    'quux query run q.sql --role admin',
    'quux acl update /store --roles Owner --url http://localhost:8080',
    'quux node create n1 --role worker',
    'quux users update mia --set-labels team=web',
    'quux users show mia --set-roles',
  ])('%s is let pass', (text) => expect(grants(text)).toHaveLength(0))
})
