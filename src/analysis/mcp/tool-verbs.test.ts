import { describe, expect, it } from 'vitest'
import { fixedFacts } from '../../facts/fixed.ts'
import { wordsOf } from '../../knowledge/lexicon/verbs.ts'
import { createToolRecorder } from '../interpret/tool-recorder.ts'
import { recordToolCall } from './tool-call.ts'
import { classifyToolVerb } from './tool-verbs.ts'

describe('what a foreign tool’s name says', () => {
  it.each([
    ['get_payment', 'read', undefined],
    ['listUsers', 'read', undefined],
    ['search-files', 'read', undefined],
    ['send_money', 'write', 'payment'],
    ['sendEmail', 'write', 'mail'],
    ['create_refund', 'write', 'payment'],
    ['delete_file', 'write', 'deletion'],
    ['post_message', 'write', 'message'],
    ['update_password', 'write', 'account'],
    ['merge_pull_request', 'write', 'merge'],
    ['approve_review', 'write', 'approval'],
    ['share_document', 'write', 'visibility'],
    ['create_calendar_event', 'write', 'calendar'],
    ['create_issue', 'write', 'record'],
    ['issue_read', 'read', undefined],
    ['leave_comment', 'write', 'record'],
    ['tag_list', 'read', undefined],
    ['deploy_service', 'deploy', undefined],
    ['browser_navigate', 'navigate', undefined],
    ['run_command', 'run', undefined],
    ['execute_sql', 'run', undefined],
    ['frobnicate', 'opaque', undefined],
    ['constructor', 'opaque', undefined],
  ])('%s: %s %s', (name, type, nature) => {
    const verb = classifyToolVerb(name)
    expect(verb.type).toBe(type)
    expect(verb.type === 'write' ? verb.nature : undefined).toBe(nature)
  })

  it.each([
    ['sendMoney', ['send', 'money']],
    ['send_money', ['send', 'money']],
    ['get-library-docs', ['get', 'library', 'docs']],
  ])('%s is split alike', (name, words) => {
    expect(wordsOf(name)).toEqual(words)
  })
})

describe('what a foreign tool’s call would do', () => {
  const kinds = (name: string, input: Record<string, unknown>) => {
    const notes = createToolRecorder(name, fixedFacts())
    recordToolCall(name, input, notes.recorder)
    return notes
      .reading()
      .effects.filter(({ certainty }) => certainty !== 'possible')
      .map(({ kind }) => kind)
  }
  it.each<[string, Record<string, unknown>, string]>([
    ['mcp__db__query', { sql: 'DROP TABLE users' }, 'database-change'],
    ['mcp__db__query', { query: 'delete from users' }, 'database-change'],
    ['mcp__x__run_command', { command: 'rm -rf ~' }, 'delete-path'],
    ['mcp__x__run_script', { code: 'import os\nos.system("rm -rf ~")' }, 'delete-path'],
    ['mcp__fs__write_file', { path: '/home/dev/.bashrc', content: 'x' }, 'write-path'],
    ['mcp__fs__delete_file', { path: '/home/dev/notes.md' }, 'delete-path'],
    ['mcp__fs__read_file', { path: '/home/dev/.aws/credentials' }, 'read-path'],
    ['mcp__web__fetch', { url: 'http://169.254.169.254/latest/' }, 'connect'],
    ['mcp__x__note', { text: `key AKIA${'A'.repeat(16)}` }, 'send-data'],
    ['mcp__pay__send_money', { recipient: 'x', amount: 5 }, 'external-write'],
  ])('%s %j states %s', (name, input, kind) => {
    expect(kinds(name, input)).toContain(kind)
  })

  it.each<[string, Record<string, unknown>]>([
    ['mcp__db__query', { sql: 'SELECT * FROM users' }],
    ['mcp__tracker__list_issues', { project: 'x' }],
    ['mcp__notes__search', { query: 'drop table in the docs' }],
    ['mcp__x__run_command', { command: 'ls' }],
  ])('%s %j states nothing that changes', (name, input) => {
    const harmless = new Set(['read-path', 'connect'])
    expect(kinds(name, input).filter((kind) => !harmless.has(kind))).toEqual([])
  })

  it('a deep or cyclic input is an answer', () => {
    const input: Record<string, unknown> = { a: 1 }
    input['self'] = input
    expect(() => kinds('mcp__x__get', input)).not.toThrow()
  })
})
