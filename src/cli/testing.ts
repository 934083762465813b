import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type AuditRecord, recordOf } from '../audit/record.ts'
import { writeRecord } from '../audit/record-writer.ts'
import { createCase } from './call-case.ts'
import { callLineOf } from './call-line.ts'
import type { Io } from './io.ts'
import { decisionWith } from './rule-objections.ts'
import type { TypingPerson } from './typing-person.ts'

/** For tests: what a command printed, and its status. */
export async function runIn(
  home: string,
  command: (args: readonly string[], io: Io, person?: TypingPerson) => Promise<number>,
  args: readonly string[],
  person?: TypingPerson,
  to: Partial<Io> = {},
): Promise<{ readonly out: string; readonly error: string; readonly status: number }> {
  let out = ''
  let error = ''
  const io: Io = { out: (text) => (out += text), error: (text) => (error += text), colour: false, ...to }
  const status = await command([...args, '--home', home], io, person)
  return { out, error, status }
}

/** For tests: a person who says yes, and what they were asked. */
export function consentingPerson(asked: string[] = []): TypingPerson {
  return { notAPerson: () => undefined, challenge: (question) => asked.push(question) > 0 }
}

/** For tests: the Record of a call as the gate decides it, in a folder that is there. */
export async function recordedCall(
  home: string,
  call: { readonly tool: string; readonly input: Readonly<Record<string, unknown>>; readonly cwd: string },
  at = Date.now(),
): Promise<AuditRecord> {
  mkdirSync(join(home, '.irongate/state'), { recursive: true, mode: 0o700 })
  mkdirSync(call.cwd, { recursive: true })
  const parsed = callLineOf({ ...call, home })
  if (!parsed.ok) throw new Error(parsed.problem)
  const made = createCase(parsed.line)
  const decision = await decisionWith(made)
  const payload = { ...call, sessionId: 's', callId: String(at) }
  const record = recordOf({ payload, decision, host: 'test', mode: 'auto', at })
  writeRecord(join(home, '.irongate/state'), record)
  return record
}
