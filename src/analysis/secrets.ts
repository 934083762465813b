/** Shapes of credentials in text. Each is bounded, so that matching stays linear. */
const SHAPES: readonly RegExp[] = [
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{30,255}\b/,
  /\bgithub_pat_[A-Za-z0-9_]{30,255}\b/,
  /\bglpat-[A-Za-z0-9_-]{20,64}\b/,
  /\bsk-(?:ant-|proj-|live-)?[A-Za-z0-9_-]{24,200}\b/,
  /\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,128}\b/,
  /\bxox[abeprs]-[A-Za-z0-9-]{10,200}\b/,
  /\bAIza[0-9A-Za-z_-]{35}\b/,
  /\bnpm_[A-Za-z0-9]{36}\b/,
  /\bpypi-[A-Za-z0-9_-]{50,250}\b/,
  /\bhf_[A-Za-z0-9]{30,60}\b/,
  /-----BEGIN (?:[A-Z]{1,12} ){0,2}PRIVATE KEY-----/,
  /\beyJ[A-Za-z0-9_-]{10,500}\.eyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,1000}/,
  /\b(?:password|passwd|secret|api[_-]?key|access[_-]?token)["']?\s{0,3}[:=]\s{0,3}["']?(?!\$|<|\{|process\.|os\.|env\b)[^\s"'&]{12,200}/i,
]

/** Does this text hold something that looks like a real credential? Placeholders such as `<token>` or `$KEY` do not count. */
export function holdsSecret(text: string): boolean {
  return SHAPES.some((shape) => shape.test(text))
}
