/** What stands in a name that is no ordinary word. */
const MARKED = /[\d/`§]|\w[-_.]\w/
const STAYS =
  /^(.{2,120}?) (?:stays?|remains?) (?:as (?:it is|they are)|up|running|untouched|there|in place|online)\b|^(.{2,120}?) keeps? running\b/
/** Weaker words: they spare only what is plainly a name. */
const NEEDED =
  /^(.{2,120}?) (?:(?:is|are) (?:right and |ok and |fine and )?(?:still (?:under review|in use|needed|used|running|being used|required)|needed|in use|being used|a different thing|something else|(?:somebody|someone) else's|not (?:ours|mine|yours)|another team's)|(?:is|are) [\w ]{1,30} and (?:has|have) to (?:stay|remain)|(?:has|have) to (?:stay|remain|be kept)|(?:must|should|shall) (?:stay|remain|be kept))(?: (?:up|there|running|online|too))?$/

/** The things a statement spares: "pr-7 is still under review", "the frontend stays as it is". */
export function sparedIn(text: string): string | undefined {
  const clear = STAYS.exec(text)
  const thing = clear?.[1] ?? clear?.[2]
  if (thing !== undefined) return thing
  const needed = NEEDED.exec(text)?.[1]
  return needed !== undefined && MARKED.test(needed) ? needed : undefined
}

/** "…, keep it": what was spoken of just before is to be left. */
export const KEEPS_IT =
  /^(?:(?:so|and|but|please) )*(?:keep|leave|spare) (?:it|them|that|those|this)(?: alone| there| running| up| as (?:it is|they are))?$|^(?:has|have|must|should|needs?)(?: to)? (?:stay|remain|be kept)(?: (?:up|there|running|online|too))?$/
