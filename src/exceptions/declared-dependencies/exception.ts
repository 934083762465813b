import type { Exception } from '../../categories/category.ts'

export const exception: Exception = {
  id: 'declared-dependencies',
  title: 'Declared dependencies',
  summary: 'Installing what the project’s manifest or lock file already names.',
  policy:
    'Allowed: installing the dependencies that package.json, requirements.txt, Cargo.toml, go.mod and the like declare, with the install scripts that come with them. Not covered: packages, registries or addresses that only the command names.',
  covers: ({ category, effect }) =>
    effect.kind === 'install' &&
    effect.origin === 'declared' &&
    (category === 'untrusted-integration' || category === 'untrusted-code'),
}
