import { dirname, join, normalize } from 'node:path/posix'
import type { CodeLanguage } from '../effects.ts'
import type { Scribe } from '../programs/program.ts'
import { textsOf } from '../unread.ts'
import type { Command } from '../words.ts'
import { cmakeAsShell } from './cmake.ts'
import { compiledSources } from './compiled.ts'
import { readQuietly } from './written-sources.ts'

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
    pieces: (text) => {
      const own = cmakeAsShell(text)
      return [...lines(/\bCOMMAND\s+([^)\n]{1,400})/g)(text), ...(own === '' ? [] : [shell(own)])]
    },
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

const LOADS: readonly (readonly [programs: RegExp, files: RegExp])[] = [
  [/^(?:python[\d.]*|pytest|pip3?|uv|poetry)$/, /(?:^|\/)(?:site|user)customize\.py$|\.pth$/],
  [/^sphinx-build$/, /(?:^|\/)conf\.py$/],
  [/^scons$/, /(?:^|\/)(?:SConstruct|SConscript)$/],
  [/^alembic$/, /(?:^|\/)(?:alembic|migrations)\/(?:env\.py|versions\/[^/]+\.py)$/],
  [/^(?:gradle|gradlew)$/, /\.gradle(?:\.kts)?$/],
  [/^(?:flask|fastapi|quart)$/, /(?:^|\/)(?:app|wsgi|main)(?:\/__init__)?\.py$/],
  [/^(?:waf|meson)$/, /(?:^|\/)wscript$/],
  [/^(?:nox|invoke|inv|fab)$/, /(?:^|\/)(?:noxfile|tasks|fabfile)\.py$/],
  [/^(?:gulp|grunt)$/, /(?:^|\/)(?:gulpfile|Gruntfile)\.[cm]?[jt]s$/],
  [/^(?:vagrant|pod|fastlane|guard|bundle)$/, /(?:^|\/)(?:Vagrantfile|Podfile|Fastfile|Guardfile|Gemfile)$/],
]

const LANGUAGE_OF: readonly (readonly [RegExp, CodeLanguage])[] = [
  [/(?:SConstruct|SConscript|wscript|\.pth)$/, 'python'],
  [/(?:Vagrantfile|Podfile|Fastfile|Guardfile|Gemfile)$/, 'ruby'],
]

const LOADS_MODULES =
  /^(?:uvicorn|gunicorn|hypercorn|granian|daphne|waitress-serve|flask|fastapi|quart|litestar|celery|rq|dramatiq|arq|huey_consumer|pytest|py\.test|streamlit|chainlit|gradio|panel|bokeh|marimo|locust|kedro|dagster|prefect)$/
const PACKAGE_RUNNERS = /^(?:npx|npm|pnpm|yarn|bun|bunx|pnpx)$/

export function stateWrittenLoads(command: Command, scribe: Scribe): void {
  const { written } = scribe.facts.session
  const { name } = command
  if (written.size === 0 || name === undefined || isLook(command)) return
  const base = name.slice(name.lastIndexOf('/') + 1)
  const here = command.cwd ?? scribe.facts.cwd
  const root = scribe.facts.projectRoot ?? here
  const chosen = new Set<string>()
  const take = (path: string) => {
    if (written.has(path)) chosen.add(path)
  }
  for (const [programs, files] of LOADS)
    if (programs.test(base)) for (const path of written.keys()) if (files.test(path)) chosen.add(path)
  if (LOADS_MODULES.test(base)) for (const path of moduleFiles(command)) take(normalize(join(here, path)))
  if (name.includes('/') || base === 'java') for (const path of compiledSources(command, base, scribe)) take(path)
  if ((base === 'npm' || base === 'pnpm' || base === 'yarn') && command.args[0]?.text === 'start')
    take(join(root, 'server.js'))
  for (const [path, text] of textsOf([...chosen], scribe)) readFile(path, text, scribe)
  for (const path of standIns(command, base, here, root)) if (written.has(path)) runs(path, scribe)
  for (const piece of recipePieces(command, base, here, scribe)) runsPiece(piece, base, scribe)
}

function isLook({ args }: Command): boolean {
  return args.length === 1 && /^(?:--version|-V|--help|-h|version|help)$/.test(args[0]?.known ?? '')
}

function readFile(path: string, text: string | undefined, scribe: Scribe): void {
  const language = LANGUAGE_OF.find(([pattern]) => pattern.test(path))?.[1]
  if (text !== undefined) readQuietly(path, text, scribe, language)
}

function runs(path: string, scribe: Scribe): void {
  scribe.runsFile(scribe.pathOf(path), undefined, path.slice(path.lastIndexOf('/') + 1))
}

function moduleFiles({ args }: Command): readonly string[] {
  return args.flatMap(({ text }) => {
    if (text === undefined) return []
    if (/\.py$/.test(text)) return [text]
    const module = /^(?:--?[\w-]+=)?([A-Za-z_][\w.]{0,100})(?::[\w.]{1,80}(?:\(\))?)?$/
      .exec(text)?.[1]
      ?.replaceAll('.', '/')
    return module === undefined ? [] : [`${module}.py`, `${module}/__init__.py`]
  })
}

function standIns(command: Command, base: string, here: string, root: string): readonly string[] {
  const names = [base]
  if (PACKAGE_RUNNERS.test(base)) {
    const operands = command.args.filter((word) => word.text !== undefined && !word.text.startsWith('-'))
    names.push(...operands.slice(0, 3).map((word) => word.text ?? ''))
  }
  const plain = names.filter((each) => /^[\w.@-]{1,80}$/.test(each))
  const path = command.assignments.find((each) => each.name === 'PATH')?.value.known ?? ''
  const folders = path.split(':').filter((each) => each !== '' && !each.includes('\0'))
  const bins = [...new Set([here, root])].flatMap((folder) =>
    ['node_modules/.bin', '.venv/bin', 'venv/bin', 'vendor/bin'].map((bin) => join(folder, bin)),
  )
  const own = folders.map((folder) => normalize(folder.startsWith('/') ? folder : join(here, folder)))
  return [...own, ...bins].flatMap((folder) => plain.map((each) => join(folder, each)))
}

function recipePieces(command: Command, base: string, here: string, scribe: Scribe): readonly RecipePiece[] {
  const { written } = scribe.facts.session
  const recipes = RECIPES.filter(({ programs }) => programs.test(base))
  if (recipes.length === 0) return []
  const words = [...command.args, ...command.assignments.map(({ value }) => value)]
  // A value may stand behind its option.
  const texts = words.flatMap(({ text = '' }) => [text, text.replace(/^--?[\w-]+=/, '')])
  const named = new Set(texts.map((text) => placed(text, here)))
  return recipes.flatMap((recipe) => {
    const files = [...written.keys()].filter(
      (path) => recipe.files.test(path) || (recipe.named === true && named.has(path)),
    )
    return textsOf(files, scribe).flatMap(([path, text]) => recipe.pieces(text ?? '', dirname(path)))
  })
}

function placed(text: string, here: string): string {
  return normalize(text.startsWith('/') ? text : join(here, text))
}

function runsPiece(piece: RecipePiece, by: string, scribe: Scribe): void {
  if (piece.language === 'file') {
    if (scribe.facts.session.written.has(piece.text)) runs(piece.text, scribe)
  } else if (piece.language === 'shell') scribe.runsShell({ text: piece.text, sources: [] }, by)
  else scribe.runsCode(piece.language, { text: piece.text, sources: [] }, by)
}
