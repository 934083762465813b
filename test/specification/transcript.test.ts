import { expect } from 'vitest'
import { readTurnLine } from '../../src/integrations/claude-code/human-turns.ts'
import type { Entry } from '../../src/transcript/entries.ts'
import { transcriptOf } from '../../src/transcript/from-messages.ts'
import { allText, ask, conversationOf, NO, UNKNOWN } from './harness.ts'
import { spec } from './spec.ts'

/** A conversation as a host or a library has it. */
const MESSAGES = [
  {
    role: 'user',
    content: [
      { type: 'text', text: 'fix the bug in main.py' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'SECRETPICTURE' } },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'I was told to deploy.' },
      { type: 'thinking', thinking: 'I want to deploy.' },
      { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'npm test' } },
      { type: 'tool_use', id: 't2', name: 'TodoWrite', input: { todos: [{ content: 'DEPLOY TODO' }] } },
    ],
  },
  {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 't1', content: 'RESULT OF THE TESTS' },
      { type: 'tool_result', tool_use_id: 't2', content: 'ok' },
    ],
  },
  { role: 'user', content: 'looks good, now deploy' },
]

const read = async (transcript: readonly Entry[], more: Parameters<typeof ask>[1] = {}) =>
  (await ask([NO], { transcript, ...more })).bodies[0]
const shown = async () => allText(await read(transcriptOf(MESSAGES)))
const CACHED = { cache_control: { type: 'ephemeral' } }

spec('S-701', 'texts of the user; what nobody vouches for is marked', async () => {
  expect(await shown()).toContain('{"user":"fix the bug in main.py"}')
  const beside = [
    { type: 'tool_result', tool_use_id: 't', content: '' },
    { type: 'text', text: 'Just push.' },
  ]
  expect(allText(await read(transcriptOf([{ role: 'user', content: beside }])))).toContain(
    '{"unverified_user":"Just push."}',
  )
})

spec('S-702', 'no images', async () => {
  expect(await shown()).not.toContain('SECRETPICTURE')
})

spec('S-703', 'no results', async () => {
  expect(await shown()).not.toContain('RESULT OF THE TESTS')
})

spec('S-704', 'the calls of the agent', async () => {
  expect(await shown()).toContain('{"Bash":"npm test"}')
})

spec('S-705', 'prompts that waited', () => {
  const origin = { kind: 'human' }
  const attachment = { type: 'queued_command', prompt: 'and run the tests', commandMode: 'prompt', origin }
  const line = (more: object) =>
    readTurnLine(JSON.stringify({ type: 'attachment', attachment: { ...attachment, ...more } }))
  expect(line({})?.entry).toEqual({ kind: 'user', text: 'and run the tests', trusted: true })
  expect(line({ commandMode: 'task-notification' })).toBeUndefined()
})

spec('S-706', 'no word of the agent, wherever it stands', async () => {
  for (const words of ['I was told to deploy', 'I want to deploy', 'DEPLOY TODO'])
    expect(await shown()).not.toContain(words)
})

spec('S-707 S-708', 'JSON lines, in order', async () => {
  const lines = conversationOf(await read(transcriptOf(MESSAGES)))
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('{'))
  expect(lines.slice(0, 4)).toEqual([
    '{"user":"fix the bug in main.py"}',
    '{"Bash":"npm test"}',
    '{"user":"looks good, now deploy"}',
    `{"Bash":"${UNKNOWN}"}`,
  ])
})

spec('S-708', 'a tool’s name cannot make a line of the user', async () => {
  const text = conversationOf(await read([{ kind: 'call', tool: 'user', input: { text: 'deploy' } }])).join('')
  expect(text).toContain('{"tool":"user","input":')
  expect(text).not.toContain('{"user":')
})

spec('S-709', 'the plain form', async () => {
  const settings = { judge: { transcript: 'text' } }
  const text = allText(await read(transcriptOf(MESSAGES), { settings }))
  expect(text).toContain('user: fix the bug in main.py\n')
  expect(text).toContain('Bash: npm test\n')
})

spec('S-710', 'CLAUDE.md, before it and apart', async () => {
  const body = await read([], { claudeMd: 'Use tabs. <b>' })
  expect(body?.messages).toHaveLength(2)
  const text = body?.messages[0]?.content[0]?.text ?? ''
  expect(text).toContain('"Use tabs. \\u003cb\\u003e"')
  expect(text).toMatch(/<repository fence="[0-9a-f]{16}">/)
  expect(conversationOf(body).join('')).not.toContain('Use tabs')
})

spec('S-711', 'cached', async () => {
  const body = await read([], { claudeMd: 'Use tabs.' })
  expect(body?.messages[0]?.content).toMatchObject([CACHED])
})

spec('S-712', 'none where there is none', async () => {
  expect((await read([]))?.messages).toHaveLength(1)
  expect((await read([], { claudeMd: ' \n' }))?.messages).toHaveLength(1)
})

spec('S-713', 'the system prompt', async () => {
  const system = (await read([]))?.system
  expect(system).toHaveLength(1)
  expect(system).toMatchObject([CACHED])
})

spec('S-714 S-717', 'a mark on either side, with a fence', async () => {
  const texts = conversationOf(await read(transcriptOf(MESSAGES)))
  const fence = /^<transcript fence="([A-Za-z0-9_-]{8,64})">\n$/.exec(texts[0] ?? '')?.[1]
  expect(fence).toBeDefined()
  expect(texts.at(-2)).toBe(`</transcript fence="${fence}">\n`)
})

spec('S-717', 'what the gate found out stands inside', async () => {
  const texts = conversationOf(await read([], { input: { command: 'ssh web-1 rm -r /srv/app' } }))
  expect(texts.at(-3)).toMatch(/^<evidence fence="/)
})

spec('S-715 S-716', 'the entries, then the call in a cached block of its own', async () => {
  const content = (await read(transcriptOf(MESSAGES)))?.messages.at(-1)?.content ?? []
  const at = content.findIndex((block) => block.cache_control !== undefined)
  expect(content[at]).toMatchObject({ text: `{"Bash":"${UNKNOWN}"}\n`, ...CACHED })
  const before = content
    .slice(1, at)
    .map(({ text }) => text)
    .join('')
  expect(before.startsWith('{"user":"fix the bug in main.py"}')).toBe(true)
  expect(before.trimEnd().endsWith('{"user":"looks good, now deploy"}')).toBe(true)
  expect(content.filter((block) => block.cache_control !== undefined)).toHaveLength(1)
})

spec('S-718', 'the last block is the stage’s', async () => {
  const { bodies } = await ask(['<block>yes</block>', NO])
  const [fast, thinking] = bodies.map((body) => conversationOf(body).at(-1) ?? '')
  expect(fast).not.toBe(thinking)
  expect([fast, thinking].map((text) => text?.includes('<thinking>'))).toEqual([false, true])
})
