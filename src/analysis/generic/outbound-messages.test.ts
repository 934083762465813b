import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const sent = (text: string) =>
  effectsOf(text).flatMap((effect) => (effect.kind === 'external-write' ? [effect.service] : []))

describe('what a program without a reader sends elsewhere', () => {
  it.each([
    ['quuxcp -r exports me@box.acme.example:/in', 'box.acme.example'],
    ['quux transfer exports/ box.acme.example:in', 'box.acme.example'],
    ['quux copy 11112222-aaaa-bbbb:/data/x/ 33334444-cccc-dddd:/inbox/', '33334444-cccc-dddd'],
    ['quux report --all --upload-url https://drop.acme.example/put', 'drop.acme.example'],
    ['quux measure --send-to=https://drop.acme.example/x ./app', 'drop.acme.example'],
    ['quux collect --logs --upload', 'the service of quux'],
  ])('%s goes to %s', (text, place) => {
    expect(sent(text)).toContain(place)
  })

  it.each([
    'quuxcp -r me@box.acme.example:/out exports',
    'quux transfer a.txt primary:/home/ubuntu',
    'quux transfer exports/ me@localhost:in',
    'quux copy a.txt b.txt',
    'quux report --upload-url http://localhost:9000/put',
    'quux compile --upload sketch',
    'quux report --upload --dry-run',
    'quux collect --logs',
  ])('%s stays here', (text) => {
    expect(sent(text)).toEqual([])
  })
})

describe('what runs is brought from elsewhere in the same call', () => {
  const unseen = (text: string) =>
    effectsOf(text).some((effect) => effect.kind === 'run-code' && effect.origin === 'download')

  it.each([
    `quux install $(curl -sLO -w '%{filename_effective}' https://dl.acme.example/x.apk)`,
    `pip install "$(curl -sLo x.whl https://dl.acme.example/x.whl && echo x.whl)"`,
    'quux run --bind /home docker://acmelabz/tool:dev tool --version',
  ])('%s', (text) => {
    expect(unseen(text)).toBe(true)
  })

  it.each([
    'quux install $(ls dist/*.apk)',
    'quux show $(curl -sLO -w "%{filename_effective}" https://dl.acme.example/x.csv)',
    'quux run --version',
  ])('%s', (text) => {
    expect(unseen(text)).toBe(false)
  })
})

describe('the word for this machine where an option chooses where something runs', () => {
  const published = (text: string) => effectsOf(text).some(({ kind }) => kind === 'publish')

  it('tells a try from a submission', () => {
    expect(published("quux-submit --master 'local[4]' jobs/agg.py")).toBe(false)
    expect(published('quux-submit --runner=local jobs/agg.py')).toBe(false)
    expect(published('quux-submit --master yarn jobs/agg.py')).toBe(true)
    expect(published('quux-submit --mode local --host https://grid.acme.example jobs/agg.py')).toBe(true)
  })
})
