import { describe, expect, it } from 'vitest'
import { serversStarted } from './own-servers.ts'
import { effectsOf } from './testing.ts'
import type { Command, Word } from './words.ts'

const command = (text: string, background = false): Command => {
  const [name, ...args] = text.split(' ')
  const words = args.map((known) => ({ text: known, known }) as Word)
  return { name, args: words, cwd: '/home/dev/project', background } as unknown as Command
}

const stops = (text: string) => effectsOf(text).find(({ kind }) => kind === 'service-control')?.certainty

describe('servers of the session', () => {
  it.each([
    ['quuxd --port 7001 --daemonize yes', ['server on port 7001']],
    ['quux start -D /tmp/data', ['server of /tmp/data']],
    ['quux-server --listen=127.0.0.1:7001 --data-dir ./db', ['server on port 7001', 'server of /home/dev/project/db']],
    ['quux status --port 7001', []],
    ['quux start', []],
  ])('%s leaves %j', (text, marks) => {
    expect(serversStarted(command(text))).toEqual(marks)
  })

  it('are told by what a background command is given', () => {
    expect(serversStarted(command('quux --port 7001', true))).toEqual(['server on port 7001'])
  })

  it('may be stopped by the port or the place that both name', () => {
    expect(stops('pg_ctl -D /tmp/pg start; pg_ctl -D /tmp/pg stop')).toBe('possible')
    expect(stops('redis-server --port 7001 --daemonize yes; redis-cli -p 7001 shutdown')).toBe('possible')
    expect(stops('pg_ctl -D /tmp/pg start; pg_ctl -D /var/lib/pg stop')).toBe('certain')
    expect(stops('redis-server --port 7001 & redis-cli -h db.example.org -p 7001 shutdown')).toBe('certain')
    expect(stops('redis-cli -p 7001 shutdown')).toBe('certain')
  })
})
