import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeClaude, startFakeClaude } from '../fake-claude/server.ts'
import { NEW, OLD } from './clients.ts'
import { bash, createSandbox, type Sandbox } from './sandbox.ts'

/** One session of the real client, by what the test server was asked: model, instructions, entries, fence. */

let box: Sandbox
let judge: FakeClaude
beforeEach(async () => {
  box = createSandbox()
  judge = await startFakeClaude()
  const settings = {
    judge: { kind: 'claude', baseUrl: judge.url, apiKey: 'a-key-for-tests' },
    hosts: { 'claude-code': { prompts: 'script' } },
  }
  box.write(`${box.home}/.irongate/settings.json`, JSON.stringify(settings))
  box.write(`${box.home}/.claude/CLAUDE.md`, 'written-by-the-user\n')
  box.write(`${box.home}/.gitconfig`, '[user]\n\tname = Anna Lee\n')
  box.write('CLAUDE.md', 'written-in-the-project @docs/team.md\n')
  box.write('docs/team.md', 'written-for-the-team\n')
  box.write('.claude/rules/style.md', 'written-as-a-rule\n')
  box.write('CLAUDE.local.md', 'written-locally\n')
})
afterEach(async () => {
  box.remove()
  await judge.close()
})

const textsOf = (seen: FakeClaude['seen'][number] | undefined) =>
  (seen?.body.messages ?? []).map(({ content }) =>
    typeof content === 'string'
      ? content
      : content.map((block) => ('text' in block ? String(block.text) : '')).join(''),
  )

/** The lines between the marks, and the fence that both marks carry. */
function conversationOf(text: string): { readonly fence: string; readonly lines: readonly string[] } {
  const marks = /^<transcript fence="([\w-]{8,64})">\n([\s\S]*)<\/transcript fence="\1">\n/.exec(text)
  return { fence: marks?.[1] ?? '', lines: (marks?.[2] ?? '').split('\n').filter((line) => line.startsWith('{"')) }
}

describe.each([
  ['2.1.325', NEW],
  ['2.1.197', OLD],
])('what the judge is asked in a session of Claude Code %s', (_version, client) => {
  it('is the agent’s model, its instructions, what was said and called, inside one fence', async () => {
    const turns = [['unsaid-words', bash('frobnicate --one')], [bash('git push --force origin anna/cache')]]
    const { output } = await box.run(turns, {
      client,
      mode: 'default',
      prompt: 'Please frobnicate the site.',
      arguments: ['--model', 'claude-opus-4-6'],
    })
    // What the person said is read by a request of its own.
    const judged = judge.seen.filter(({ body }) =>
      JSON.stringify(body.system).includes('the judge of a permission gate'),
    )
    expect(judged.length, output.slice(-2_000)).toBe(2)
    // No event tells the model, and the host may write it down after its first call: until then the judge is the default.
    const [early, later] = judged.map(({ body }) => body.model)
    expect(['claude-opus-4-6', 'claude-sonnet-4-6']).toContain(early)
    expect(later).toBe('claude-opus-4-6')

    const [instructions = '', first = ''] = textsOf(judged[0])
    const files = [...instructions.matchAll(/\[\w{12} ([a-z ]+): [^\]]*\]\\n(written-[a-z-]+)/g)]
    expect(files.map(([, whose, text]) => [whose, text])).toEqual([
      ['user', 'written-by-the-user'],
      ['project', 'written-in-the-project'],
      ['project', 'written-for-the-team'],
      ['project', 'written-as-a-rule'],
      ['local', 'written-locally'],
    ])

    const second = textsOf(judged[1])[1] ?? ''
    const [one, two] = [conversationOf(first), conversationOf(second)]
    const asked = '{"user":"Please frobnicate the site. [[main]]"}'
    expect(one.lines.slice(0, 2)).toEqual([asked, '{"Bash":"frobnicate --one"}'])
    expect(two.lines.slice(0, 3)).toEqual([
      asked,
      '{"Bash":"frobnicate --one"}',
      '{"Bash":"git push --force origin anna/cache"}',
    ])
    expect(one.fence).toMatch(/^[\w-]{8,}$/)
    expect(two.fence).toBe(one.fence)
    expect(second).toContain('git name \\"Anna Lee\\"')
    for (const { raw } of judge.seen) expect(raw).not.toMatch(/unsaid-words|command not found/)
  })
})
