import type { CodeLanguage, CodeOrigin } from '../effects.ts'
import type { CommandGrade, EffectRecorder } from '../interpret/program.ts'
import { recordTypingAsUser } from '../interpret/session-terminals.ts'
import { powerShellGrade } from '../powershell/record-powershell.ts'
import { isCompiled, readCompiled } from './compiled.ts'
import { recordDebugged } from './debug-protocol.ts'
import { recordDeserializedData } from './deserialized-data.ts'
import { createModuleLoader, languageDefinitionOf } from './language-definitions.ts'
import { TooManyTokens } from './lex/token.ts'
import { recordListedPlaces } from './listed-places.ts'
import { TOO_DEEP_CONFUSIONS } from './parse/cursor.ts'
import { Evaluator } from './run/evaluate.ts'
import { CodeRun } from './run/run.ts'
import { scanUnparsedCode } from './unparsed-languages.ts'

export interface CodeContext {
  readonly recorder: EffectRecorder
  readonly file?: string
  /** `inline` unless told. */
  readonly origin?: CodeOrigin
  readonly host?: string
  readonly address?: string
  /** Something loads it and calls what it finds: its functions count although nothing here calls them. */
  readonly loaded?: boolean
}

const MAX_LENGTH = 1024 * 1024
const MAX_NESTING = 4
let nesting = 0

const ALIASED_CODE = /\*\{?\s{0,8}["'\w:]{1,80}\}?\s{0,8}=[^=~]|\\&|&\s{0,4}[{$]|->\s{0,4}\(/
const EXECUTE_CALLS = /\b(?:system|exec|qx|popen|readpipe|open[23])\b/

export function readCode(language: CodeLanguage, text: string, context: CodeContext): CommandGrade {
  if (language === 'shell') return context.recorder.runsShell({ text, sources: [] }, context.file ?? 'sh')
  const reading = nesting < MAX_NESTING && text.length <= MAX_LENGTH ? readSafely(language, text, context) : undefined
  if (!reading) context.recorder.unknown('the code is too long or too deep to read', 'unread-code')
  // The request that puts signs into a terminal's input, by its name or number.
  if (text.includes('TIOCSTI') || (text.includes('ioctl') && /\b(?:0x5412|21522)\b/.test(text)))
    recordTypingAsUser("types into its terminal's input", context.recorder)
  recordDebugged(text, context.recorder)
  recordDeserializedData(text, context.file, context.recorder)
  const read = reading?.read ?? false
  const origin = context.origin ?? 'inline'
  const { host, address, file } = context
  const place = { ...(address !== undefined && { address }), ...(file !== undefined && { file }) }
  context.recorder.effect({ kind: 'run-code', language, origin, read, host, ...place })
  return reading?.grade ?? 'unknown'
}

interface CodeReadingResult {
  readonly read: boolean
  readonly grade: CommandGrade
}

function readSafely(language: CodeLanguage, text: string, context: CodeContext): CodeReadingResult | undefined {
  nesting++
  try {
    return readText(language, text, context)
  } catch (error) {
    const why = error instanceof Error ? error.name : 'error'
    if (error instanceof TooManyTokens) context.recorder.unknown('the code is too long to read', 'unread-code')
    else context.recorder.unknown(`the code could not be read: ${why}`, 'failed')
    return { read: false, grade: 'unknown' }
  } finally {
    nesting--
  }
}

function readText(language: CodeLanguage, text: string, context: CodeContext): CodeReadingResult {
  const { recorder, file } = context
  if (language === 'powershell') return powerShellGrade(text, recorder)
  const known = languageDefinitionOf(language)
  if (!known)
    return file !== undefined && isCompiled(file)
      ? readCompiled(text, recorder, file)
      : scanUnparsedCode(text, recorder)
  const run = new CodeRun(language, recorder, file)
  const { body, confusions } = known.parse(text)
  if (confusions === TOO_DEEP_CONFUSIONS) run.unknown('the code is too deep to read', 'unread-code')
  else if (confusions > 0) run.unknown(`this ${language} is not understood in full`)
  if (language === 'perl' && /\(\?\??\{/.test(text)) run.unknown('code inside a pattern')
  if (language === 'perl' && ALIASED_CODE.test(text) && EXECUTE_CALLS.test(text))
    run.unresolved.hint('a function under another name')
  const evaluator = new Evaluator(run, known.library, known.parse, createModuleLoader(run, known))
  evaluator.whole(body, mentionedNames(text, context.loaded === true))
  recordListedPlaces(text, run)
  return { read: run.understood, grade: run.grade }
}

/** Names that stand in the text more than once: a function of that name is used somewhere. All of them in code that is loaded. */
function mentionedNames(text: string, loaded: boolean): ReadonlySet<string> {
  const once = new Set<string>()
  const more = new Set<string>()
  for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) {
    if (loaded || once.has(name)) more.add(name)
    else once.add(name)
  }
  return more
}
