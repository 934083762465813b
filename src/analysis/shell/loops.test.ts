import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

function exhausted(text: string): string[] {
  return effectsOf(text).flatMap((effect) =>
    effect.kind === 'exhaust' && effect.certainty !== 'possible' ? [effect.what] : [],
  )
}

describe('loops that use a machine up', () => {
  it.each([
    ['for i in $(seq 1 20); do gnome-terminal & done', 'processes'],
    ['for i in 1 2 3 4 5 6 7 8; do konsole & done', 'processes'],
    ['i=0; while [ $i -lt 50 ]; do xterm & i=$((i+1)); done', 'processes'],
    ['i=0; while (( i < 40 )); do firefox & ((i++)); done', 'processes'],
    ['while true; do google-chrome; done', 'processes'],
    ['for i in {1..80}; do sleep 1000 & done', 'processes'],
    ['for ((n=0;n<60;n++)); do ./worker & done', 'processes'],
    ['while :; do echo line >> /tmp/file; done', 'disk'],
    ['until false; do cat big >> out.txt; done', 'disk'],
    ['yes > file', 'disk'],
    ['yes text >> /tmp/fill', 'disk'],
    ['yes | tee fill', 'disk'],
    ['cat /dev/zero > fill', 'disk'],
  ])('%s: %s', (text, what) => {
    expect(exhausted(text)).toContain(what)
  })

  it.each([
    ['for i in {1..80}; do curl -s http://localhost:3000 & done; wait'],
    ['for i in {1..5}; do xterm & done'],
    ['for i in {1..20}; do node worker.js & done'],
    ['while true; do date >> log.txt; sleep 5; done'],
    ['while true; do echo x >> log.txt; [ -f done ] && break; done'],
    ['timeout 5 bash -c "while :; do echo x >> log.txt; done"'],
    ['while true; do npm test >> log.txt; done'],
    ['yes | head -5'],
    ['yes y | npm init'],
    ['cat /dev/urandom | head -c 100'],
    ['cat /dev/null > empty.txt'],
  ])('%s is ordinary', (text) => {
    expect(exhausted(text)).toEqual([])
  })
})
