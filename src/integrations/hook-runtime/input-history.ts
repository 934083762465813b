import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import type { Attestation, PromptClaim } from '../../state/typed-prompt-proof.ts'
import type { AttestContext } from '../integration.ts'
import { type Fields, isFields } from './fields.ts'
import { attestStartArgument } from './prompt-proof.ts'

/** One line that was entered at the host's own prompt, as the history keeps it that the host shows under the arrow keys. */
export interface EnteredLine {
  /** What was typed. */
  readonly text: string
  /** The same with what was pasted into it, where the history tells them apart. */
  readonly sent?: string
  /** The host had marked longer texts as pasted, so none of this was. */
  readonly unpasted?: boolean
}

/** The history is written before the event is sent. */
const HISTORY_DELAY_MS = 1000

/** A text of more lines was not typed at a prompt, as far as anybody can tell. */
const MAX_TYPED_LINES = 5

/**
 * The proof by the host's history of its input, which only its own window writes, and before it sends the event. What the host expands
 * (attached files, commands of a project) stands in the event alone, so the typed line is all that counts. What no line has was handed over
 * with the host's start, or by a program.
 */
export function attestByHistory(claim: PromptClaim, lines: readonly EnteredLine[], at: AttestContext): Attestation {
  const line = findHistoryLine(claim, lines, at)
  if (line !== undefined)
    return line.unpasted === true ? { kind: 'typed', text: line.text } : attestTypedText(line.text)
  if (claim.argument === undefined && claim.terminal && !at.script)
    return expirePending({ kind: 'pending' }, HISTORY_DELAY_MS, at.now - claim.at)
  const found = attestStartArgument(claim, at.script)
  return found.kind === 'typed' && !at.script ? attestTypedText(found.text) : found
}

/** A record that has nothing after this many milliseconds will have nothing: what stays open is looked up again at each call. */
export function expirePending(found: Attestation, lateMs: number, since: number): Attestation {
  if (found.kind !== 'pending' || since < lateMs) return found
  return { kind: 'unproven', why: "the agent's own history does not have it" }
}

function attestTypedText(text: string): Attestation {
  if (text.trim().split('\n').length <= MAX_TYPED_LINES) return { kind: 'typed', text }
  return { kind: 'unproven', why: `more than ${MAX_TYPED_LINES} lines may be pasted, and the agent does not tell` }
}

/** The line that an event tells of: the same words, or the last line where the host put more behind it or something else in its place. */
function findHistoryLine(
  claim: PromptClaim,
  lines: readonly EnteredLine[],
  { proved }: AttestContext,
): EnteredLine | undefined {
  const said = normalizeSpaces(claim.text)
  const same = lines.filter(({ text, sent = text }) => normalizeSpaces(sent) === said)
  // Each line proves one event: who sends an old one again proves nothing.
  if (same.length > proved.filter(({ text }) => normalizeSpaces(text) === said).length) return same.at(-1)
  const last = lines.at(-1)
  if (last === undefined || same.length > 0) return undefined
  const begun = `${normalizeSpaces(last.text)} `
  const begins = (text: string) => `${normalizeSpaces(text)} `.startsWith(begun)
  if (last.text.startsWith('/')) return last
  return begun !== ' ' && begins(said) && !proved.some(({ text }) => begins(text)) ? last : undefined
}

/** Hosts trim what they keep. */
function normalizeSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

const MOST_BYTES = 256 * 1024

/** The end of a history. Empty where there is none, or where it is no plain file. */
export function readHistory(file: string): string {
  let handle: number | undefined
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = fstatSync(handle)
    if (!stat.isFile()) return ''
    const buffer = Buffer.alloc(Math.min(stat.size, MOST_BYTES))
    const length = readSync(handle, buffer, 0, buffer.length, stat.size - buffer.length)
    return buffer.toString('utf8', 0, length)
  } catch {
    return ''
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

/** The objects of a history with one in each line. */
export function parseJsonLines(text: string): readonly Fields[] {
  return text.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line)
      return isFields(value) ? [value] : []
    } catch {
      // The first line may be cut.
      return []
    }
  })
}
