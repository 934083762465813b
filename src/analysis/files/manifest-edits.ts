import type { EffectDraft } from '../effects.ts'
import type { Facts } from '../facts.ts'
import type { PathUse } from '../paths/paths.ts'
import { findDependencySources } from './dependency-sources.ts'
import { findSubstitutions } from './program-texts.ts'

/** `.dependencies.x = "address"`, `.overrides["@a/b"] |= "address"`: the last key and what it is given. */
const ASSIGNS = /([\w@/.-]{1,200})["']?\]?\s{0,4}\|?=\s{0,4}["']([^"'\n]{3,300})["']/g
const KEY = /^\.?[A-Za-z][\w@/-]{0,60}(?:\.[\w@/[\]-]{1,100}){1,8}$/
const ADDRESS = /^(?:[a-z+]+:\/\/|git@|github:|gitlab:|bitbucket:)\S{3,300}$/i

const MOST_LETTERS = 16_384

/** What an editing command puts into a manifest, as far as it is an address that code is taken from: judged as if it were written there. */
export function editedManifest(path: PathUse, words: readonly string[], facts: Facts): readonly EffectDraft[] {
  const content = words.flatMap(piecesOf).concat(pairsOf(words)).join('\n')
  return content.includes(':') || content.includes('=>')
    ? findDependencySources({ path, content, whole: false }, facts)
    : []
}

function piecesOf(text: string): readonly string[] {
  if (text.length > MOST_LETTERS) return []
  const put = findSubstitutions(text).map(({ now }) => now)
  const assigned = [...text.matchAll(ASSIGNS)].flatMap(([, key = '', value = '']) => settings(key, value))
  return [...put, ...assigned]
}

/** `set tool.uv.sources.x.git address`, with the file among the words or not. */
function pairsOf(words: readonly string[]): readonly string[] {
  const value = words.find((word) => ADDRESS.test(word))
  const key = words.find((word) => word !== value && KEY.test(word) && !/\.(?:json|toml|ya?ml|xml)$/i.test(word))
  return value === undefined ? [] : settings(key ?? '', value)
}

function settings(path: string, value: string): readonly string[] {
  const key = path.slice(path.lastIndexOf('.') + 1)
  return [`"${key}": "${value}"`, `${key} = "${value}"`, `"${key} @ ${value}"`]
}
