import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const kinds = (text: string) => effectsOf(text).map(({ kind }) => kind)

describe('somebody or something else is put out of the way', () => {
  it.each([
    ['quux -p board7 lease --steal', 'resource-change'],
    ['quux box.standby.begin -evict=true /lab/b7', 'resource-change'],
    ['quuxcmd -u me rig@pdu3.lab outlet.off', 'resource-change'],
    ['quux mia@rack4 shutdown', 'resource-change'],
    ['sudo zzdel 7 8', 'resource-change'],
    ['quux push --overwrite quux://team/trunk', 'git-push'],
    ['quux push --to origin --force all', 'git-push'],
    ['quux push --branch next --overwrite', 'git-push'],
    ['quux upload --factory-reset -n', 'resource-change'],
    ['quux ignore --id=QUUX-PY-FLASK-12 --reason=noise', 'weaken'],
    ['quux finding suppress CVE-2024-1234', 'weaken'],
    ['quux --room general --file notes/plan.md', 'external-write'],
    ["quux ticket comments -i 7 -t 'it was the cable'", 'external-write'],
  ])('%s', (text, kind) => expect(kinds(text)).toContain(kind))

  it.each([
    'quux list --evict',
    'quux -p board7 lease --dry-run --steal',
    'quux lease b7 --steal --url http://localhost:80',
    'quux load.off.test.ts',
    'quux show light.on',
    'zzdel 7 8',
    'quux add react@18.2.0 stop',
    'quux push --to origin',
    'quux push --force --url http://localhost:80',
    'quux ignore dist',
    'quux ignore add src/generated.ts',
    'quux --file notes/plan.md',
    'quux install --channel forge --file requirements.txt',
    'quux --file ~/.config/quuxrc --group General --key Browser',
    'quux push --force',
    'quux push --force --watch',
    'quux ticket comments -i 7',
  ])('%s is let pass', (text) =>
    expect(kinds(text).filter((kind) => /^(?:resource-change|git-push|weaken|external-write)$/.test(kind))).toEqual([]),
  )
})
