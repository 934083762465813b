import type { EffectDraft } from '../effects.ts'
import type { Facts } from '../facts.ts'
import { hostOf } from '../remote/hosts.ts'
import { classifySource, installEffectsFrom, isReplacedSource } from '../remote/package-sources.ts'
import { findSubstitutions } from './program-texts.ts'

const SOURCE_ADDRESS = /(?:(?:git|hg|svn|registry|sparse)\+)?https?\\{0,2}:\/\/[^\s"'`<>,;|#)\]}&]{3,400}/gi
const WORD = /[A-Za-z_][\w.-]{0,60}/g
const CONTEXT_LENGTH = 160

interface Edited {
  readonly base: string
  /** A lock file: whoever rewrites an address there changes where a package comes from. */
  readonly locked: boolean
}

/** `s#registry=.*#registry=http://…#`, `.url = "…"`. */
export function findEditedSources(
  texts: readonly string[],
  { base, locked }: Edited,
  facts: Facts,
): readonly EffectDraft[] {
  const hosts = new Set<string>()
  for (const text of texts) {
    if (!text.includes('//')) continue
    const swaps = findSubstitutions(text)
    for (const { old, now } of swaps.length > 0 ? swaps : [{ old: '', now: text }])
      for (const { address, words } of findAddresses(now, old))
        if (
          isReplacedSource(address, words, findFirstAddress(old), facts) ||
          (locked && classifySource(address, facts) !== undefined)
        )
          hosts.add(hostOf(address.replace(/^\w+\+/, '')))
  }
  return installEffectsFrom(hosts, base)
}

function findAddresses(
  text: string,
  old: string,
): readonly { readonly address: string; readonly words: readonly string[] }[] {
  return [...text.matchAll(SOURCE_ADDRESS)].map((match) => {
    const before = text.slice(Math.max(0, match.index - CONTEXT_LENGTH), match.index)
    // Where only the value is replaced, what it stood under is part of the pattern.
    const words = (/\w/.test(before) ? before : old.replaceAll(SOURCE_ADDRESS, ' ')).match(WORD) ?? []
    return { address: match[0].replaceAll('\\', ''), words }
  })
}

/** Patterns keep dots and colons behind a backslash. */
function findFirstAddress(pattern: string): string {
  const plain = pattern.replaceAll('\\', '')
  return plain.match(SOURCE_ADDRESS)?.[0] ?? (/^[\w-]+(?:\.[\w-]+)+/.test(plain) ? `https://${plain}` : '')
}
