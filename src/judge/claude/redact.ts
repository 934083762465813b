const MARK = '[redacted]'

/** Shapes that secrets have. Each is linear: bounded parts, no nested repetition. */
const SHAPES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]{0,20000}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
  /\b(?:sk|rk|pk)-[A-Za-z0-9_-]{16,400}/g,
  /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{10,200}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,255}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,255}/g,
  /\bglpat-[A-Za-z0-9_-]{16,255}/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,255}/g,
  /\bnpm_[A-Za-z0-9]{30,80}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{30,60}/g,
  /\bya29\.[A-Za-z0-9_-]{20,400}/g,
  /\beyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,8000}\.[A-Za-z0-9_-]{0,2000}/g,
]

/** Where the name before a value says that it is a secret, or a URL or header carries one. */
const NAMED: readonly RegExp[] = [
  /((?:password|passwd|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credential)s?["']{0,1} {0,2}[=:] {0,2}["']{0,1})[^\s"'&;,<>]{4,400}/gi,
  /(\b(?:bearer|basic) )[A-Za-z0-9._~+/=-]{12,2000}/gi,
  /(:\/\/[^\s/:@"']{0,200}:)[^\s/@"']{1,400}(?=@)/g,
]

/** Takes secrets out of text that leaves the gate: known values first, then whatever has a secret's shape. */
export function redact(text: string, known: readonly string[] = []): string {
  let out = text
  for (const value of known) if (value.length >= 6) out = out.replaceAll(value, MARK)
  for (const shape of SHAPES) out = out.replace(shape, MARK)
  for (const named of NAMED) out = out.replace(named, (_match, before: string) => `${before}${MARK}`)
  return out
}
