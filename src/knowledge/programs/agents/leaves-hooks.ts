import { parseFirstDocument } from '../../../analysis/data/structured-data.ts'
import type { EffectRecorder } from '../../../analysis/interpret/program.ts'
import type { Command, Word } from '../../../analysis/words.ts'
import { type Agent, splitOptionNames } from './known-agents.ts'

/** Options with which agents leave the person's settings behind, and their hooks with them. */
const LEAVES_SETTINGS =
  /^--(?:bare|pure|safe-mode|(?:no|skip|disable|without|ignore)-(?:user-|all-)?(?:hooks?|plugins?|extensions?|settings|config))$/
/** Variables that do the same. */
const LEAVING_VARIABLE =
  /^[A-Z]+_(?:\w+_)?(?:BARE|PURE|SIMPLE|SAFE_MODE|(?:NO|SKIP|DISABLE|IGNORE)_(?:HOOKS?|PLUGINS?))$/
const ON = /^(?:1|true|yes|on|y)$/i
/** Features that are switched by name: `--disable hooks`. */
const FEATURE_OPTION = /^--disable(?:-feature)?$/
/** Options that name which settings count; the person's own have to be among them. */
const SOURCES_OPTION = /^--setting-sources?$/
/** What switches hooks or questions off in settings: `features.hooks=false`, `"disableAllHooks": true`. */
const SWITCHED_OFF = [
  /\bdisable\w*hooks?["']?\s*[:=]\s*["']?true/i,
  /\b\w*hooks(?:config)?["']?\s*[:=]\s*(?:["']?false|\{[^{}]{0,200}["']?enabled["']?\s*[:=]\s*["']?false)/i,
  /\bhooks\s*=\s*(?:\{\s*\}|\[\s*\])/i,
  /\bbypassPermissions\b/,
]

/** Is it started so that the person's hooks don't run in it? Settings that can't be read may say so. */
export function leavesHooks(agent: Agent, { args }: Command, recorder: EffectRecorder): boolean {
  const settingsOptions = splitOptionNames(agent.settingsOptions)
  return args.some((word, at) => {
    const [option = '', ...rest] = word.known.split('=')
    const joined = rest.join('=')
    if (LEAVES_SETTINGS.test(option)) return rest.length === 0 || ON.test(joined)
    const value = rest.length === 0 ? args[at + 1] : literalPart(word, joined)
    if (value === undefined) return false
    if (FEATURE_OPTION.test(option)) return /hook|plugin/i.test(value.known)
    if (SOURCES_OPTION.test(option)) return !value.known.split(/[\s,]+/).includes('user')
    return settingsOptions.includes(option) && settingsLeaveHooks(value, recorder)
  })
}

/** A value that nobody knows may switch them off. */
export function leavesHooksByVariable(name: string, value: string | undefined): boolean {
  return LEAVING_VARIABLE.test(name) && (value === undefined || ON.test(value))
}

function literalPart(word: Word, value: string): Word {
  return { ...word, known: value, text: word.text === undefined ? undefined : value }
}

function settingsLeaveHooks(value: Word, recorder: EffectRecorder): boolean {
  if (/[{=:]/.test(value.known)) return isSwitchedOff(value.known)
  const text = value.text === undefined ? undefined : recorder.readText(recorder.path(value).real ?? value.text)
  return text === undefined || isSwitchedOff(text)
}

function isSwitchedOff(text: string): boolean {
  // JSON may spell a letter by its number.
  const data = text.includes('\\u') ? parseFirstDocument('json', text) : undefined
  const plain = data === undefined ? text : JSON.stringify(data)
  return SWITCHED_OFF.some((pattern) => pattern.test(plain))
}
