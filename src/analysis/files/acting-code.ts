import { isCompiled } from '../code/compiled.ts'
import type { CodeLanguage } from '../effects.ts'

/** Code that a build, an install, a test run or an interpreter's start runs by itself, by the file's name. */
const ACTING =
  /(?:^|\/)(?:conftest|setup|sitecustomize|usercustomize|noxfile|fabfile|tasks|conanfile)\.py$|\/site-packages\/[^/]+\.pth$|(?:^|\/)build\.rs$|(?:^|\/)[\w-]+\.config\.[cm]?[jt]s$|(?:^|\/)(?:gulpfile|gruntfile|jakefile)\.[cm]?[jt]s$|(?:^|\/)\.(?:pnpmfile|eslintrc|mocharc|lintstagedrc|prettierrc)\.[cm]?js$|(?:^|\/)(?:rakefile|gemfile|podfile|vagrantfile|fastfile|dangerfile)$|(?:^|\/)magefile\.go$/i

/** The language to read an acting file in; undefined when it does not act. */
export function actingLanguage(path: string): CodeLanguage | undefined {
  if (!ACTING.test(path)) return undefined
  if (isCompiled(path)) return 'other'
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  if (ending === 'py' || ending === 'pth') return 'python'
  return /^[cm]?[jt]s$/.test(ending) ? 'javascript' : 'ruby'
}
