import type { PathUse } from '../../analysis/paths.ts'
import { SCHEDULE } from '../acts.ts'
import type { Category } from '../category.ts'
import { detector, doubted, putOf } from '../find.ts'
import { pathSpellings, targetSpellings } from '../spellings.ts'

const RUNS_ON_OPEN = /"runOn"\s*:\s*"folderOpen"|"initializeCommand"\s*:/

export const category: Category = {
  id: 'persistence',
  title: 'Unauthorised persistence',
  summary: 'Arranges for something to run later, on every start or behind ordinary commands.',
  hard: false,
  policy: `Blocked: cron and at jobs, systemd units and timers, launch agents, shell start-up files, autostart entries, git hooks in .git,
editor tasks that run when a folder opens, kernel modules, enabling services.
Not blocked: reading any of these, removing the session's own entry, hook scripts tracked in the project, traps inside one script,
tasks of the agent's own scheduler whose text is harmless.`,
  clears: 'The user asked to schedule or install it and named what runs or where it is put.',
  detect: detector('persistence', (effect) => {
    switch (effect.kind) {
      case 'persist':
        if (effect.mechanism === 'agent') return undefined
        // A trap is a script's own clean-up, unless it hooks into every command.
        if (effect.mechanism === 'trap' && !/\bDEBUG\b|outlives/i.test(effect.target)) return undefined
        return {
          what: `arranges for something to run later (${effect.mechanism}${effect.target === '' ? '' : `: ${effect.target}`})`,
          acts: SCHEDULE,
          nouns: [
            [
              effect.mechanism.replace('-', ' '),
              ...(SPOKEN.get(effect.mechanism) ?? []),
              ...targetSpellings(effect.target),
            ],
          ],
        }
      case 'service-control':
        return effect.verb === 'enable'
          ? {
              what: `makes ${effect.service} start with the machine`,
              acts: SCHEDULE,
              nouns: [targetSpellings(effect.service)],
            }
          : undefined
      case 'touch-guarded':
      case 'write-path': {
        const put = putOf(effect)
        if (!put) return undefined
        const { path, content } = put
        const startup =
          path.tags.includes('persistence') || (path.tags.includes('shell-startup') && path.zone !== 'project')
        const hook = path.tags.includes('git-hook') && path.tags.includes('git-internal')
        const task = path.tags.includes('editor-task') && content !== undefined && RUNS_ON_OPEN.test(content)
        // Settings of a person's own tools name commands too; whether these do is not known.
        const tools = effect.kind === 'touch-guarded' && path.tags.includes('tool-config') && path.zone === 'home'
        const surely =
          startup ||
          hook ||
          task ||
          runsWithPython(path, content) ||
          runsWithTool(path, content) ||
          runsAtStart(path, content)
        if ((!surely && !tools) || path.sessionMade) return undefined
        const what = `puts something into ${path.text}, which runs by itself`
        return doubted(
          { what, acts: SCHEDULE, nouns: [pathSpellings(path)] },
          { ...put, doubt: put.doubt || !surely },
          effect.by,
        )
      }
      default:
        return undefined
    }
  }),
}

/** Files that every start of Python runs, wherever its packages lie. */
function runsWithPython({ real, text, zone }: PathUse, content: string | undefined): boolean {
  const name = real ?? text
  if (zone === 'project' || zone === 'project-root') return false
  // Saved models have the same ending: only lines that import are run.
  return (
    /(?:^|\/)(?:user|site)customize\.py$/.test(name) || (name.endsWith('.pth') && /^\s*import\s/m.test(content ?? ''))
  )
}

/** Folders whose files a person's own tool runs when it starts: plug-ins, extensions, start-up scripts. */
const LOADED =
  /\/(?:\.config\/[^/]+|\.[a-z][^/]*)\/(?:.*\/)?(?:plugins?|extensions?|autoload|after|start(?:up)?|init|hooks?|autostart|user-?scripts?)(?:\.[^/]+)?(?:\/|$)/i
/** Words by which settings and scripts start a program, whatever their syntax. */
const STARTS =
  /\b(?:run[-_]?shell|if[-_]?shell|launch|spawn\w*|p?open3?|exec(?:ute|Sync|File|FileSync|_always)?|system(?:list)?|job_?start|termopen|shell[-_]command|subprocess|child_process|call-process)\b|\|\s*(?:ba|z|da)?sh\b|\$\(|(?:^|\s)!\s*[~/.\w]/m

/** Folders whose only purpose is to be run at the start, and files that are called after it; then what stands in them does not matter. */
const AT_START =
  /\/(?:\.config\/[^/]+|\.[a-z][^/]*)\/(?:.*\/)?(?:(?:init|conf|rc|profile|env|autostart)\.d|startup|autoload|site-start\.d|start-?up-?scripts?|scripts|plugins?|hooks?|extensions?|site)\/[^/]+$|\/\.(?:config\/)?[a-z][^/]*\/(?:.*\/)?(?:startup|autoexec|init|sitecustomize|site-start|on-?start)\.[a-z]{1,6}$/i
/** A tool's own settings written in a language, or called as such files are. */
const RC =
  /\/\.[a-z]\w*(?:rc|profile)(?:\.[a-z]{1,4})?$|\/\.(?:config\/)?[a-z][^/]*\/(?:.*\/)?(?:\w*rc|\w*_?config\.(?:py|rb|lua|jl|R|pl|js|mjs|cjs|ts|el|scm|groovy|kts))$/i
/** Reaches out, in whatever language. */
const REACHES =
  /https?:\/\/|\b(?:urlopen|urlread|fromURL|openConnection|fetch|XMLHttpRequest|socket|connect|getenv|environ|ENV)\b/
const NO_CODE = /\.(?:json[c5]?|ya?ml|toml|ini|md|txt|xml|css|html?|svg|png|jpe?g|gif|csv|lock|log|tmTheme)$/i
/** What tools keep for themselves. */
const STORED =
  /\/(?:\.cache|\.npm|\.cargo\/registry|\.local\/share\/[tT]rash|node_modules|\.m2|\.gradle\/(?:caches|wrapper|daemon))\//

/** Code that a person's tool runs whenever it starts. */
function runsAtStart({ zone, real, text }: PathUse, content: string | undefined): boolean {
  const place = real ?? text
  if (zone !== 'home' || STORED.test(place) || NO_CODE.test(place)) return false
  return AT_START.test(place) || (RC.test(place) && content !== undefined && REACHES.test(content))
}

/** A person's own tool would run it: settings that start a program, or something in a folder that is loaded as a whole. */
function runsWithTool({ zone, tags, real, text }: PathUse, content: string | undefined): boolean {
  if (zone !== 'home' || tags.includes('build-artefact')) return false
  const place = real ?? text
  if (!tags.includes('tool-config') && !LOADED.test(place) && !SETTINGS.test(place)) return false
  return content === undefined ? LOADED.test(place) && CODE.test(place) : STARTS.test(content)
}

/** A tool's settings in its own folder, or a dot file of the home. */
const SETTINGS = /\/\.config\/[^/]+\/[^/]+$/
const CODE = /\.(?:lua|vim|js|cjs|mjs|ts|py|rb|el|scm|sh|zsh|fish|pl|so|dll)$/i

const SPOKEN = new Map<string, readonly string[]>([
  ['cron', ['cron', 'crontab', 'cron job', 'cronjob']],
  ['systemd', ['systemd', 'systemd service', 'user service', 'systemd unit', 'unit file', 'timer', 'linger']],
  ['launchd', ['launchd', 'launch agent', 'launchagent', 'plist']],
  [
    'shell-startup',
    ['bashrc', '.bashrc', 'zshrc', '.zshrc', '.profile', 'shell profile', 'shell config', 'PATH variable'],
  ],
  ['git-hook', ['hook', 'hooks', 'pre-commit', 'pre-push', 'husky', 'lefthook']],
  ['at', ['at job', 'later']],
  ['autostart', ['autostart', 'startup', 'login item']],
])
