import { commandsIn } from '../delegated.ts'
import { lefthookCommands, preCommitEntries } from '../programs/build/hook-recipes.ts'
import { dockerRuns } from './dockerfile.ts'
import type { WrittenFile } from './file-effects.ts'
import { cellCode, isNotebook } from './notebook.ts'

/** A piece of shell text that something will run because it stands in a file. */
export interface Recipe {
  /** For people: `package.json postinstall`. */
  readonly name: string
  readonly text: string
  /**
   * `by-itself`: an ordinary next step (install, commit, login, opening the folder) runs it. `when-called`: somebody must ask for it.
   * `in-image`: it runs inside a container, where only what leaves it matters. `by-an-agent`: an agent is told to, and its call
   * is judged then; only what nobody has a good reason to tell it matters.
   */
  readonly runs: 'by-itself' | 'when-called' | 'in-image' | 'by-an-agent'
}

const LIFECYCLE = new Set([
  'preinstall',
  'install',
  'postinstall',
  'prepare',
  'preprepare',
  'postprepare',
  'prepublish',
  'prepack',
  'postpack',
  'dependencies',
])
export const MAX_RECIPES = 64
/** Stands for what a CI runner fills in for a secret. */
export const CI_SECRET = 'CI_SECRET_TOKEN'

/** The recipes in a file, by what kind of file it is. */
export function recipesIn({ path, content, whole }: WrittenFile): Recipe[] {
  const base = baseName(path.real ?? path.text)
  if (base === 'package.json') return manifestScripts(content)
  if (path.tags.includes('ci')) return indentedBlocks(content, base)
  if (/^(?:gnu)?makefile$|\.mk$/.test(base)) return [{ name: base, text: tabLines(content), runs: 'when-called' }]
  if (/^(?:dockerfile|containerfile)(?:\..+)?$|\.(?:dockerfile|containerfile)$/.test(base))
    return dockerRuns(content).map((text) => ({ name: base, text, runs: 'in-image' }))
  if (/^\.pre-commit-config\.ya?ml$/.test(base))
    return called(base, whole ? preCommitEntries(content) : entries(content))
  if (/^\.?lefthook\.ya?ml$/.test(base))
    return called(base, whole ? lefthookCommands(content, undefined) : entries(content))
  if (isNotebook(base)) return [{ name: base, text: cellCode(content).shell, runs: 'when-called' }]
  if (base === 'binding.gyp') return called(base, substitutions(content))
  if (/^(?:claude|agents|gemini)(?:\.local)?\.md$/.test(base))
    return called(base, commandsIn(content)).map((recipe) => ({ ...recipe, runs: 'by-an-agent' }))
  if (path.tags.includes('git-hook')) return [{ name: `git hook ${base}`, text: content, runs: 'by-itself' }]
  if (path.tags.includes('shell-startup')) return [{ name: base, text: content, runs: 'by-itself' }]
  if (path.tags.includes('editor-task')) return taskCommands(content, base)
  if (/\.(?:service|timer|socket)$/.test(base)) return unitCommands(content, base)
  return []
}

function called(name: string, texts: readonly string[]): Recipe[] {
  return texts.slice(0, MAX_RECIPES).map((text) => ({ name, text, runs: 'when-called' }))
}

/** The commands in a piece of a hook list, whose surroundings are not known. */
function entries(content: string): string[] {
  return [...content.matchAll(/^[ \t]*(?:-[ \t]+)?(?:run|entry)[ \t]*:[ \t]*([^\n]{2,4000})$/gm)].map(
    (match) => match[1] ?? '',
  )
}

/** `<!(command)` and `<!@(command)`: run whenever the build is set up. */
function substitutions(content: string): string[] {
  return [...content.matchAll(/<!@?\(([^)\n]{2,4000})\)/g)].map((match) => unescapeJson(match[1] ?? ''))
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase()
}

/** `"name": "command"` pairs: the whole manifest, or the lines an edit puts in. */
function manifestScripts(content: string): Recipe[] {
  const found: Recipe[] = []
  for (const match of content.matchAll(/"([\w:.-]{1,80})"\s{0,8}:\s{0,8}"((?:[^"\\\n]|\\.)+)"/g)) {
    const [, name = '', raw = ''] = match
    if (found.length >= MAX_RECIPES) break
    const lifecycle = LIFECYCLE.has(name)
    if (!lifecycle && !/[ ;|&$]/.test(raw)) continue
    found.push({ name: `package.json ${name}`, text: unescapeJson(raw), runs: lifecycle ? 'by-itself' : 'when-called' })
  }
  return found
}

function unescapeJson(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`) as string
  } catch {
    return raw
  }
}

/** `run: …` and `script:` of CI files, single lines and blocks. What the runner fills in is named so that flows stay visible. */
function indentedBlocks(content: string, base: string): Recipe[] {
  const lines = content.split('\n')
  const texts: string[] = []
  for (let index = 0; index < lines.length && texts.length < MAX_RECIPES; index++) {
    const match = /^(\s*)(?:-\s+)?(?:run|script|before_script|after_script)\s*:\s*(.*)$/.exec(lines[index] ?? '')
    if (!match) continue
    const [, indent = '', inline = ''] = match
    if (inline !== '' && !/^[|>][+-]?\d?$/.test(inline)) {
      texts.push(...flowItems(inline))
      continue
    }
    const body: string[] = []
    while (index + 1 < lines.length && deeper(lines[index + 1] ?? '', indent.length))
      body.push((lines[++index] ?? '').replace(/^\s*-\s/, ''))
    texts.push(body.join('\n'))
  }
  return texts.map((text) => ({ name: base, text: filledIn(text), runs: 'when-called' }))
}

/** `['a', 'b']` on one line: each is a command. */
function flowItems(inline: string): string[] {
  if (!inline.startsWith('[')) return [inline]
  const items = [...inline.matchAll(/"((?:[^"\\]|\\.)+)"|'([^']+)'/g)].map((match) => match[1] ?? match[2] ?? '')
  return items.length > 0 ? items : [inline.replace(/^\[|\]\s*$/g, '')]
}

function deeper(line: string, indent: number): boolean {
  return line.trim() === '' || line.length - line.trimStart().length > indent
}

function filledIn(text: string): string {
  return text.replace(/\$\{\{([^{}]{0,200})\}\}/g, (_, inner: string) =>
    /secrets\b|token/i.test(inner) ? `$${CI_SECRET}` : '$CI_VALUE',
  )
}

function tabLines(content: string): string {
  return content
    .split('\n')
    .filter((line) => line.startsWith('\t'))
    .map((line) =>
      line
        .trim()
        .replace(/^[@+-]+/, '')
        .replaceAll(/\$\(([A-Z_][A-Z0-9_]*)\)/g, '$${$1}')
        .replaceAll('$$', '$'),
    )
    .join('\n')
}

/** Tasks of editors; the commands of a dev container run inside it, but for the one that prepares it. */
function taskCommands(content: string, base: string): Recipe[] {
  const opens = /folderOpen/.test(content)
  const pattern = /"(command|\w{1,40}Command)"\s{0,8}:\s{0,8}("(?:[^"\\\n]|\\.)+"|\[[^\]]+\]|\{[^{}]+\})/g
  return [...content.matchAll(pattern)].slice(0, MAX_RECIPES).flatMap(([, key = '', value = '']) => {
    const runs =
      key === 'initializeCommand' || (opens && key === 'command')
        ? 'by-itself'
        : key === 'command'
          ? 'when-called'
          : 'in-image'
    return commandTexts(value).map((text): Recipe => ({ name: base, text, runs }))
  })
}

/** A command as a text, as a list of words, or several under names. */
function commandTexts(value: string): string[] {
  if (value.startsWith('"')) return [unescapeJson(value.slice(1, -1))]
  const texts = [...value.matchAll(/(:\s{0,8})?"((?:[^"\\\n]|\\.){0,4000})"(?!\s{0,8}:)/g)].map((match) =>
    unescapeJson(match[2] ?? ''),
  )
  if (value.startsWith('{')) return texts
  return [texts.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')]
}

function unitCommands(content: string, base: string): Recipe[] {
  return [...content.matchAll(/^Exec\w+\s{0,4}=\s{0,4}[@\-:+!]{0,4}(.+)$/gm)].slice(0, MAX_RECIPES).map((match) => ({
    name: base,
    text: match[1] ?? '',
    runs: 'by-itself',
  }))
}
