import { join, normalize } from 'node:path/posix'
import type { CodeLanguage } from '../effects.ts'

export interface RecipePiece {
  readonly language: CodeLanguage | 'file'
  readonly text: string
}

interface Recipe {
  readonly programs: RegExp
  readonly files: RegExp
  readonly named?: boolean
  pieces(text: string, folder: string): readonly RecipePiece[]
}

const shell = (text: string): RecipePiece => ({ language: 'shell', text })

const lines =
  (pattern: RegExp) =>
  (text: string): readonly RecipePiece[] =>
    [...text.matchAll(pattern)].map((match) => shell(unquoted(match[1] ?? '')))

function unquoted(text: string): string {
  return text.trim().replace(/^(["'])([\s\S]*)\1$/, '$2')
}

/** `["sh", "-c", "x"]` as one line. */
function joinedWords(list: string): RecipePiece {
  const words = [...list.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map((match) => match[1] ?? '')
  return shell(
    words.map((word) => (/^[\w./=:@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' '),
  )
}

const modulePieces = (names: string, folder: string): readonly RecipePiece[] =>
  names
    .split(/[\s,"'[\]]+/)
    .filter((name) => name !== '')
    .flatMap((name) => (/\.py$/.test(name) ? [name] : [`${name.replaceAll('.', '/')}.py`]))
    .map((name) => ({ language: 'file', text: normalize(join(folder, name)) }))

export const RECIPES: readonly Recipe[] = [
  {
    programs: /^(?:cmake|ctest)$/,
    files: /(?:^|\/)CMakeLists\.txt$|\.cmake$/,
    pieces: lines(/\bCOMMAND\s+([^)\n]{1,400})/g),
  },
  {
    programs: /^go$/,
    files: /\.go$/,
    pieces: lines(/^\/\/go:generate\s+(.{1,400})$/gm),
  },
  {
    programs: /^pre-commit$/,
    files: /(?:^|\/)\.pre-commit-config\.ya?ml$/,
    pieces: lines(/\bentry:\s*([^\n,}]{1,400})/g),
  },
  {
    programs: /^(?:foreman|honcho|overmind|hivemind|heroku|goreman)$/,
    files: /(?:^|\/)Procfile(?:\.\w+)?$/,
    named: true,
    pieces: lines(/^[\w-]{1,60}:\s*(.{1,400})$/gm),
  },
  {
    programs: /^(?:terraform|tofu|terragrunt)$/,
    files: /\.tf$/,
    pieces: (text) => [
      ...[...text.matchAll(/\bprogram\s{0,8}=\s{0,8}\[([^\]]{1,600})\]/g)].map((match) => joinedWords(match[1] ?? '')),
      ...lines(/\bcommand\s{0,8}=\s{0,8}("(?:[^"\\\n]|\\.){1,400}")/g)(text),
    ],
  },
  {
    programs: /^(?:gdb|lldb)$/,
    files: /(?:^|\/)\.?(?:gdb|lldb)init$/,
    named: true,
    pieces: lines(/^\s*(?:shell|!|platform shell)\s*(.{1,400})$/gm),
  },
  {
    programs: /^tmux$/,
    files: /(?:^|\/)\.?tmux\.conf$/,
    named: true,
    // Its quotes are the shell's: the rest of the line is what the shell makes of it.
    pieces: (text) =>
      [...text.matchAll(/(?:^|[;\s])(?:run(?:-shell)?|if(?:-shell)?)\s+(?:-b\s+)?(\S[^\n]{0,800})/gm)].map(
        ([, rest = '']) => shell(`sh -c ${rest}`),
      ),
  },
  {
    programs: /^(?:jupyter|papermill|ipython|jupyter-nbconvert)$/,
    files: /$^/,
    named: true,
    pieces: (text) => [
      ...lines(/(?:^|["\n])\s*!\s*([^"\n]{1,400})/g)(text),
      ...(text.trimStart().startsWith('{')
        ? []
        : [{ language: 'python' as const, text: text.replace(/^\s*[!%].*$/gm, '') }]),
    ],
  },
  {
    programs: /^(?:pylint|pylint3)$/,
    files: /(?:^|\/)(?:\.?pylintrc|pyproject\.toml|setup\.cfg)$/,
    pieces: (text) =>
      [...text.matchAll(/^\s*init-hook\s*=\s*(.{1,600})$/gm)].map((match) => ({
        language: 'python',
        text: unquoted(match[1] ?? ''),
      })),
  },
  {
    programs: /^(?:mypy|dmypy|flake8|pylint)$/,
    files: /(?:^|\/)(?:\.?mypy\.ini|setup\.cfg|pyproject\.toml|\.flake8|\.?pylintrc)$/,
    pieces: (text, folder) =>
      [...text.matchAll(/^\s*(?:plugins|load-plugins)\s*=\s*(.{1,400})$/gm)].flatMap((match) =>
        modulePieces(match[1] ?? '', folder),
      ),
  },
  {
    programs: /^(?:pip3?|uv|build|poetry|hatch|pdm)$/,
    files: /(?:^|\/)pyproject\.toml$/,
    pieces: (text, folder) =>
      /^\s*backend-path\s*=/m.test(text)
        ? modulePieces(/^\s*build-backend\s*=\s*(.{1,200})$/m.exec(text)?.[1] ?? '', folder)
        : [],
  },
  {
    programs: /^cargo$/,
    files: /(?:^|\/)\.cargo\/config(?:\.toml)?$/,
    pieces: lines(/^\s*(?:runner|linker|rustc-wrapper|rustc)\s*=\s*("[^"\n]{1,400}")/gm),
  },
  {
    programs: /^yarn$/,
    files: /(?:^|\/)\.yarnrc\.yml$/,
    pieces: (text, folder) => {
      const file = /^yarnPath:\s*(.{1,200})$/m.exec(text)?.[1]
      return file === undefined ? [] : [{ language: 'file', text: normalize(join(folder, unquoted(file))) }]
    },
  },
]
