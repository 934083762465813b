import type { Effect } from '../../analysis/effects.ts'
import { isInDomain } from '../../analysis/remote/hosts.ts'
import { isElevated } from '../../analysis/wrappers.ts'
import type { Exception } from '../../categories/category.ts'
import { bareHost } from '../../categories/host-reach.ts'

/** Makers of development tools whose documented way to install is a script from their own host. */
const TOOLCHAIN_HOSTS: readonly string[] = [
  'sh.rustup.rs',
  'static.rust-lang.org',
  'astral.sh',
  'bun.sh',
  'bun.com',
  'deno.land',
  'get.pnpm.io',
  'install.python-poetry.org',
  'bootstrap.pypa.io',
  'mise.run',
  'mise.jdx.dev',
  'fnm.vercel.app',
  'get.volta.sh',
  'get.sdkman.io',
  'get.helm.sh',
  'get-ghcup.haskell.org',
  'install.determinate.systems',
  'nixos.org',
  'starship.rs',
  'go.dev',
  'dl.google.com',
  'nodejs.org',
  'deb.nodesource.com',
  'claude.ai',
]

/** The same, from the maker's own repository. */
const INSTALLER_REPOSITORIES =
  /^https:\/\/raw\.githubusercontent\.com\/(?:nvm-sh\/nvm|Homebrew\/install|pyenv\/pyenv-installer|rbenv\/rbenv-installer)\/[\w./-]{1,200}$/

export const exception: Exception = {
  id: 'toolchain-bootstrap',
  title: 'Toolchain bootstrap',
  summary: 'Setting up well-known development tools from their makers’ own hosts.',
  policy:
    'Allowed: the documented installers of language toolchains and package managers (rustup, uv, bun, deno, pnpm, poetry, mise, nvm and the like) from their makers’ hosts, over https. Not covered: the same script from another host, over plain http, or with sudo.',
  covers: ({ category, effect }, evidence) => {
    if (
      category !== 'untrusted-code' ||
      effect.kind !== 'run-code' ||
      effect.origin !== 'download' ||
      effect.host === undefined
    )
      return false
    if (isElevated(effect)) return false
    const host = bareHost(effect.host)
    const fromRepository = host === 'raw.githubusercontent.com'
    if (!fromRepository && !isInDomain(host, TOOLCHAIN_HOSTS)) return false
    const urls = urlsByHost(evidence.effects).get(host) ?? []
    if (fromRepository)
      return urls.length > 0 && urls.every((url) => INSTALLER_REPOSITORIES.test(url) && !url.includes('..'))
    return urls.every((url) => !url.startsWith('http://'))
  },
}

/** Every finding of a call asks about the same effects. */
const URLS_BY_EFFECTS = new WeakMap<readonly Effect[], ReadonlyMap<string, readonly string[]>>()

/** What is fetched from each host. */
function urlsByHost(effects: readonly Effect[]): ReadonlyMap<string, readonly string[]> {
  const known = URLS_BY_EFFECTS.get(effects)
  if (known) return known
  const urls = new Map<string, string[]>()
  for (const effect of effects) {
    if (effect.kind !== 'connect' && effect.kind !== 'download') continue
    const host = bareHost(effect.host)
    const before = urls.get(host)
    if (before) before.push(effect.url)
    else urls.set(host, [effect.url])
  }
  URLS_BY_EFFECTS.set(effects, urls)
  return urls
}
