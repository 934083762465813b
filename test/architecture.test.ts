import { dirname, join, relative } from 'node:path/posix'
import { describe, expect, it } from 'vitest'
import { importsOf, sourceFiles } from '../scripts/source-files.ts'

/** The layers of the design, lowest first; a file may import its own layer and those below. */
const LAYERS: readonly (readonly string[])[] = [
  ['decision.ts', 'rules/rule.ts'],
  ['analysis'],
  ['rules', 'tools', 'transcript', 'denials.ts'],
  ['categories', 'exceptions'],
  ['settings'],
  ['fast-paths', 'judge', 'session.ts'],
  ['steps', 'messages.ts', 'approval.ts', 'gate.ts', 'memory.ts'],
  ['facts', 'audit', 'assemble.ts', 'state'],
  ['integrations', 'cli', 'server', 'index.ts'],
]

const files = sourceFiles('src').filter(({ path }) => !path.endsWith('.test.ts') && !path.endsWith('/testing.ts'))

function layerOf(path: string): number {
  const inside = relative('src', path)
  const exact = LAYERS.findIndex((layer) => layer.includes(inside))
  if (exact >= 0) return exact
  return LAYERS.findIndex((layer) => layer.some((place) => inside === place || inside.startsWith(`${place}/`)))
}

/** Only types may be imported from the layer of settings by those below: a Policy is data. */
function importedValues(text: string): string[] {
  return importsOf(text.replace(/^import type [^;]*?from '[^']+'/gms, ''))
}

describe('architecture', () => {
  it('every source file belongs to a layer', () => {
    expect(files.filter(({ path }) => layerOf(path) < 0).map(({ path }) => path)).toEqual([])
  })

  it('imports point downwards', () => {
    const wrong = files.flatMap(({ path, text }) =>
      importedValues(text)
        .filter((target) => target.startsWith('.'))
        .map((target) => join(dirname(path), target))
        .filter((target) => layerOf(target) > layerOf(path))
        .map((target) => `${path} imports ${target}`),
    )
    expect(wrong).toEqual([])
  })

  it('everything up to the gate is pure', () => {
    const impure =
      /from 'node:(?!path|crypto|util)[^']+'|\bprocess\.|\bDate\.now\(|\bperformance\.now\(|\bfetch\(|\bsetTimeout\(/
    const gate = layerOf('src/gate.ts')
    const wrong = files
      .filter(
        ({ path }) =>
          layerOf(path) <= gate &&
          !/judge\/claude\/(?:client\/|(?:assemble|judge|diagnostics)\.ts$)|\/examples\.ts$/.test(path),
      )
      .flatMap(({ path, text }) => {
        const code = text
          .replace(/\/\*[\s\S]*?\*\//g, '')
          .replace(/\/\/.*$/gm, '')
          .replace(/'(?:[^'\\\n]|\\.)*'/g, (s) => (s.startsWith("'node:") ? s : "''"))
          .replace(/`(?:[^`\\]|\\.)*`/g, '``')
          .replace(/\/(?:[^/\\\n\s]|\\.)(?:[^/\\\n]|\\.)*\/[a-z]*/g, '//')
        const found = impure.exec(code)
        return found ? [`${path}: ${found[0]}`] : []
      })
    expect(wrong).toEqual([])
  })

  it('programs never name a category', () => {
    const wrong = files.filter(
      ({ path, text }) =>
        path.startsWith('src/analysis/') && /categories\/|exceptions\//.test(importsOf(text).join('\n')),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('categories never see argv', () => {
    const seesArgv =
      /import[^']*\b(?:Command|Word|Value)\b[^']*'[^']*words\.ts'|\baction\.(?:commands|judgeText|call)\b|\.argv\b/
    const wrong = files.filter(
      ({ path, text }) => /^src\/(?:categories|exceptions)\//.test(path) && seesArgv.test(text),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('there are at most 30 kinds of effect', () => {
    const text = files.find(({ path }) => path === 'src/analysis/effects.ts')?.text ?? ''
    const kinds = new Set([...text.matchAll(/readonly kind: '([a-z-]+)'/g)].map((match) => match[1]))
    expect(kinds.size).toBeGreaterThan(0)
    expect(kinds.size).toBeLessThanOrEqual(30)
  })
})
