import type { Candidate } from './candidate.ts'

const LITERAL = /(["'`])([\w@.~/+-]{2,200})\1/g
const NAMES = /[A-Za-z_$][\w$.]{0,60}/g

export function literalsIn(content: string): Candidate[] {
  const found: Candidate[] = []
  let end = 0
  let key: string | undefined
  for (const match of content.matchAll(LITERAL)) {
    const gap = content.slice(Math.max(end, match.index - 80), match.index)
    if (key === undefined || match.index - end > 80 || !/^[\s,]*$/.test(gap)) key = gap.match(NAMES)?.at(-1) ?? ''
    found.push({ text: match[2] ?? '', keys: [key] })
    end = match.index + match[0].length
  }
  return found
}
