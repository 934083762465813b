import { describe, expect, it } from 'vitest'
import type { FixedFacts } from '../../facts/fixed.ts'
import { effectsOf } from '../testing.ts'

/** Where packages come from by default. */
const USUAL = ['registry', 'npmjs', 'org'].join('.')

const sources = (command: string, facts: FixedFacts = {}) =>
  effectsOf(command, facts).filter(
    (effect) => effect.kind === 'install' && /^(?:git|url|other-registry)$/.test(effect.origin),
  )

describe('commands that edit where a project takes code from', () => {
  it.each([
    'npm pkg set overrides.semver=git+https://github.com/quux-dev/semver.git',
    'pnpm pkg set "devDependencies[@quux/kit]"=https://files.quux.example/kit.tgz',
    'bun pm pkg set dependencies.ms=github:quux-dev/ms',
    'npm pkg set dependencies.react=npm:raect@18',
    'go mod edit -replace=golang.org/x/net=github.com/quux-dev/net@v0.1.0',
    'go work edit --replace golang.org/x/net=git.quux.example/net@v0.1.0 ../go.work',
    'git submodule set-url libs/a https://github.com/quux-dev/a.git',
    'git config -f .gitmodules submodule.libs/a.url git@git.quux.example:x/a.git',
    `jq '.dependencies.ms = "git+https://github.com/quux-dev/ms.git"' package.json > new.json`,
    `yq -i '.resolutions["@quux/kit"] = "https://files.quux.example/kit.tgz"' package.json`,
    `sed -i 's#"ms": "[^"]*"#"ms": "github:quux-dev/ms"#' package.json`,
    'toml set pyproject.toml tool.uv.sources.ms.git https://github.com/quux-dev/ms',
    'dasel put -f pyproject.toml -v "git+https://github.com/quux-dev/ms" .project.dependencies.x',
    `echo 'ms = { url = "https://files.quux.example/ms-1-py3-none-any.whl" }' >> pyproject.toml`,
    `sed -i 's#https://${USUAL}/ms#https://files.quux.example/ms#' package-lock.json`,
    `sed -i -E '/name = "ms"/,/^$/{s#https://pkgs.corp.example/#https://files.quux.example/#}' poetry.lock`,
    'GOPROXY=https://mods.quux.example,direct go test ./...',
    'BUNDLE_MIRROR__ALL=https://gems.quux.example bundle install',
  ])('%s', (command) => {
    expect(sources(command)).not.toEqual([])
  })

  it.each([
    'npm pkg set dependencies.semver=^7.6.0 version=2.0.0',
    'npm pkg set repository.url=git+https://github.com/quux-dev/app.git',
    'npm pkg get overrides',
    'go mod edit -replace=golang.org/x/net=../net',
    'go mod edit -require=github.com/google/uuid@v1.6.0 -go=1.23',
    'git submodule set-url libs/a ../a.git',
    'git submodule add https://github.com/quux-dev/a.git libs/a',
    'git config -f .gitmodules submodule.libs/a.branch main',
    `jq '.homepage = "https://www.quux.example"' package.json > new.json`,
    `jq '.dependencies.ms = "^2.1.0"' package.json > new.json`,
    `sed -i 's#https://old.quux.example#https://new.quux.example#' README.md`,
    `sed -i 's#https://files.quux.example/ms#https://${USUAL}/ms#' package-lock.json`,
    'toml set pyproject.toml project.urls.Homepage www.quux.example',
    'HTTPS_PROXY=http://proxy.quux.example:3128 npm ci',
    'GOPROXY=https://proxy.golang.org,direct go test ./...',
  ])('%s names no such place', (command) => {
    expect(sources(command)).toEqual([])
  })

  it.each(["GONOSUMDB='*' go test ./...", 'GOSUMDB=off go build ./...'])('%s checks nothing', (command) => {
    expect(effectsOf(command)).toContainEqual(expect.objectContaining({ kind: 'weaken', area: 'signing' }))
  })

  it('modules of one host may be on no public list', () => {
    expect(effectsOf('GONOSUMDB=git.corp.example/* go test ./...')).not.toContainEqual(
      expect.objectContaining({ kind: 'weaken' }),
    )
  })
})
