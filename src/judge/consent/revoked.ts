const LEAD =
  /^(?:(?:no|nope|oh|ok(?:ay)?|wait|hmm+|actually|sorry|please|well|and|but|hey|um+|ah|so|just|on second thoughts?|i said|now)[\s,!.-]+)*/
/** Whole clauses that take back what was said before. */
const REVOKES =
  /^(?:don'?t(?: do (?:it|that|this|so))?|do not(?: do (?:it|that|this|so))?|stop(?: (?:it|that|this|now|there|right there|everything|immediately|please))*|wait|wait a (?:sec|second|minute|moment)|cancel(?: (?:it|that|this|everything|my last request))?|never ?mind(?: (?:that|it|then))?|nvm|hold on|hold off|hold it|hang on|scratch (?:that|it)|strike that|belay that|forget (?:it|that|about (?:it|that)|what i said)|abort(?: (?:it|that|this))?|ignore (?:that|my last(?: \w+)?|what i said)|not (?:yet|now|anymore|any more)|(?:i(?:'ve| have)? )?changed? my mind|i take (?:it|that) back|disregard (?:that|it|my last(?: \w+)?)|leave it|let's not|let's hold off|bad idea|kidding|jk)$/
/** Whole clauses that call it finished. */
const FINISHED = /^(?:(?:it's|that's|it is|that is|we're|all) )?(?:all )?(?:done|finished)(?: now| here)?$/

/** Does this part of a sentence void the consent that was given before it? */
export function voids(part: string): boolean {
  const bare = part.replace(/[.!?;,\s]+$/, '')
  const rest = bare.replace(LEAD, '')
  return REVOKES.test(rest) || FINISHED.test(rest) || /^(?:no|oh|hey)?[\s,]*wait$/.test(bare)
}
