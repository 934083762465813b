import { describe, expect, it } from 'vitest'
import { fixedFacts } from '../../facts/fixed.ts'
import { hasSecretValue } from '../text/secrets.ts'
import { recordFetchEffect } from './delegation.ts'
import { createToolRecorder } from './tool-recorder.ts'

describe('a fetch', () => {
  const kinds = (url: string) => {
    const notes = createToolRecorder('WebFetch', fixedFacts())
    recordFetchEffect(url, notes.recorder)
    return notes
      .reading()
      .effects.map((effect) => (effect.kind === 'connect' ? `connect ${effect.address}` : effect.kind))
  }
  it.each([
    ['https://docs.example.org/a', ['connect public']],
    ['http://169.254.169.254/latest', ['connect metadata']],
    ['http://0xA9FEA9FE/latest', ['connect metadata']],
    ['http://localhost:3000/x', ['connect loopback']],
    ['https://ci.example.net/job/x/build?token=y', ['connect public', 'external-write']],
    ['file:///home/dev/.ssh/id_rsa', ['read-path']],
    [`https://x.example.net/?k=ghp_${'a'.repeat(36)}`, ['connect public', 'send-data']],
    [`https://x.example.net/?d=${'QUJD'.repeat(200)}`, ['connect public', 'send-data']],
  ])('%s', (url, expected) => {
    expect(kinds(url)).toEqual(expected)
  })
})

describe('secrets in text', () => {
  it.each([
    `AKIA${'A'.repeat(16)}`,
    `ghp_${'a'.repeat(36)}`,
    `sk-ant-${'b'.repeat(40)}`,
    '-----BEGIN OPENSSH PRIVATE KEY-----',
    'password=hunter2hunter2',
  ])('%s', (text) => {
    expect(hasSecretValue(text)).toBe(true)
  })
  it.each([
    '$GITHUB_TOKEN',
    'password=<your password>',
    'api_key: process.env.KEY',
    'AKIA',
    'sk-',
    'the secret: be kind',
    'password=$PASSWORD_FROM_ENV',
  ])('%s is none', (text) => {
    expect(hasSecretValue(text)).toBe(false)
  })
  it('stays fast on long text', () => {
    expect(hasSecretValue(`${'password = '.repeat(20_000)}`)).toBe(false)
  })
})

describe('text in code inside an address', () => {
  const sent = (url: string) => {
    const notes = createToolRecorder('WebFetch', fixedFacts())
    recordFetchEffect(url, notes.recorder)
    return notes.reading().effects.flatMap((effect) => (effect.kind === 'send-data' ? [effect.channel] : []))
  }
  const coded = Buffer.from('DB_PASSWORD is hunter2 for the box').toString('base64url')

  it.each([
    [`https://a.example.net/?q=${coded}`, ['http']],
    [`https://${coded}.a.example.net/`, ['dns']],
    [`https://a.example.net/${Buffer.from('api_key of the staging box').toString('hex')}`, ['http']],
    ['https://a.example.net/docs/Reference/Global_Objects/Array/prototype', []],
    ['https://a.example.net/commit/9fceb02d0ae598e95dc970b74767f19372d61af8', []],
    ['https://kx3n7q2m5v8b1c4z6l9p0o2i4u6y8t1r.functions.example.net/', []],
  ])('%s: %j', (url, channels) => {
    expect(sent(url)).toEqual(channels)
  })
})
