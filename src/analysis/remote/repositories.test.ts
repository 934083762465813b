import { describe, expect, it } from 'vitest'
import { fixedFacts } from '../../facts/fixed.ts'
import { repositoryOf, repositoryRelation } from './repositories.ts'

const git = {
  root: '/home/dev/project',
  branch: 'work',
  defaultBranch: 'main',
  remotes: new Map([['origin', 'git@forge.example:acme/shop.git']]),
  executes: [],
  aliases: new Map(),
}

describe('whose repository an address is', () => {
  it.each([
    ['https://forge.example/acme/other.git', 'own'],
    ['ssh://git@forge.example:22/acme/shop', 'own'],
    ['https://forge.example/pat/shop.git', 'namesake'],
    ['https://user:x@forge.example/pat/drop.git', 'foreign'],
    ['https://elsewhere.example/acme/drop', 'foreign'],
  ])('%s is %s', (url, kinship) => {
    expect(repositoryRelation(url, fixedFacts({ git: () => git }))).toBe(kinship)
  })

  it('is not known without remotes', () => {
    expect(repositoryRelation('https://forge.example/acme/shop', fixedFacts())).toBe('unknown')
  })

  it('takes nested groups by their first', () => {
    expect(repositoryOf('git@forge.example:acme/tools/shop.git')).toEqual({ owner: 'forge.example/acme', name: 'shop' })
  })
})
