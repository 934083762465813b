import { describe, expect, it } from 'vitest'
import { isLoopbackText, isRemote, isRemoteHost, isResourceTreePath, targetsOnlyThisMachine } from './word-shapes.ts'

const words = (line: string) => ({ args: line.split(' ').map((known) => ({ known })) })

describe('addresses of this machine', () => {
  it.each([
    'localhost',
    'localhost:8080/x',
    'http://localhost:3000/',
    'http://me:pw@127.0.0.1/x',
    'jdbc:postgresql://localhost/app',
    '--host=localhost',
    '8080:localhost:80',
    'tcp://2222:localhost:22',
    'PG:dbname=x host=localhost',
  ])('%s is one', (word) => expect(isLoopbackText(word)).toBe(true))
  it.each([
    'https://files.example.net/localhost/x',
    'https://files.example.net/?to=localhost',
    'http://localhost:80@files.example.net/',
    'http://localhost@files.example.net/',
    'https://localhost.files.example.net/',
    'registry.example.com/localhost/x',
  ])('%s is none', (word) => {
    expect(isLoopbackText(word)).toBe(false)
    expect(isRemote(word)).toBe(true)
  })
})

describe('a name that may be a file or a machine', () => {
  it.each(['api.shop.de', 'nas.local:5000', 'me@nas.local', 'shop.de/x', 'shop.com', '10.0.0.7'])(
    '%s is a machine',
    (word) => expect(isRemote(word)).toBe(true),
  )
  it.each(['settings.local', 'messages.de', 'logo.ai', 'notes.info', 'de'])('%s is none', (word) =>
    expect(isRemote(word)).toBe(false),
  )
  it('is a machine where an option asks for one', () => expect(isRemoteHost('nas.local')).toBe(true))
})

describe('a name in a tree that a tool keeps', () => {
  it.each(['/nodes/n1/vms/7', '/brokers/topics/x'])('%s', (word) => expect(isResourceTreePath(word)).toBe(true))
  it.each(['/scratch/u/run1', '/models/x', '/home/u/x'])('not %s', (word) =>
    expect(isResourceTreePath(word)).toBe(false),
  )
})

describe('what a call is aimed at', () => {
  it.each([
    'send --server localhost:8065 --channel town hello',
    'send --server=http://127.0.0.1:8065 hello',
    'post localhost:3000/hook text',
    'put ./x.tgz http://localhost:4873/',
    'push localhost 5000 x',
    'send --to dev@example.com --smtp-server localhost:1025',
  ])('%s: this machine', (line) => expect(targetsOnlyThisMachine(words(line))).toBe(true))
  it.each([
    'send --server chat.example.com --channel town hello localhost',
    'send https://chat.example.com/hook text http://localhost/',
    'send --room ops --message hello localhost',
    'send --to dev@example.com hello localhost:25',
    'push --host db --to localhost:80',
    'send hello there',
  ])('%s: not only', (line) => expect(targetsOnlyThisMachine(words(line))).toBe(false))
})
