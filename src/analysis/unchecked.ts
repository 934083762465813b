const WAY = /TLS|SSL|HTTPS/
const CHECK = /CERT|SIGNATURE|CHECKSUM|HOST_?KEY|CONTENT_TRUST/
const WITHOUT = /(?:^|_)(?:NO|SKIP|DISABLED?|IGNORE|BYPASS|WITHOUT)_(\w{1,200})$/

const TRUE = /^(?!0$|false$|no$|off$|never$|$)/i
const FALSE = /^(?:0|false|no|off|none|never|disabled?|)$/i
const ELSEWHERE = /^(?!(?:localhost|127\.|\[?::1)[^\s,]*$)./i

/** What is skipped or unsafe is said to be so (`X_SKIP_VERIFY`), what is checked is switched off. */
export function uncheckedBy(variable: string): RegExp | undefined {
  const name = variable.toUpperCase()
  if (/UNSAFE|INSECURE/.test(name) && (WAY.test(name) || /CERT|REGISTRY/.test(name))) return TRUE
  if (skipsOther(name)) return TRUE
  if (/_(?:TRUSTED|INSECURE)_HOST$/.test(name)) return ELSEWHERE
  if (/CA_BUNDLE$/.test(name)) return /^$/
  if (/SSL_?MODE$/.test(name)) return /^(?:disabled?|allow)$/i
  const guards = /REJECT_UNAUTHORIZED|CONTENT_TRUST$|STRICT_SSL/.test(name) || (WAY.test(name) && /VERIF/.test(name))
  return guards ? FALSE : undefined
}

/** And no address or age of a person (`SKIP_EMAIL_VERIFICATION`)? */
function skipsOther(name: string): boolean {
  const skipped = WITHOUT.exec(name)?.[1] ?? ''
  if (CHECK.test(skipped)) return true
  const rest = skipped.replace(/_?VERIF[A-Z]*/, '')
  return rest !== skipped && (rest === '' || WAY.test(name) || /HOST|PEER|SERVER|CHAIN/.test(rest))
}
