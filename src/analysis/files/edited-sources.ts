import type { EffectDraft } from '../effects.ts'
import type { Facts } from '../facts.ts'
import { hostOf } from '../hosts.ts'
import { installsFrom, isSwapped, strangenessOf } from '../package-sources.ts'
import { replaced } from './program-texts.ts'

const ADDRESS = /(?:(?:git|hg|svn|registry|sparse)\+)?https?\\{0,2}:\/\/[^\s"'`<>,;|#)\]}&]{3,400}/gi
const WORD = /[A-Za-z_][\w.-]{0,60}/g
const NEAR = 160

interface Edited {
  readonly base: string
  /** A lock file: whoever rewrites an address there changes where a package comes from. */
  readonly locked: boolean
}

/** `s#registry=.*#registry=http://…#`, `.url = "…"`. */
export function editedSources(
  texts: readonly string[],
  { base, locked }: Edited,
  facts: Facts,
): readonly EffectDraft[] {
  const hosts = new Set<string>()
  for (const text of texts) {
    if (!text.includes('//')) continue
    const swaps = replaced(text)
    for (const { old, now } of swaps.length > 0 ? swaps : [{ old: '', now: text }])
      for (const { address, words } of addressesIn(now, old))
        if (
          isSwapped(address, words, firstAddress(old), facts) ||
          (locked && strangenessOf(address, facts) !== undefined)
        )
          hosts.add(hostOf(address.replace(/^\w+\+/, '')))
  }
  return installsFrom(hosts, base)
}

function addressesIn(
  text: string,
  old: string,
): readonly { readonly address: string; readonly words: readonly string[] }[] {
  return [...text.matchAll(ADDRESS)].map((match) => {
    const before = text.slice(Math.max(0, match.index - NEAR), match.index)
    // Where only the value is replaced, what it stood under is part of the pattern.
    const words = (/\w/.test(before) ? before : old.replaceAll(ADDRESS, ' ')).match(WORD) ?? []
    return { address: match[0].replaceAll('\\', ''), words }
  })
}

/** Patterns keep dots and colons behind a backslash. */
function firstAddress(pattern: string): string {
  const plain = pattern.replaceAll('\\', '')
  return plain.match(ADDRESS)?.[0] ?? (/^[\w-]+(?:\.[\w-]+)+/.test(plain) ? `https://${plain}` : '')
}
