import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path/posix'
import { describe, expect, it } from 'vitest'
import { importsOf, sourceFiles } from '../scripts/source-files.ts'

/** The layers of the design, lowest first; a file may import its own layer and those below. */
const LAYERS: readonly (readonly string[])[] = [
  ['decision.ts', 'rules/rule.ts'],
  ['analysis', 'knowledge', 'redaction', 'intent/speech', 'wording'],
  ['rules', 'tools', 'transcript', 'denials.ts'],
  ['categories', 'exceptions'],
  ['settings'],
  ['fast-paths.ts', 'intent', 'judge', 'session.ts'],
  ['steps', 'messages.ts', 'approval.ts', 'gate.ts', 'memory.ts'],
  ['facts', 'audit', 'assemble.ts', 'state', 'judge/model/assemble.ts', 'judge/model/transports'],
  ['integrations', 'cli', 'server', 'index.ts'],
]

const files = sourceFiles('src').filter(({ path }) => !path.endsWith('.test.ts') && !path.endsWith('/testing.ts'))

function wrapperOf(path: string): number {
  const inside = relative('src', path)
  const places = LAYERS.flat().filter((place) => inside === place || inside.startsWith(`${place}/`))
  const closest = places.reduce((best, place) => (place.length > best.length ? place : best), '')
  return LAYERS.findIndex((layer) => layer.includes(closest))
}

/** Only types may be imported from the layer of settings by those below: a Policy is data. */
function importedValues(text: string): string[] {
  return importsOf(text.replace(/^import type [^;]*?from '[^']+'/gms, ''))
}

/** Code without comments. */
function bare(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
}

/** What a file imports to use it when it runs; types are gone by then. */
function usedBy({ path, text }: (typeof files)[number]): readonly string[] {
  const values = text.replace(/^import \{((?:\s*type \w+(?: as \w+)?,?)+\s*)\} from '[^']+'/gms, '')
  return importedValues(values)
    .filter((target) => target.startsWith('.'))
    .map((target) => join(dirname(path), target))
}

/** The types that a file declares, after this word. */
function declared(text: string, word: string): readonly string[] {
  const types = new RegExp(`^${word}(?:abstract )?(?:interface|type|class) (\\w+)\\b`, 'gm')
  return [...text.matchAll(types)].map(([, name = '']) => name)
}

/** Files that reach one another by their imports. */
function circles(): readonly (readonly string[])[] {
  const uses = new Map(files.map((file) => [file.path, usedBy(file)]))
  const reach = new Map([...uses.keys()].map((path) => [path, reachable(path, uses)]))
  const found = new Map<string, readonly string[]>()
  for (const [path, reached] of reach) {
    const circle = [...reached].filter((other) => reach.get(other)?.has(path)).sort()
    if (circle.length > 0) found.set(circle.join(), circle)
  }
  return [...found.values()]
}

function reachable(from: string, uses: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set<string>()
  const waiting = [...(uses.get(from) ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    waiting.push(...(uses.get(next) ?? []))
  }
  return reached
}

describe('architecture', () => {
  it('every source file belongs to a layer', () => {
    expect(files.filter(({ path }) => wrapperOf(path) < 0).map(({ path }) => path)).toEqual([])
  })

  it('imports point downwards', () => {
    const wrong = files.flatMap(({ path, text }) =>
      importedValues(text)
        .filter((target) => target.startsWith('.'))
        .map((target) => join(dirname(path), target))
        .filter((target) => wrapperOf(target) > wrapperOf(path))
        .map((target) => `${path} imports ${target}`),
    )
    expect(wrong).toEqual([])
  })

  /** Imports that cross a seam all the same, each with its reason. There are at most ten. */
  const CROSSINGS: ReadonlyMap<string, string> = new Map([
    [
      'analysis/generic/name-rules.ts → knowledge/programs/system/services.ts',
      'an init script is a service by its path',
    ],
    ['knowledge/programs/packages/package-runners.ts → knowledge/programs/build/tool-specs.ts', 'npx runs build tools'],
    ['knowledge/programs/git/foreign-refs.ts → analysis/flow/provenance.ts', 'a fetched ref is from elsewhere'],
    ['knowledge/programs/shell/shells.ts → analysis/shell/fish.ts', 'a shell reads its text'],
    ['knowledge/programs/shell/env.ts → analysis/shell/parse.ts', '`env -S` splits as the shell does'],
    ['knowledge/programs/packages/node.ts → analysis/shell/program-identity.ts', 'a script is run by its first line'],
    ['knowledge/programs/shell/shells.ts → analysis/shell/shell-recorder.ts', 'a shell hands over positional words'],
  ])

  it('engine, families of programs, and shell keep their seams', () => {
    const family = (path: string) => /^src\/knowledge\/programs\/(\w+)\//.exec(path)?.[1]
    const crosses = (from: string, to: string) => {
      const [own, other] = [family(from), family(to)]
      if (from.startsWith('src/analysis/')) return /^src\/knowledge\/(?:programs|recipes)\//.test(to)
      if (own !== undefined && other !== undefined) return own !== other
      if (from.startsWith('src/knowledge/recipes/')) return other !== undefined
      return from.startsWith('src/knowledge/') && /^src\/analysis\/(?:shell|flow)\//.test(to)
    }
    const found = files.flatMap(({ path, text }) =>
      importsOf(text)
        .filter((target) => target.startsWith('.'))
        .map((target) => join(dirname(path), target))
        .filter((target) => crosses(path, target))
        .map((target) => `${path} → ${target}`.replaceAll('src/', '')),
    )
    expect(CROSSINGS.size).toBeLessThanOrEqual(10)
    expect([...new Set(found)].sort()).toEqual([...CROSSINGS.keys()].sort())
  })

  it('the engine has at most twelve files beside its folders', () => {
    const beside = files.filter(({ path }) => /^src\/analysis\/[^/]+\.ts$/.test(path)).map(({ path }) => path)
    expect(beside.length, beside.join()).toBeLessThanOrEqual(12)
  })

  /** Files that import themselves through others all the same, each with its reason. */
  const CIRCLES: ReadonlyMap<string, string> = new Map([
    [
      'src/cli/commands.ts,src/cli/completion.ts',
      'a command is loaded only when it runs, and the completions are made of all commands',
    ],
  ])

  it('no file imports itself through others', () => {
    expect(circles().map((circle) => circle.join())).toEqual([...CIRCLES.keys()])
  })

  it('everything up to the gate is pure', () => {
    const impure =
      /from 'node:(?!path|crypto|util)[^']+'|\bprocess\.|\bDate\.now\(|\bperformance\.now\(|\bfetch\(|\bsetTimeout\(/
    const gate = wrapperOf('src/gate.ts')
    const wrong = files
      .filter(
        ({ path }) =>
          wrapperOf(path) <= gate && !/judge\/model\/(?:judge|diagnostic-files)\.ts$|\/examples\.ts$/.test(path),
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
        /^src\/(?:analysis|knowledge)\//.test(path) && /categories\/|exceptions\//.test(importsOf(text).join('\n')),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('categories never see the call or its commands', () => {
    const wrong = files.filter(
      ({ path, text }) =>
        /^src\/(?:categories|exceptions)\//.test(path) && /\baction\.(?:commands|judgeText|call)\b|\.argv\b/.test(text),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('nothing outside the analysis reads the words of a command', () => {
    const named = /import[^']*\b(?:Command|Word|Value|Redirect|Assignment|Stdin)\b[^']*'[^']*analysis\/words\.ts'/
    const taken =
      /\bcommands?\??\.(?:args|head|redirects|stdin|assignments)\b|commands[^;{}]{0,120}\(\{[^{}]*\b(?:args|head|redirects|stdin|assignments)\b/
    const wrong = files.filter(
      ({ path, text }) => !/^src\/(?:analysis|knowledge)\//.test(path) && (named.test(text) || taken.test(bare(text))),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('nothing matches the text that is meant for people', () => {
    const text = '(?:by|via|why)'
    const asked = [
      // Compared with a text, or put to a pattern or a set.
      `\\b${text}\\s*(?:===|!==)\\s*['"\`]`,
      `\\.${text}\\s*(?:===|!==)(?!\\s*undefined\\b)`,
      `\\b(?:test|exec)\\((?:\\w+\\.)*${text}\\)`,
      // That a reason was given already is no judgement.
      '\\b(?:has|get|includes)\\((?:\\w+\\.)*(?:by|via)\\)',
      // Taken apart.
      `\\b${text}\\??\\.(?:startsWith|endsWith|includes|indexOf|match|matchAll|search|split|replace|replaceAll|slice|some|every|filter|find|findIndex|findLast|findLastIndex)\\(`,
    ]
    const found = new RegExp(asked.join('|'))
    const wrong = files.flatMap(({ path, text: source }) => {
      const match = found.exec(bare(source))
      return match ? [`${path}: ${match[0]}`] : []
    })
    expect(wrong).toEqual([])
  })

  it('a name that is exported means one type in all of the sources', () => {
    const exported = files.flatMap(({ path, text }) => declared(text, 'export ').map((name) => ({ name, path })))
    const twice = [...Map.groupBy(exported, ({ name }) => name)].filter(([, all]) => all.length > 1)
    expect(twice.map(([name, all]) => [name, ...all.map(({ path }) => path)])).toEqual([])
  })

  it('an exported name is given twice only where an interface asks for it', () => {
    // Each category, command, host and store offers the same few names.
    const OFFERED =
      /^src\/(?:(?:categories|exceptions)\/[\w-]+|cli|integrations\/[\w-]+(?:\/install)?|server\/store\/\w+|server\/dashboard\/core)\/[\w-]+\.ts$/
    const exported = files.flatMap(({ path, text }) =>
      [...text.matchAll(/^export (?:async |abstract )?(?:function\*?|const|class|interface|type) (\w+)/gm)].map(
        ([, name = '']) => ({
          name,
          path,
        }),
      ),
    )
    const twice = [...Map.groupBy(exported, ({ name }) => name)].filter(
      ([, all]) => new Set(all.map(({ path }) => path)).size > 1 && all.some(({ path }) => !OFFERED.test(path)),
    )
    expect(twice.map(([name, all]) => [name, ...all.map(({ path }) => path)])).toEqual([])
  })

  it('a word of the design means one type, also where it is not exported', () => {
    const words =
      'Action Category Command Decision Deed Effect Facts Finding Judge Mode Outcome Policy Reason Rule Session Spec Standing Tool ToolCall Verdict Word'
    const all = files.flatMap(({ text }) => declared(text, '(?:export )?'))
    expect(words.split(' ').filter((word) => all.filter((name) => name === word).length > 1)).toEqual([])
  })

  it('the order of standings is written once', () => {
    const written = files.filter(({ text }) => /'proven', 'expected', 'plain', 'unknown'/.test(text))
    expect(written.map(({ path }) => path)).toEqual(['src/analysis/interpret/grade.ts'])
  })

  it('there are at most 31 kinds of effect', () => {
    const text = files.find(({ path }) => path === 'src/analysis/effects.ts')?.text ?? ''
    const kinds = new Set([...text.matchAll(/readonly kind: '([a-z-]+)'/g)].map((match) => match[1]))
    expect(kinds.size).toBeGreaterThan(0)
    expect(kinds.size).toBeLessThanOrEqual(31)
  })

  it('every file that ARCHITECTURE.md names is there', () => {
    const text = readFileSync('ARCHITECTURE.md', 'utf8')
    const paths = [...text.matchAll(/`((?:src|test|scripts)\/[\w./-]+)`/g)].map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(30)
    expect(paths.filter((path) => !existsSync(path))).toEqual([])
  })
})
