const TLS_WORDS = /TLS|SSL|HTTPS/
const CHECK_WORDS = /CERT|SIGNATURE|CHECKSUM|HOST_?KEY|CONTENT_TRUST/
const SKIP_PREFIX = /(?:^|_)(?:NO|SKIP|DISABLED?|IGNORE|BYPASS|WITHOUT)_(\w{1,200})$/

const TRUE_VALUE = /^(?!0$|false$|no$|off$|never$|$)/i
const FALSE_VALUE = /^(?:0|false|no|off|none|never|disabled?|)$/i
const REMOTE_HOST_VALUE = /^(?!(?:localhost|127\.|\[?::1)[^\s,]*$)./i

/** What is skipped or unsafe is said to be so (`X_SKIP_VERIFY`), what is checked is switched off. */
export function checkDisablingValue(variable: string): RegExp | undefined {
  const name = variable.toUpperCase()
  if (/UNSAFE|INSECURE/.test(name) && (TLS_WORDS.test(name) || /CERT|REGISTRY/.test(name))) return TRUE_VALUE
  if (skipsCheck(name)) return TRUE_VALUE
  if (/_(?:TRUSTED|INSECURE)_HOST$/.test(name)) return REMOTE_HOST_VALUE
  if (/CA_BUNDLE$/.test(name)) return /^$/
  if (/SSL_?MODE$/.test(name)) return /^(?:disabled?|allow)$/i
  const guards =
    /REJECT_UNAUTHORIZED|CONTENT_TRUST$|STRICT_SSL/.test(name) || (TLS_WORDS.test(name) && /VERIF/.test(name))
  return guards ? FALSE_VALUE : undefined
}

/** And no address or age of a person (`SKIP_EMAIL_VERIFICATION`)? */
function skipsCheck(name: string): boolean {
  const skipped = SKIP_PREFIX.exec(name)?.[1] ?? ''
  if (CHECK_WORDS.test(skipped)) return true
  const rest = skipped.replace(/_?VERIF[A-Z]*/, '')
  return rest !== skipped && (rest === '' || TLS_WORDS.test(name) || /HOST|PEER|SERVER|CHAIN/.test(rest))
}
