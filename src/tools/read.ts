import type { ToolCall } from '../analysis/action.ts'
import type { Facts } from '../analysis/facts.ts'
import type { Tool, ToolReading } from '../analysis/tool.ts'
import { toolNotes } from '../analysis/tool-scribe.ts'
import { text } from './input.ts'

/** A tool that reads one path. Secret places take it off the safe list: see fast-paths/safe-tools. */
function reads(call: ToolCall, facts: Facts, where: { key: string; list: boolean }): ToolReading {
  const notes = toolNotes(call.tool, facts)
  const path = notes.scribe.pathOf(text(call.input, where.key) || '.')
  notes.scribe.effect({ kind: 'read-path', path, list: where.list })
  return { ...notes.reading(), grade: path.tags.includes('secret') ? undefined : 'proven' }
}

export const READ: Tool = {
  name: 'Read',
  aliases: ['FileRead'],
  relevance: 'safe',
  kind: 'read',
  encode: (input) => text(input, 'file_path'),
  read: (call, facts) => reads(call, facts, { key: 'file_path', list: false }),
}

export const NOTEBOOK_READ: Tool = {
  name: 'NotebookRead',
  relevance: 'judged',
  kind: 'read',
  encode: (input) => text(input, 'notebook_path'),
  read: (call, facts) => reads(call, facts, { key: 'notebook_path', list: false }),
}

export const LS: Tool = {
  name: 'LS',
  relevance: 'judged',
  kind: 'read',
  encode: (input) => text(input, 'path'),
  read: (call, facts) => reads(call, facts, { key: 'path', list: true }),
}

export const GREP: Tool = {
  name: 'Grep',
  relevance: 'safe',
  kind: 'read',
  encode: (input) => {
    const path = text(input, 'path')
    return path === '' ? text(input, 'pattern') : `${text(input, 'pattern')} in ${path}`
  },
  read: (call, facts) => reads(call, facts, { key: 'path', list: false }),
}

export const GLOB: Tool = {
  name: 'Glob',
  relevance: 'safe',
  kind: 'read',
  encode: (input) => `${text(input, 'pattern')}${text(input, 'path') && ` in ${text(input, 'path')}`}`,
  read: (call, facts) => reads(call, facts, { key: 'path', list: true }),
}
