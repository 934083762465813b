/** `opencode run` puts every argument with a space in quotes before it sends it. */
export function unquoteArgument(text: string): string {
  return /^"((?:[^"\\]|\\.)*)"$/s.exec(text)?.[1]?.replaceAll('\\"', '"') ?? text
}

/** The same, for one of them. */
export function quoteArgument(word: string): string {
  return word.includes(' ') ? `"${word.replaceAll('"', '\\"')}"` : word
}

/** The ids of calls come from the model, and some models count from one in each conversation. */
export function callIdOf(session: string, call: string): string {
  return `${session}:${call}`
}
