const PLACE = 'irongate-key'

/**
 * The person's key. It comes once in the fragment, `#key=…` or `#key=…&to=/pending`, which no server and no log sees; from then on
 * it lies in this tab's own storage, and the address no longer shows it.
 */
export function takeKey(): string | undefined {
  const said = new URLSearchParams(location.hash.slice(1))
  const key = said.get('key')
  if (key !== null) {
    const to = said.get('to') ?? '/live'
    history.replaceState(null, '', `${location.pathname}#${to.startsWith('/') ? to : '/live'}`)
    if (/^[\x21-\x7e]{1,500}$/.test(key)) sessionStorage.setItem(PLACE, key)
  }
  return sessionStorage.getItem(PLACE) ?? undefined
}

export function forgetKey(): void {
  sessionStorage.removeItem(PLACE)
}
