import { describe, expect, it } from 'vitest'
import { readCommand } from '../testing.ts'
import { findNearMiss } from './package-typos.ts'

const asked = (command: string) => readCommand(command).unknowns.some(({ kind }) => kind === 'person')

describe('names that are one slip away from a package that is meant', () => {
  it.each([
    ['raect', 'node', 'react'],
    ['expresss', 'node', 'express'],
    ['raect.forms', 'node', 'react'],
    ['jupyetr-themes', 'python', 'jupyter'],
    ['djnago', 'python', 'django'],
    ['raisl', 'ruby', 'rails'],
  ] as const)('%s (%s) is meant as %s', (name, ecosystem, meant) => {
    expect(findNearMiss(name, ecosystem)).toBe(meant)
  })

  it.each([
    ['react-router-dom', 'node'],
    ['preact', 'node'],
    ['lodash.debounce', 'node'],
    ['jsdoc2', 'node'],
    ['parsel', 'python'],
    ['pytest-django', 'python'],
    ['serde_json', 'rust'],
    ['raect', 'python'],
  ] as const)('%s (%s) is a name of its own', (name, ecosystem) => {
    expect(findNearMiss(name, ecosystem)).toBeUndefined()
  })

  it.each([
    'npm i -D raect',
    'pnpm add webpakc@5',
    'yarn add lodash@npm:lodahs@4',
    'pip install "djnago>=5"',
    'uv add falsk[async]',
    'uvx --from balck black .',
    'npx esilnt .',
    'gem install raisl',
  ])('%s is asked about', (command) => {
    expect(asked(command)).toBe(true)
  })

  it.each([
    'npm i -D react webpack-cli',
    'pip install "django>=5" flask[async]',
    'uvx --from black black .',
    'apt install raect',
    'pip install ./djnago',
  ])('%s is not', (command) => {
    expect(asked(command)).toBe(false)
  })
})
