import type { CodeLanguage } from '../effects.ts'

const ENDINGS_BY_LANGUAGE: readonly (readonly [CodeLanguage, string])[] = [
  ['shell', 'sh bash zsh ksh'],
  ['python', 'py'],
  ['javascript', 'js mjs cjs ts mts'],
  ['ruby', 'rb'],
  ['perl', 'pl pm t'],
  ['php', 'php'],
  ['powershell', 'ps1'],
  ['awk', 'awk'],
]
const LANGUAGE_BY_ENDING = new Map(
  ENDINGS_BY_LANGUAGE.flatMap(([language, all]) => all.split(' ').map((ending) => [ending, language])),
)

const LANGUAGE_BY_INTERPRETER: readonly (readonly [RegExp, CodeLanguage])[] = [
  [/^(?:ba|da|z|k|a)?sh$/, 'shell'],
  [/^(?:python|pypy|uv)/, 'python'],
  [/^(?:node|bun|deno|tsx|ts-node)/, 'javascript'],
  [/^ruby/, 'ruby'],
  [/^perl/, 'perl'],
  [/^php/, 'php'],
  [/^pwsh/, 'powershell'],
  [/^[gmn]?awk/, 'awk'],
]

export function knownFileLanguage(path: string, text: string | undefined): CodeLanguage | undefined {
  const shebang = text === undefined ? null : /^#!\s*(\S+)(?:[ \t]+(.*))?/.exec(text.slice(0, 256))
  if (shebang) return languageOfInterpreter(shebang[1] ?? '', shebang[2] ?? '')
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return dot > 0 ? LANGUAGE_BY_ENDING.get(name.slice(dot + 1).toLowerCase()) : undefined
}

export function fileLanguage(path: string, text: string | undefined): CodeLanguage {
  const known = knownFileLanguage(path, text)
  if (known) return known
  return text === undefined || text.slice(0, 4_096).includes('\0') ? 'other' : 'shell'
}

function languageOfInterpreter(path: string, rest: string): CodeLanguage {
  let name = path.slice(path.lastIndexOf('/') + 1)
  if (name === 'env') name = rest.split(/[ \t]+/).find((word) => !word.startsWith('-') && !word.includes('=')) ?? ''
  return LANGUAGE_BY_INTERPRETER.find(([pattern]) => pattern.test(name))?.[1] ?? 'other'
}

const SIGNS: readonly (readonly [RegExp, CodeLanguage])[] = [
  [/(?:^|[;{}\n])[ \t]*(?:my|our|local)[ \t]+[$@%]\w+[ \t]*[=;]|\$ENV\{\w+\}|^[ \t]*use strict;/m, 'perl'],
  [/^(?:import [A-Za-z_][\w.]*|from [\w.]+ import .+|def \w+\([^\n]*\):)[ \t]*$/m, 'python'],
  [/^[ \t]*require ['"][\w/-]+['"][ \t]*$|\bdo \|\w+\|[ \t]*$/m, 'ruby'],
]

/** Settings that are code are called after their program, and not after their language: only their text tells. */
export function languageBySigns(text: string): CodeLanguage | undefined {
  return SIGNS.find(([sign]) => sign.test(text))?.[1]
}
