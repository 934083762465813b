const WAY = /TLS|SSL|HTTPS/
const CHECK = /VERIF|CERT|SIGNATURE|CHECKSUM|HOST_?KEY|CONTENT_TRUST/
const WITHOUT = /(?:^|_)(?:NO|SKIP|DISABLED?|IGNORE|BYPASS|WITHOUT)_/

const TRUE = /^(?!0$|false$|no$|off$|never$|$)/i
const FALSE = /^(?:0|false|no|off|none|never|disabled?|)$/i

/**
 * The values with which a variable of this name makes programs take whoever answers for whom they asked; undefined where none does.
 * Names tell: what is skipped or unsafe is said to be so (`X_SKIP_VERIFY`, `X_UNSAFE_HTTPS`), what is checked is switched off.
 */
export function uncheckedBy(variable: string): RegExp | undefined {
  const name = variable.toUpperCase()
  if (/UNSAFE|INSECURE/.test(name)) return WAY.test(name) || /CERT|REGISTRY/.test(name) ? TRUE : undefined
  if (WITHOUT.test(name) && CHECK.test(name)) return TRUE
  if (/TRUSTED_HOSTS?$/.test(name)) return /./
  if (/CA_BUNDLE$/.test(name)) return /^$/
  if (/SSL_?MODE$/.test(name)) return /^(?:disabled?|allow)$/i
  const guards = /REJECT_UNAUTHORIZED|CONTENT_TRUST$|STRICT_SSL/.test(name) || (WAY.test(name) && /VERIF/.test(name))
  return guards ? FALSE : undefined
}
