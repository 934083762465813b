import type { DecisionInputs } from '../../audit/decision-inputs.ts'
import type { AuditRecord } from '../../audit/record.ts'
import { type Decision, MODES } from '../../decision.ts'
import { createRedactor } from '../../redaction/redact.ts'
import type { SettingsText } from '../../settings/load.ts'
import type { Entry } from '../../transcript/entries.ts'
import { callLineOf } from '../call-line.ts'
import { createSessions, decide } from '../check-line.ts'
import { hideNamesIn, type MachineNames, machineNameHider, SHARED_HOME } from './machine-names.ts'
import { neededParts, settingsOfParts, type WrittenSetting, writtenSettings } from './shared-settings.ts'

/** What a call was decided on, as far as it is kept. */
export interface KeptInputs {
  readonly noted: DecisionInputs | undefined
  readonly entries: readonly Entry[]
  /** Scripts and recipes that were read for it. */
  readonly texts: readonly { readonly path: string; readonly text: string }[]
  readonly settings: readonly SettingsText[]
}

/** A line for `irongate check --batch` that says nothing of the machine it comes from. */
export interface SharedCase {
  readonly line: Readonly<Record<string, unknown>>
  /** What the line is decided to, judged offline. */
  readonly decision: Decision
  /** Is it what was decided then? */
  readonly reproduced: boolean
}

const MAX_TURNS = 30
const MAX_CALLS = 30
const MAX_TEXT = 8_000

/**
 * The smallest case that is decided as the Record says: what people said is always in it, and what the session did, which texts were
 * read, and settings only where the answer needs them.
 */
export async function sharedCase(record: AuditRecord, kept: KeptInputs, names: MachineNames): Promise<SharedCase> {
  const anonymous = anonymizer(names, record, kept)
  const base = baseLine(record, kept, anonymous)
  const trusted = kept.settings.some((text) => text.trusted === true)
  const judge = (transcript: readonly unknown[], used: readonly WrittenSetting[]) => {
    const settings = anonymous(settingsOfParts(used))
    return judgedLine({ ...base, ...(trusted && used.length > 0 && { trusted }), settings, transcript }, record)
  }
  const written = writtenSettings(kept.settings)
  const transcripts = possibleTranscripts(kept, anonymous)
  for (const settings of [[], written]) {
    for (const transcript of transcripts) {
      const found = await judge(transcript, settings)
      if (!found.reproduced) continue
      const stays = async (fewer: readonly WrittenSetting[]) => (await judge(transcript, fewer)).reproduced
      return settings.length === 0 ? found : judge(transcript, await neededParts(settings, stays))
    }
  }
  return judge(transcripts[0] ?? [], [])
}

/** The least first. */
function possibleTranscripts({ entries, texts }: KeptInputs, anonymous: Anonymous): readonly (readonly unknown[])[] {
  const said = entries.flatMap((entry) => turnOf(entry, anonymous)).slice(-MAX_TURNS)
  const done = entries.flatMap((entry) => turnOrCall(entry, anonymous)).slice(-MAX_CALLS)
  const read = texts.map((text) => writeOf(text, anonymous))
  return [said, [...read, ...said], done, [...read, ...done]]
}

interface Anonymous {
  <T>(value: T): T
  /** The same for sentences. */
  readonly said: (text: string) => string
}

/**
 * INVARIANT: whatever a case holds of the machine went through it. Secrets first: a placeholder names nobody. All that is kept is read
 * before anything is shown: what one text gives away as a secret is then hidden in every other.
 */
function anonymizer(names: MachineNames, { input }: AuditRecord, { noted, entries, texts }: KeptInputs): Anonymous {
  const redactor = createRedactor()
  redactor.value([input, noted?.input, entries, texts])
  const hide = machineNameHider(names)
  const called = JSON.stringify(input)
  return Object.assign(<T>(value: T) => hideNamesIn(redactor.value(value), hide) as T, {
    said: (text: string) => hide(withoutOddWords(redactor.text(text), called)),
  })
}

/** Passwords in sentences have no form and no name, only a digit: words with one stay where the call itself has them. */
function withoutOddWords(text: string, called: string): string {
  return text.replace(/[^\s"'`,;()<>«»]{4,}/g, (found) => {
    const word = found.replace(/[.:!?]+$/, '')
    return /\d/.test(word) && !called.includes(word) ? `${ODD_WORD}${found.slice(word.length)}` : found
  })
}

const ODD_WORD = '«secret:word»'

function baseLine(record: AuditRecord, { noted }: KeptInputs, anonymous: Anonymous): Record<string, unknown> {
  const { id, tool, input, cwd, mode, host, outcome, reason, category, grade, judge, message, gate } = record
  return {
    id,
    // The input first: what it names as a secret is then known in the texts that quote it.
    input: anonymous(noted?.input ?? noted?.remembered?.input ?? input),
    tool: anonymous(tool),
    cwd: anonymous(cwd),
    home: SHARED_HOME,
    platform: noted?.platform ?? 'linux',
    ...((MODES as readonly string[]).includes(mode) && { mode }),
    ...(noted?.headless && { headless: true }),
    decided: {
      outcome,
      reason: reason.type,
      ...(category !== undefined && { category }),
      ...(grade !== undefined && { grade }),
      ...(judge !== undefined && { judge }),
      message: anonymous(message),
      ...(gate !== undefined && { gate }),
      host,
    },
  }
}

async function judgedLine(line: Record<string, unknown>, record: AuditRecord): Promise<SharedCase> {
  const parsed = callLineOf(line)
  if (!parsed.ok) throw new Error(`the case can't be judged: ${parsed.problem}`)
  const decision = await decide(parsed.line, createSessions())
  const { outcome, reason, category } = record
  const reproduced =
    decision.outcome === outcome && decision.reason.type === reason.type && decision.category === category
  return { line, decision, reproduced }
}

/** A user's turn, as the batch interface takes it. */
function turnOf(entry: Entry, anonymous: Anonymous): unknown[] {
  const turn = (text: string, origin?: string) => [
    { role: 'user', text: anonymous.said(text), ...(origin !== undefined && { origin }) },
  ]
  if (entry.kind === 'user') return turn(entry.text, entry.trusted ? undefined : 'unproven')
  if (entry.kind === 'harness') return turn(entry.text, 'framework')
  return entry.kind === 'consent' && entry.answer.kind === 'typed' ? turn(entry.answer.text) : []
}

function turnOrCall(entry: Entry, anonymous: Anonymous): unknown[] {
  if (entry.kind !== 'call') return turnOf(entry, anonymous)
  return entry.denied || entry.unconfirmed ? [] : [{ tool: anonymous(entry.tool), input: anonymous(entry.input) }]
}

/** A text that lay there, as if the session had written it. */
function writeOf({ path, text }: KeptInputs['texts'][number], anonymous: Anonymous): unknown {
  return { tool: 'Write', input: anonymous({ file_path: path, content: text.slice(0, MAX_TEXT) }) }
}
