import { isSecretName, SECRET } from '../../knowledge/lexicon/secret-names.ts'
import type { CommandCandidate } from './command-candidates.ts'

export const CI_SECRET_NAME = 'CI_SECRET_TOKEN'

const TEMPLATE_EXPRESSION = /\$?\{\{([^{}]{0,200})\}\}/g
const DOTTED_VARIABLE = /\$\(([A-Z][A-Za-z]{1,40}(?:\.[A-Za-z_]\w{0,60}){1,4})\)/g

function isSecretExpression(inner: string): boolean {
  // An address that is kept secret is where something goes, not what goes.
  return /secrets\b|token/i.test(inner) && !/(?:url|webhook|host|endpoint|address)\w*\s*$/i.test(inner)
}

export function findSecretNames(candidates: readonly CommandCandidate[]): ReadonlySet<string> {
  const names = new Set<string>()
  const bound = candidates.some(({ keys }) => /^credentials?(?:_?id)?$/i.test(keys.at(-1) ?? ''))
  for (const { text, keys } of candidates) {
    // `withCredentials([string(credentialsId: 'x', variable: 'T')])`.
    if (bound && /variable$/i.test(keys.at(-1) ?? '') && /^[A-Za-z_]\w{0,60}$/.test(text)) names.add(text)
    if (text.length > 300 || !text.includes('{{')) continue
    const inner = /^\s*\$?\{\{([^{}]{0,200})\}\}\s*$/.exec(text)?.[1]
    const name = keys.at(-1) ?? ''
    const variable =
      /^[A-Za-z_]\w{0,60}$/.test(name) && keys.some((key) => /^(?:env|environment|variables)$/i.test(key))
    if (inner !== undefined && isSecretExpression(inner) && variable && !isSecretName(name)) names.add(name)
  }
  return names
}

const SECRET_IN_EXPRESSION = new RegExp(`${SECRET}`, 'i')

/** Secrets of a runner by a name that keeps flows visible, the rest as variables nobody knows. */
export function fillInExpressions(text: string, secrets: ReadonlySet<string>): string {
  if (!/[{$]/.test(text)) return text
  const put = text.includes('{{') ? replaceExpressions(text) : text
  const plain = put
    .replaceAll(DOTTED_VARIABLE, (_, inner: string) =>
      SECRET_IN_EXPRESSION.test(inner) ? `$${CI_SECRET_NAME}` : '$CI_VALUE',
    )
    .replaceAll(/\$ENV\{(\w{1,60})\}/g, '$${$1}')
    .replaceAll(/\$\(([A-Z_][A-Z0-9_]*)\)/g, '$${$1}')
    .replaceAll('$$', '$')
  if (secrets.size === 0) return plain
  return plain.replaceAll(/\$(?:\{(\w{1,60})\}|(\w{1,60}))/g, (whole, braced?: string, bare?: string) =>
    secrets.has(braced ?? bare ?? '') ? `\${${CI_SECRET_NAME}}` : whole,
  )
}

/** The runner fills in before any shell reads the text: single quotes keep nothing from it. */
function replaceExpressions(text: string): string {
  let quote = ''
  let from = 0
  return text.replaceAll(TEMPLATE_EXPRESSION, (whole, inner: string, at: number) => {
    quote = findOpenQuote(text, from, at, quote)
    from = at + whole.length
    const variable = isSecretExpression(inner) ? `$${CI_SECRET_NAME}` : '$CI_VALUE'
    return quote === "'" ? `'"${variable}"'` : variable
  })
}

function findOpenQuote(text: string, from: number, to: number, open: string): string {
  let quote = open
  for (let at = from; at < to; at++) {
    const sign = text[at] ?? ''
    if (sign === '\\' && quote !== "'") at++
    else if (quote === '' && (sign === "'" || sign === '"')) quote = sign
    else if (sign === quote) quote = ''
  }
  return quote
}
