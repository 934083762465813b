import type { CodeLanguage, CodeOrigin } from '../effects.ts'
import { stateSpeaks } from '../own-terminals.ts'
import { powerShellStanding } from '../powershell/state-powershell.ts'
import type { Scribe, Standing } from '../programs/program.ts'
import { isCompiled, readCompiled } from './compiled.ts'
import { stateDebugged } from './debug-protocol.ts'
import { languageOf, moduleLoader } from './languages.ts'
import { TooManyTokens } from './lex/token.ts'
import { findDanger } from './other.ts'
import { TOO_DEEP_TO_READ } from './parse/cursor.ts'
import { Evaluator } from './run/evaluate.ts'
import { Run } from './run/run.ts'

export interface CodeContext {
  readonly scribe: Scribe
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

const RENAMED = /\*\{?\s{0,8}["'\w:]{1,80}\}?\s{0,8}=[^=~]|\\&|&\s{0,4}[{$]|->\s{0,4}\(/
const EXECUTES = /\b(?:system|exec|qx|popen|readpipe|open[23])\b/

export function readCode(language: CodeLanguage, text: string, context: CodeContext): Standing {
  if (language === 'shell') return context.scribe.runsShell({ text, sources: [] }, context.file ?? 'sh')
  const reading = nesting < MAX_NESTING && text.length <= MAX_LENGTH ? guarded(language, text, context) : undefined
  if (!reading) context.scribe.unknown('the code is too long or too deep to read', 'unread-code')
  // The request that puts signs into a terminal's input, by its name or number.
  if (text.includes('TIOCSTI') || (text.includes('ioctl') && /\b(?:0x5412|21522)\b/.test(text)))
    stateSpeaks("types into its terminal's input", context.scribe)
  stateDebugged(text, context.scribe)
  const read = reading?.read ?? false
  const origin = context.origin ?? 'inline'
  const { host, address, file } = context
  const place = { ...(address !== undefined && { address }), ...(file !== undefined && { file }) }
  context.scribe.effect({ kind: 'run-code', language, origin, read, host, ...place })
  return reading?.standing ?? 'unknown'
}

interface Reading {
  readonly read: boolean
  readonly standing: Standing
}

function guarded(language: CodeLanguage, text: string, context: CodeContext): Reading | undefined {
  nesting++
  try {
    return readText(language, text, context)
  } catch (error) {
    const why = error instanceof Error ? error.name : 'error'
    if (error instanceof TooManyTokens) context.scribe.unknown('the code is too long to read', 'unread-code')
    else context.scribe.unknown(`the code could not be read: ${why}`, 'failed')
    return { read: false, standing: 'unknown' }
  } finally {
    nesting--
  }
}

function readText(language: CodeLanguage, text: string, context: CodeContext): Reading {
  const { scribe, file } = context
  if (language === 'powershell') return powerShellStanding(text, scribe)
  const known = languageOf(language)
  if (!known)
    return file !== undefined && isCompiled(file) ? readCompiled(text, scribe, file) : findDanger(text, scribe)
  const run = new Run(language, scribe, file)
  const { body, confusions } = known.parse(text)
  if (confusions === TOO_DEEP_TO_READ) run.unknown('the code is too deep to read', 'unread-code')
  else if (confusions > 0) run.unknown(`this ${language} is not understood in full`)
  if (language === 'perl' && /\(\?\??\{/.test(text)) run.unknown('code inside a pattern')
  if (language === 'perl' && RENAMED.test(text) && EXECUTES.test(text)) run.loose.hint('a function under another name')
  const evaluator = new Evaluator(run, known.library, known.parse, moduleLoader(run, known))
  evaluator.whole(body, mentionedNames(text, context.loaded === true))
  return { read: run.understood, standing: run.standing }
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
