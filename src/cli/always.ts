import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyEdits, modify } from 'jsonc-parser'
import { understand } from '../analysis/understand.ts'
import { homeDirectory } from '../facts/host.ts'
import { type Proposal, proposeRule } from '../rules/propose.ts'
import { caseOf, TOOLS } from './case.ts'
import type { CallLine } from './line.ts'

/** The narrowest rule that would cover a call, or why none is offered. */
export function proposal(line: CallLine): Proposal {
  const { call, session } = caseOf(line)
  return proposeRule(
    understand(call, TOOLS.find(call.tool, call.input), session.facts, { wrappers: [] }),
    session.facts,
  )
}

/** Adds an allow rule to the user's own file, keeping comments and everything else as it is. */
export function addUserRule(rule: string, home = homeDirectory()): string {
  const folder = join(home, '.irongate')
  const file = join(folder, 'settings.json')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const text = currentText(file)
  const options = { isArrayInsertion: true, formattingOptions: { insertSpaces: true, tabSize: 2 } }
  writeFileSync(file, applyEdits(text, modify(text, ['permissions', 'allow', -1], rule, options)), { mode: 0o600 })
  return file
}

function currentText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '{}\n'
    throw error
  }
}
