import type { Facts } from '../facts.ts'
import type { Scope } from './scope.ts'

/** A word that begins with an unquoted tilde, expanded; undefined when its target is not known. */
export function tildePrefix(text: string, scope: Scope, facts: Facts): string | undefined {
  const slash = text.indexOf('/')
  const name = slash < 0 ? text.slice(1) : text.slice(1, slash)
  const rest = slash < 0 ? '' : text.slice(slash)
  const base = homeOf(name, scope, facts)
  if (base === undefined) return undefined
  return base + rest
}

function homeOf(name: string, scope: Scope, facts: Facts): string | undefined {
  switch (name) {
    case '':
      return facts.home
    case '+':
      return scope.cwd
    case '-':
      return scope.previous
    case 'root':
      return facts.platform === 'darwin' ? '/var/root' : '/root'
    case facts.user:
      return facts.home
    default:
      if (/^[+-]?\d+$/.test(name)) return undefined
      if (!/^[A-Za-z_][\w.-]*$/.test(name)) return `~${name}`
      return facts.platform === 'darwin' ? `/Users/${name}` : `/home/${name}`
  }
}
