import { expect, it } from 'vitest'
import { testPolicy } from '../judge/embedded/test-policy.ts'
import { understood } from '../judge/embedded/testing.ts'
import { createTools } from '../tools/registry.ts'
import type { Entry } from '../transcript/entries.ts'
import { SAFE_TOOLS } from './safe-tools.ts'

const TOOLS = createTools()

function applies(file: string, text: string): boolean {
  const { action, facts } = understood({ call: { tool: 'Read', input: { file_path: file } } })
  const transcript: Entry[] = [{ kind: 'user', text, trusted: true }]
  return SAFE_TOOLS.applies({ action, facts, transcript, tool: TOOLS.find('Read'), policy: testPolicy() }) !== undefined
}

it.each<[string, boolean]>([
  ["don't read notes.md", false],
  ['do not open or read notes.md', false],
  ['leave notes.md alone', true],
  ["don't read everything", true],
  ["don't read plans.md", true],
  ['read notes.md', true],
])('reading notes.md after %j: %s', (text, expected) => {
  expect(applies('/home/dev/project/notes.md', text)).toBe(expected)
})
