import { isCompiled } from '../code/compiled.ts'
import type { CodeLanguage } from '../effects.ts'
import { knownLanguage } from '../shell/language.ts'

/** Code that a build, an install, a test run or an interpreter's start runs by itself, by the file's name. */
const ACTING =
  /(?:^|\/)(?:conftest|setup|sitecustomize|usercustomize|noxfile|fabfile|tasks|conanfile)\.py$|\/site-packages\/[^/]+\.pth$|(?:^|\/)build\.rs$|(?:^|\/)[\w-]+\.config\.[cm]?[jt]s$|(?:^|\/)(?:gulpfile|gruntfile|jakefile)\.[cm]?[jt]s$|(?:^|\/)\.(?:pnpmfile|[\w-]{1,40}rc)\.[cm]?[jt]s$|(?:^|\/)(?:rakefile|gemfile|podfile|vagrantfile|fastfile|dangerfile)$|(?:^|\/)magefile\.go$/i

const CODE =
  /\.(?:py|[cm]?[jt]sx?|rb|p[lm]|php|go|sbt|cake|rs|java|kts?|swift|cs|fs|vb|scala|c|cc|cpp|cxx|mm?|zig|dart|d|hs|ml|exs?|erl|cljs?|jl|r|nim|cr|lua|cmake|groovy|gradle|el|vim|scm|rkt|raku|tcl)$|(?:^|\/)(?:cmakelists\.txt|jenkinsfile|\.rprofile|\.n?vimrc|\.exrc|_?\.?g?vimrc)$/i

const LOADED =
  /(?:^|\/)(?:build\.sbt|project\/[^/]+\.(?:sbt|scala)|[\w.-]+\.gradle(?:\.kts)?|buildsrc\/.+|vars\/[^/]+\.groovy|jenkinsfile|editor\/(?:[^/]+\/)*[^/]+\.cs|mix\.exs|package\.swift|build\.(?:zig|cake)|project\.clj|(?:spec|test|rails)_helper\.\w+|(?:[\w-]+[.-])?(?:global-?)?(?:setup|teardown)(?:-?tests?)?\.[cm]?[jt]sx?|tests?\/bootstrap\.php|testmain\w*\.\w+)$/i
const LOADS_ITSELF =
  /\[(?:Initialize\w{0,12}OnLoad\w{0,10}|RuntimeInitializeOnLoad\w{0,10}|ModuleInitializer)\b|__attribute__\s{0,4}\(\(\s{0,4}constructor|\bfunc TestMain\(|\bGlobal \/ onLoad\b|__declspec\(allocate/

export function isLoadedByItself(path: string, content: string): boolean {
  return LOADED.test(path) || LOADS_ITSELF.test(content)
}

export function isEditorSettings(path: string): boolean {
  return /(?:^|\/)(?:\.n?vimrc|\.exrc|\.nvim\.lua|_?\.?g?vimrc)$/i.test(path)
}

/** The language of source text that lies ready; undefined for scripts, which are read when they run. */
export function lyingLanguage(path: string): CodeLanguage | undefined {
  if (!CODE.test(path)) return undefined
  const known = isCompiled(path) ? undefined : knownLanguage(path, undefined)
  return known ?? 'other'
}

export function actingLanguage(path: string): CodeLanguage | undefined {
  if (!ACTING.test(path)) return undefined
  if (isCompiled(path)) return 'other'
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  if (ending === 'py' || ending === 'pth') return 'python'
  return /^[cm]?[jt]s$/.test(ending) ? 'javascript' : 'ruby'
}
