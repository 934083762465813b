const NAMES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Text for HTML: names of rows and of sources come from outside. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => NAMES.get(letter) ?? '')
}
