const TOKEN = /[\p{L}\p{N}_.\-/~@:+*$#\\{}^]+/gu

const recentTokens = new Map<string, readonly string[]>()

export function tokensOf(text: string): readonly string[] {
  const known = recentTokens.get(text)
  if (known) return known
  const tokens = (text.toLowerCase().match(TOKEN) ?? [])
    .map((token) => token.replace(/[.:,/-]+$/, '').replace(/^[.:]+(?=[\w]*$)/, (dots) => (dots === '.' ? '.' : '')))
    .flatMap((token) => [token, ...hostTokens(token)])
    .filter((token) => token !== '')
  if (recentTokens.size >= 16) recentTokens.clear()
  recentTokens.set(text, tokens)
  return tokens
}

/** "PRs 12, 15 and 19" names each of them. */
export function numberIds(text: string): string {
  return text.replace(/#?\d+(?:(?:,|,? (?:and|or|&|\+)) #?\d+)+(?![\w.]| \w{3,}s\b)/g, (list) =>
    (list.match(/\d+/g) ?? []).map((id) => `#${id}`).join(' '),
  )
}

function hostTokens(token: string): readonly string[] {
  const [, host, within = ''] =
    /^[a-z][a-z0-9+.-]{1,11}:\/\/(?:[^/@]{0,80}@)?([\w.-]+)(?::\d+)?(?:\/(.*))?$/.exec(token) ?? []
  if (host !== undefined) return host.includes('.') ? [host] : [host, within.replace(/\/+$/, '')]
  const [, served] = /^([a-z0-9-]+(?:\.[a-z0-9-]+)+):\d{2,5}$/.exec(token) ?? []
  if (served !== undefined) return [served]
  // `deploy@web1.acme.io:/srv` names the machine too.
  const [, user, plain] =
    /^[\w.+-]+@([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::.*)?$|^([a-z0-9-]{2,}(?:\.[a-z0-9-]+)*):[/~](?!\/)/.exec(token) ?? []
  return [user ?? plain ?? []].flat()
}
