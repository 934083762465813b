import { isCompiled } from '../code/compiled.ts'
import type { CodeLanguage } from '../effects.ts'
import { knownFileLanguage } from '../interpret/language.ts'

/** Code that a build, an install, a test run or an interpreter's start runs by itself, by the file's name. */
const AUTO_RUN_FILE =
  /(?:^|\/)(?:conftest|setup|sitecustomize|usercustomize|noxfile|fabfile|tasks|conanfile)\.py$|\/site-packages\/[^/]+\.pth$|(?:^|\/)build\.rs$|(?:^|\/)[\w-]+\.config\.[cm]?[jt]s$|(?:^|\/)(?:gulpfile|gruntfile|jakefile)\.[cm]?[jt]s$|(?:^|\/)\.(?:pnpmfile|[\w-]{1,40}rc)\.[cm]?[jt]s$|(?:^|\/)(?:rakefile|gemfile|podfile|vagrantfile|fastfile|dangerfile)$|(?:^|\/)magefile\.go$/i

const SOURCE_CODE_FILE =
  /\.(?:py|[cm]?[jt]sx?|rb|p[lm]|php|go|sbt|cake|rs|java|kts?|swift|cs|fs|vb|scala|c|cc|cpp|cxx|mm?|zig|dart|d|hs|ml|exs?|erl|cljs?|jl|r|nim|cr|lua|cmake|groovy|gradle|el|vim|scm|rkt|raku|tcl)$|(?:^|\/)(?:cmakelists\.txt|jenkinsfile|\.rprofile|\.n?vimrc|\.exrc|_?\.?g?vimrc)$/i

const AUTO_LOADED_FILE =
  /(?:^|\/)(?:build\.sbt|project\/[^/]+\.(?:sbt|scala)|[\w.-]+\.gradle(?:\.kts)?|buildsrc\/.+|vars\/[^/]+\.groovy|jenkinsfile|editor\/(?:[^/]+\/)*[^/]+\.cs|mix\.exs|package\.swift|build\.(?:zig|cake)|project\.clj|(?:spec|test|rails)_helper\.\w+|(?:[\w-]+[.-])?(?:global-?)?(?:setup|teardown)(?:-?tests?)?\.[cm]?[jt]sx?|tests?\/bootstrap\.php|testmain\w*\.\w+)$/i
const AUTO_LOADED_CODE =
  /\[(?:Initialize\w{0,12}OnLoad\w{0,10}|RuntimeInitializeOnLoad\w{0,10}|ModuleInitializer)\b|__attribute__\s{0,4}\(\(\s{0,4}constructor|\bfunc TestMain\(|\bGlobal \/ onLoad\b|__declspec\(allocate/

export function isAutoLoaded(path: string, content: string): boolean {
  return AUTO_LOADED_FILE.test(path) || AUTO_LOADED_CODE.test(content)
}

export function isEditorSettings(path: string): boolean {
  return /(?:^|\/)(?:\.n?vimrc|\.exrc|\.nvim\.lua|_?\.?g?vimrc)$/i.test(path)
}

/** The language of source text that lies ready; undefined for scripts, which are read when they run. */
export function detectDormantLanguage(path: string): CodeLanguage | undefined {
  if (!SOURCE_CODE_FILE.test(path)) return undefined
  const known = isCompiled(path) ? undefined : knownFileLanguage(path, undefined)
  return known ?? 'other'
}

export function detectAutoRunLanguage(path: string): CodeLanguage | undefined {
  if (!AUTO_RUN_FILE.test(path)) return undefined
  if (isCompiled(path)) return 'other'
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  if (ending === 'py' || ending === 'pth') return 'python'
  return /^[cm]?[jt]s$/.test(ending) ? 'javascript' : 'ruby'
}
