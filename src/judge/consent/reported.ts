/** Words with which somebody else's words are passed on. */
const REPORTS =
  /\b(?:said|says?|tells?|told|suggest(?:s|ed)?|recommend(?:s|ed)?|claims?|claimed|reads|wrote|writes|asks|asked|instruct(?:s|ed)?|states|stated|mention(?:s|ed)?|advise[sd]?|prints|printed|shows|showed|replied|answered|output)\b/
/** "As I said": the person's own words. */
const OWN = /\b(?:i|we|i'm|i've)\b/
/** "CI: …", "the bot: …". */
const LABEL =
  /^(?:the |a |this )?(?:\w+ )?(?:ci|bot|page|web ?page|website|site|readme|docs?|documentation|log|linter|output|error|banner|tool|script|assistant|agent|dependabot|renovate|reviewer|model|result|response)$/
/** "Add to the docs: …", "commit message: …": what follows is text to be put somewhere. */
const TEXT =
  /^(?:please )?(?:add|write|translate|document|include|put|mention|quote|print|echo|explain|rename|summari[sz]e|insert|append|say|reply|comment|post|send|tell|describe)\b|\b(?:title|subject|headline|caption|body|description|message(?: (?:from|of|by) [\w .-]{1,40})?|mail from [\w .-]{1,40}|note to self|example|quote)$/
const TRAILING =
  /^(?:says|said|according to|(?:the |a |this |that )?(?:[\w.-]+ ){1,3}(?:says|said|suggests|suggested|recommends|recommended|told (?:me|us|you)|claims|wrote|asked))\b(?!.*\b(?:to|that|it)\b)/
const LEADING = /^according to\b/

/** Does what follows a colon after this text belong to somebody else? */
export function quotesOthers(text: string): boolean {
  const plain = text.replace(/[:\s]+$/, '')
  return (REPORTS.test(plain) && !OWN.test(plain)) || LABEL.test(plain) || TEXT.test(plain)
}

/** "Force push to main, the page said": what stands before was somebody else's. */
export function attributesToOthers(part: string): boolean {
  return TRAILING.test(part) && !OWN.test(part)
}

/** "According to the page, …": what stands after is somebody else's. */
export function speaksForOthers(part: string): boolean {
  return LEADING.test(part) && !OWN.test(part)
}
