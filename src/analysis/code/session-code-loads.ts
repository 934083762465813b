import { dirname, join, normalize } from 'node:path/posix'
import { isHelpWord } from '../../knowledge/lexicon/help-options.ts'
import type { CodeLanguage } from '../effects.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import { readTexts } from '../text/read-limits.ts'
import type { Command } from '../words.ts'
import { cmakeAsShell } from './cmake.ts'
import { compiledSources } from './compiled.ts'
import { readWithoutRecording } from './session-sources.ts'

export interface RecipePiece {
  readonly language: CodeLanguage | 'file'
  readonly text: string
}

interface LoadRecipe {
  readonly programs: RegExp
  readonly files: RegExp
  readonly named?: boolean
  pieces(text: string, folder: string): readonly RecipePiece[]
}

const shellPiece = (text: string): RecipePiece => ({ language: 'shell', text })

const linePieces =
  (pattern: RegExp) =>
  (text: string): readonly RecipePiece[] =>
    [...text.matchAll(pattern)].map((match) => shellPiece(stripQuotes(match[1] ?? '')))

function stripQuotes(text: string): string {
  return text.trim().replace(/^(["'])([\s\S]*)\1$/, '$2')
}

function joinedWordsPiece(list: string): RecipePiece {
  const words = [...list.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map((match) => match[1] ?? '')
  return shellPiece(
    words.map((word) => (/^[\w./=:@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' '),
  )
}

const modulePieces = (names: string, folder: string): readonly RecipePiece[] =>
  names
    .split(/[\s,"'[\]]+/)
    .filter((name) => name !== '')
    .flatMap((name) => (/\.py$/.test(name) ? [name] : [`${name.replaceAll('.', '/')}.py`]))
    .map((name) => ({ language: 'file', text: normalize(join(folder, name)) }))

const LOAD_RECIPES: readonly LoadRecipe[] = [
  {
    programs: /^(?:cmake|ctest)$/,
    files: /(?:^|\/)CMakeLists\.txt$|\.cmake$/,
    pieces: (text) => {
      const own = cmakeAsShell(text)
      return [...linePieces(/\bCOMMAND\s+([^)\n]{1,400})/g)(text), ...(own === '' ? [] : [shellPiece(own)])]
    },
  },
  {
    programs: /^go$/,
    files: /\.go$/,
    pieces: linePieces(/^\/\/go:generate\s+(.{1,400})$/gm),
  },
  {
    programs: /^pre-commit$/,
    files: /(?:^|\/)\.pre-commit-config\.ya?ml$/,
    pieces: linePieces(/\bentry:\s*([^\n,}]{1,400})/g),
  },
  {
    programs: /^(?:foreman|honcho|overmind|hivemind|heroku|goreman)$/,
    files: /(?:^|\/)Procfile(?:\.\w+)?$/,
    named: true,
    pieces: linePieces(/^[\w-]{1,60}:\s*(.{1,400})$/gm),
  },
  {
    programs: /^(?:terraform|tofu|terragrunt)$/,
    files: /\.tf$/,
    pieces: (text) => [
      ...[...text.matchAll(/\bprogram\s{0,8}=\s{0,8}\[([^\]]{1,600})\]/g)].map((match) =>
        joinedWordsPiece(match[1] ?? ''),
      ),
      ...linePieces(/\bcommand\s{0,8}=\s{0,8}("(?:[^"\\\n]|\\.){1,400}")/g)(text),
    ],
  },
  {
    programs: /^(?:gdb|lldb)$/,
    files: /(?:^|\/)\.?(?:gdb|lldb)init$/,
    named: true,
    pieces: linePieces(/^\s*(?:shell|!|platform shell)\s*(.{1,400})$/gm),
  },
  {
    programs: /^tmux$/,
    files: /(?:^|\/)\.?tmux\.conf$/,
    named: true,
    // Its quotes are the shell's: the rest of the line is what the shell makes of it.
    pieces: (text) =>
      [...text.matchAll(/(?:^|[;\s])(?:run(?:-shell)?|if(?:-shell)?)\s+(?:-b\s+)?(\S[^\n]{0,800})/gm)].map(
        ([, rest = '']) => shellPiece(`sh -c ${rest}`),
      ),
  },
  {
    programs: /^(?:jupyter|papermill|ipython|jupyter-nbconvert)$/,
    files: /$^/,
    named: true,
    pieces: (text) => [
      ...linePieces(/(?:^|["\n])\s*!\s*([^"\n]{1,400})/g)(text),
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
        text: stripQuotes(match[1] ?? ''),
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
    pieces: linePieces(/^\s*(?:runner|linker|rustc-wrapper|rustc)\s*=\s*("[^"\n]{1,400}")/gm),
  },
  {
    programs: /^yarn$/,
    files: /(?:^|\/)\.yarnrc\.yml$/,
    pieces: (text, folder) => {
      const file = /^yarnPath:\s*(.{1,200})$/m.exec(text)?.[1]
      return file === undefined ? [] : [{ language: 'file', text: normalize(join(folder, stripQuotes(file))) }]
    },
  },
]

const AUTO_LOADED_FILES: readonly (readonly [programs: RegExp, files: RegExp])[] = [
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

const LANGUAGE_BY_FILE: readonly (readonly [RegExp, CodeLanguage])[] = [
  [/(?:SConstruct|SConscript|wscript|\.pth)$/, 'python'],
  [/(?:Vagrantfile|Podfile|Fastfile|Guardfile|Gemfile)$/, 'ruby'],
]

const MODULE_RUNNERS =
  /^(?:uvicorn|gunicorn|hypercorn|granian|daphne|waitress-serve|flask|fastapi|quart|litestar|celery|rq|dramatiq|arq|huey_consumer|pytest|py\.test|streamlit|chainlit|gradio|panel|bokeh|marimo|locust|kedro|dagster|prefect)$/
const PACKAGE_RUNNERS = /^(?:npx|npm|pnpm|yarn|bun|bunx|pnpx)$/

export function recordSessionCodeLoads(command: Command, recorder: EffectRecorder): void {
  const { written } = recorder.facts.session
  const { name } = command
  if (written.size === 0 || name === undefined || isHelpOrVersionCall(command)) return
  const base = name.slice(name.lastIndexOf('/') + 1)
  const here = command.cwd ?? recorder.facts.cwd
  const root = recorder.facts.projectRoot ?? here
  const chosen = new Set<string>()
  const take = (path: string) => {
    if (written.has(path)) chosen.add(path)
  }
  for (const [programs, files] of AUTO_LOADED_FILES)
    if (programs.test(base)) for (const path of written.keys()) if (files.test(path)) chosen.add(path)
  if (MODULE_RUNNERS.test(base)) for (const path of moduleFiles(command)) take(normalize(join(here, path)))
  if (name.includes('/') || base === 'java') for (const path of compiledSources(command, base, recorder)) take(path)
  if ((base === 'npm' || base === 'pnpm' || base === 'yarn') && command.args[0]?.text === 'start')
    take(join(root, 'server.js'))
  for (const [path, text] of readTexts([...chosen], recorder)) readSessionFile(path, text, recorder)
  for (const path of sessionStandIns(command, base, here, root)) if (written.has(path)) runSessionFile(path, recorder)
  for (const piece of recipePieces(command, base, here, recorder)) runPiece(piece, base, recorder)
}

function isHelpOrVersionCall({ args }: Command): boolean {
  return args.length === 1 && isHelpWord(args[0]?.known ?? '')
}

function readSessionFile(path: string, text: string | undefined, recorder: EffectRecorder): void {
  const language = LANGUAGE_BY_FILE.find(([pattern]) => pattern.test(path))?.[1]
  if (text !== undefined) readWithoutRecording(path, text, recorder, language)
}

function runSessionFile(path: string, recorder: EffectRecorder): void {
  recorder.runsFile(recorder.pathOf(path), undefined, path.slice(path.lastIndexOf('/') + 1))
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

function sessionStandIns(command: Command, base: string, here: string, root: string): readonly string[] {
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

function recipePieces(command: Command, base: string, here: string, recorder: EffectRecorder): readonly RecipePiece[] {
  const { written } = recorder.facts.session
  const recipes = LOAD_RECIPES.filter(({ programs }) => programs.test(base))
  if (recipes.length === 0) return []
  const words = [...command.args, ...command.assignments.map(({ value }) => value)]
  // A value may stand behind its option.
  const texts = words.flatMap(({ text = '' }) => [text, text.replace(/^--?[\w-]+=/, '')])
  const named = new Set(texts.map((text) => resolveFrom(text, here)))
  return recipes.flatMap((recipe) => {
    const files = [...written.keys()].filter(
      (path) => recipe.files.test(path) || (recipe.named === true && named.has(path)),
    )
    return readTexts(files, recorder).flatMap(([path, text]) => recipe.pieces(text ?? '', dirname(path)))
  })
}

function resolveFrom(text: string, here: string): string {
  return normalize(text.startsWith('/') ? text : join(here, text))
}

function runPiece(piece: RecipePiece, by: string, recorder: EffectRecorder): void {
  if (piece.language === 'file') {
    if (recorder.facts.session.written.has(piece.text)) runSessionFile(piece.text, recorder)
  } else if (piece.language === 'shell') recorder.runsShell({ text: piece.text, sources: [] }, by)
  else recorder.runsCode(piece.language, { text: piece.text, sources: [] }, by)
}
