import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

function deletedZones(text: string): string[] {
  return effectsOf(text).flatMap((effect) => (effect.kind === 'delete-path' ? [effect.path.zone] : []))
}

describe('deleting what a listing prints', () => {
  it.each([
    ['find . -type f | xargs rm -f', 'project-root'],
    ['find . -type f -not -path "./.git/*" -print0 | xargs -0 rm', 'project-root'],
    ['git ls-files | xargs rm', 'project-root'],
    ['git ls-files -z | xargs -0 rm -f', 'project-root'],
    ['ls -a | xargs rm -rf', 'project-root'],
    ['ls | while read -r name; do rm -rf "$name"; done', 'project-root'],
    ['for name in $(find ~ -type f); do rm "$name"; done', 'home-root'],
    ['ls /etc | xargs -I{} rm -rf /etc/{}', 'system'],
    ['find . -name "*.pyc" | xargs rm', 'project'],
    ['find . -mtime +3 -type f | xargs rm', 'project'],
    ['git ls-files "*.orig" | xargs rm', 'project'],
    ['git ls-files --others | xargs rm', 'project-root'],
    ['ls *.tmp | xargs rm', 'project'],
    ['find src/old -type f | xargs rm', 'project'],
  ])('%s covers %s', (text, zone) => {
    expect(deletedZones(text)).toContain(zone)
    if (zone === 'project') expect(deletedZones(text)).not.toContain('project-root')
  })

  it('reading all of it is reading', () => {
    expect(deletedZones('git ls-files | xargs wc -l')).toEqual([])
  })
})

describe('a link made over a directory that may be there', () => {
  it.each([
    ['ln -sfn /tmp/x ~/Documents && rm -rf ~/Documents/', 'home'],
    ['ln -s /tmp/x ~/Documents; rm -rf ~/Documents', 'home'],
    ['ln -s ~ /tmp/l && rm -rf /tmp/l/', 'home-root'],
    ['ln -s / r && rm -rf r/', 'root'],
    ['ln -sfn dist current && rm -rf current', 'project'],
  ])('%s deletes in %s', (text, zone) => {
    expect(deletedZones(text)).toContain(zone)
  })
})
