import {
  closerOf,
  delimitedEnd,
  MAX_TEMPLATE_DEPTH,
  matchAt,
  type TemplatePart,
  TOO_DEEP_TOKENS,
  type Token,
  unescapeText,
} from './token.ts'

export type LexText = (text: string, depth: number) => Token[]

export function rubyParts(body: string, depth: number, lex: LexText): TemplatePart[] {
  return interpolate(body, (at) => {
    if (body[at] !== '#' || body[at + 1] !== '{') return undefined
    const end = bracketEnd(body, at + 1)
    return [depth < MAX_TEMPLATE_DEPTH ? lex(body.slice(at + 2, end - 1), depth + 1) : TOO_DEEP_TOKENS, end]
  })
}

const PERL_VARIABLE = /[$@](?:\{\^?\w+\}|(?:::)?[a-zA-Z_]\w*(?:::\w+)*|\d+|[&0!@$](?!\w))/y
const PERL_SUBSCRIPT = /->(?=[[{])/y

/** `$name`, `$name[0]`, `$name{key}`, `$name->{key}`, `@name`, `${\ …}`, `@{[ … ]}` in Perl's double-quoted text. */
export function perlParts(body: string, depth: number, lex: LexText): TemplatePart[] {
  return interpolate(body, (at) => {
    const sigil = body[at]
    if (sigil !== '$' && sigil !== '@') return undefined
    const name = matchAt(PERL_VARIABLE, body, at)
    let end = at + (name?.length ?? 0)
    if (!name) {
      if (body[at + 1] !== '{') return undefined
      end = bracketEnd(body, at + 1)
      return [depth < MAX_TEMPLATE_DEPTH ? lex(body.slice(at + 2, end - 1), depth + 1) : TOO_DEEP_TOKENS, end]
    }
    if (sigil === '@' && name.length < 2) return undefined
    for (let more = 0; more < 8; more++) {
      const arrow = matchAt(PERL_SUBSCRIPT, body, end)?.length ?? 0
      const opener = body[end + arrow]
      if (opener !== '{' && opener !== '[') break
      const close = bracketEnd(body, end + arrow)
      // A bracket with plain letters in it is more often text than a subscript.
      if (opener === '[' && !/^\[(?:[\d$-]|[^\]]*\()/.test(body.slice(end + arrow, close))) break
      end = close
    }
    const written = body.slice(at, end).replace(/^([$@])\{(\w+)\}/, '$1$2')
    return [depth < MAX_TEMPLATE_DEPTH ? lex(written, depth + 1) : TOO_DEEP_TOKENS, end]
  })
}

const PHP_VARIABLE = /\$[a-zA-Z_]\w*(?:\[[^\]\n]{1,80}\]|->\w+)?/y

/** `$name`, `$name[key]`, `$name->field`, `{$…}`, `${…}` in PHP's double-quoted text. */
export function phpParts(body: string, depth: number, lex: LexText): TemplatePart[] {
  const inner = (text: string) => (depth < MAX_TEMPLATE_DEPTH ? lex(text, depth + 1) : TOO_DEEP_TOKENS)
  return interpolate(body, (at) => {
    if (body.startsWith('{$', at)) {
      const end = bracketEnd(body, at)
      return [inner(body.slice(at + 1, end - 1)), end]
    }
    if (body.startsWith('${', at)) {
      const end = bracketEnd(body, at + 1)
      return [inner(`$${body.slice(at + 2, end - 1)}`), end]
    }
    const name = body[at] === '$' ? matchAt(PHP_VARIABLE, body, at) : undefined
    return name ? [inner(name.replace(/\[([a-zA-Z_]\w*)\]$/, "['$1']")), at + name.length] : undefined
  })
}

type FindExpression = (at: number) => readonly [Token[], number] | undefined

function interpolate(body: string, find: FindExpression): TemplatePart[] {
  const parts: TemplatePart[] = []
  let start = 0
  let at = 0
  const flush = () => {
    if (at > start) parts.push(unescapeText(body.slice(start, at)))
  }
  while (at < body.length) {
    if (body[at] === '\\') {
      at = Math.min(at + 2, body.length)
      continue
    }
    const found = find(at)
    if (!found) {
      at++
      continue
    }
    flush()
    parts.push(found[0])
    at = Math.max(found[1], at + 1)
    start = at
  }
  at = body.length
  flush()
  return parts
}

function bracketEnd(text: string, from: number): number {
  const opener = text[from]
  const closer = opener === '{' ? '}' : ']'
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const char = text[at]
    if (char === '\\') at++
    else if (char === opener) depth++
    else if (char === closer && --depth === 0) return at + 1
  }
  return text.length
}

export function interpolatedWords(body: string): string[] {
  const words: string[] = []
  let start = -1
  for (let at = 0; at <= body.length; at++) {
    if (at === body.length || /\s/.test(body[at] ?? '')) {
      if (start >= 0) words.push(body.slice(start, at))
      start = -1
      continue
    }
    if (start < 0) start = at
    if (body[at] === '\\') at++
    else if (body.startsWith('#{', at)) at = Math.min(body.length, delimitedEnd(body, at + 2, '{')) - 1
  }
  return words
}

export function embeddingEnd(text: string, from: number, opener: string, mark: string): number {
  const closer = closerOf(opener)
  let depth = 1
  for (let at = from; at < text.length; at++) {
    const char = text[at]
    if (char === '\\') at++
    else if (char === mark[0] && text[at + 1] === mark[1]) at = delimitedEnd(text, at + 2, '{') - 1
    else if (char === closer && --depth === 0) return at + 1
    else if (char === opener && closer !== opener) depth++
  }
  return text.length
}
