import { endsIn } from '../../analysis/hosts.ts'
import { isRaised } from '../../analysis/layers.ts'
import type { Exception } from '../../categories/category.ts'
import { bareHost } from '../../categories/hosts.ts'

/** Makers of development tools whose documented way to install is a script from their own host. */
const MAKERS: readonly string[] = [
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
const INSTALLERS =
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
    if (isRaised(effect)) return false
    const host = bareHost(effect.host)
    const fetched = evidence.effects
      .filter((other) => other.kind === 'connect' || other.kind === 'download')
      .filter((other) => bareHost(other.host) === host)
    if (host === 'raw.githubusercontent.com')
      return fetched.length > 0 && fetched.every(({ url }) => INSTALLERS.test(url) && !url.includes('..'))
    return endsIn(host, MAKERS) && fetched.every((other) => !other.url.startsWith('http://'))
  },
}
