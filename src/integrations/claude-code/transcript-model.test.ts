import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createScratchAccount } from './testing.ts'
import { modelIn } from './transcript-model.ts'

const note = (modelId: unknown, more: object = {}) =>
  JSON.stringify({ type: 'attachment', attachment: { type: 'model', identity: { modelId } }, ...more })
const message = (model: unknown, more: object = {}) =>
  JSON.stringify({ type: 'assistant', message: { role: 'assistant', model, content: [] }, ...more })

it.each([
  [note('claude-opus-4-6'), 'claude-opus-4-6'],
  [message('claude-opus-4-6[1m]'), 'claude-opus-4-6[1m]'],
  [message('<synthetic>'), undefined],
  [message('x'.repeat(200)), undefined],
  [message(7), undefined],
  [note('claude-opus-4-6', { isSidechain: true }), undefined],
  [message('claude-haiku-4-5', { isSidechain: true }), undefined],
  [JSON.stringify({ type: 'user', message: { content: message('claude-haiku-4-5') } }), undefined],
  [
    JSON.stringify({ type: 'attachment', attachment: { type: 'file', identity: { modelId: 'claude-x-1' } } }),
    undefined,
  ],
  ['{"type":"assistant"', undefined],
])('%s tells %s', (line, model) => {
  expect(modelIn(line)).toBe(model)
})

let here: ReturnType<typeof createScratchAccount>
beforeEach(() => {
  here = createScratchAccount()
})
afterEach(() => here.remove())

it('the file tells where no event does, and later lines count; what an event told stands', async () => {
  const transcript_path = join(here.home, 't.jsonl')
  writeFileSync(
    transcript_path,
    `${JSON.stringify({ type: 'user', message: { content: 'Go.' } })}\n${note('claude-opus-4-6')}\n`,
  )
  await here.bash('ls', { transcript_path })
  expect(here.log().model).toBe('claude-opus-4-6')
  appendFileSync(transcript_path, `${message('claude-opus-4-7')}\n`)
  await here.bash('ls', { transcript_path })
  expect(here.log().model).toBe('claude-opus-4-7')
  await here.send('SessionStart', { source: 'resume', model: 'claude-opus-4-8', transcript_path })
  appendFileSync(transcript_path, `${message('claude-haiku-4-5')}\n`)
  await here.bash('ls', { transcript_path })
  expect(here.log().model).toBe('claude-opus-4-8')
})
