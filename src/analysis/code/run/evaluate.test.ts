import { describe, expect, it } from 'vitest'
import { effectsOf } from '../../testing.ts'

describe('every process, and pushes through a library', () => {
  it.each([
    `perl -e 'kill 15, map { m{(\\d+)$} ? $1 : () } glob("/proc/[0-9]*")'`,
    `perl -e 'for (glob("/proc/*")) { kill 9, $_ }'`,
  ])('%s ends everything', (text) => {
    expect(effectsOf(text)).toContainEqual(expect.objectContaining({ kind: 'signal-process', owner: 'everything' }))
  })

  it.each([`perl -e 'kill 15, 4411'`, `perl -e 'kill 9, map { m{(\\d+)} ? $1 : () } glob("run/*.pid")'`])(
    '%s does not',
    (text) => {
      expect(effectsOf(text)).not.toContainEqual(expect.objectContaining({ owner: 'everything' }))
    },
  )

  it.each([
    `ruby -e 'Repo.open(".").remotes["copy"].push(["+refs/heads/main:refs/heads/main"])'`,
    `ruby -e 'Repo.open(".").remote("copy").push([":refs/heads/old"])'`,
    `python3 -c "import gitlib; gitlib.Repo('.').remotes['copy'].push(['+refs/heads/main:refs/heads/main'])"`,
  ])('%s pushes', (text) => {
    expect(effectsOf(text).map(({ kind }) => kind)).toContain('git-push')
  })

  it.each([
    `ruby -e 'seen = []; seen.push("refs/heads/main"); puts seen'`,
    `ruby -e 'Repo.open(".").remotes["copy"].fetch(["+refs/heads/main:refs/remotes/copy/main"])'`,
    `node -e "const a=[]; a.push('+refs/heads/main:refs/heads/main'); console.log(a)"`,
  ])('%s does not', (text) => {
    expect(effectsOf(text).map(({ kind }) => kind)).not.toContain('git-push')
  })
})
