import type { Effect } from '../../analysis/effects.ts'
import type { Facts } from '../../analysis/facts.ts'
import { programsInSettings } from '../../analysis/flow/program-keys.ts'
import { standsFor } from '../../analysis/flow/shadowing.ts'
import type { PathUse } from '../../analysis/paths/paths.ts'
import { isBareDotFile, isHarmlessSettings, isToolSettings } from '../../analysis/paths/tool-startup.ts'
import { CHANGE_WORDS, SCHEDULE_WORDS } from '../../knowledge/lexicon/act-words.ts'
import type { Category } from '../category.ts'
import { asQuestion, detector, pathChangeOf } from '../detector.ts'
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
  ...detector('persistence', ['persist', 'service-control', 'touch-protected', 'write-path'], (effect, { facts }) => {
    switch (effect.kind) {
      case 'persist':
        if (effect.mechanism === 'agent') return undefined
        // A trap is a script's own clean-up, unless it hooks into every command.
        if (effect.mechanism === 'trap' && !/\bDEBUG\b|outlives/i.test(effect.target)) return undefined
        return {
          acts: SCHEDULE_WORDS,
          nouns: [
            [
              ...(effect.mechanism === 'other' ? [] : [effect.mechanism.replace('-', ' ')]),
              ...(MECHANISM_NOUNS.get(effect.mechanism) ?? []),
              ...targetSpellings(effect.target),
            ],
          ],
        }
      case 'service-control':
        return effect.verb === 'enable' ? { acts: SCHEDULE_WORDS, nouns: [targetSpellings(effect.service)] } : undefined
      case 'touch-protected':
      case 'write-path': {
        const put = pathChangeOf(effect)
        if (!put) return undefined
        const { path, content } = put
        const program = standsFor(path, content ?? linkedText(effect, facts))
        if (program !== undefined) return { aspect: { replaces: program }, acts: [], nouns: [], asks: true }
        const startup =
          path.tags.includes('persistence') || (path.tags.includes('shell-startup') && path.zone !== 'project')
        const hook = path.tags.includes('git-hook') && path.tags.includes('git-internal')
        const task = path.tags.includes('editor-task') && content !== undefined && RUNS_ON_OPEN.test(content)
        const surely = startup || hook || task || runsWithPython(path, content) || runsWithTool(path, content)
        if ((!surely && !mayStartProgram(effect)) || (path.sessionMade && !isLoadedByTool(path))) return undefined
        const found = { aspect: { concern: 'starts' }, acts: SCHEDULE_WORDS, nouns: [pathSpellings(path)] } as const
        if (!surely && effect.kind === 'write-path')
          return {
            ...found,
            aspect: { concern: 'tool-starts' },
            acts: [...SCHEDULE_WORDS, ...CHANGE_WORDS],
            asks: true,
          }
        return asQuestion(found, { ...put, doubt: put.doubt || !surely })
      }
      default:
        return undefined
    }
  }),
}

/** What a link that is made leads to, where the session wrote it. */
function linkedText(effect: Effect, { session }: Facts): string | undefined {
  const target = effect.kind === 'write-path' ? effect.target?.real : undefined
  return target === undefined ? undefined : session.written.get(target)
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

/** Words by which settings and scripts start a program, whatever their syntax. */
const STARTS_PROGRAM =
  /\b(?:run[-_]?shell|if[-_]?shell|launch|spawn\w*|p?open3?|exec(?:ute|Sync|File|FileSync|_always)?|system(?:list)?|job_?start|termopen|shell[-_]command|subprocess|child_process|call-process)\b|\|\s*(?:ba|z|da)?sh\b|\$\(|(?:^|[\s"':])!\s*[~/.\w]|["']:sh\s/m

/** A person's own tool would run it: settings that start a program, or code that is loaded when the tool starts. */
function runsWithTool(path: PathUse, content: string | undefined): boolean {
  const { zone, tags, real, text } = path
  if (tags.includes('build-artefact') && !isLoadedByTool(path)) return false
  const place = real ?? text
  // In the project such settings are its own, unless what they load lies where everybody may write.
  if (zone === 'project' && tags.includes('tool-config'))
    return programsInSettings(content ?? '').some((value) => /(?:^|[\s:=])\/(?:var\/)?(?:tmp|dev\/shm)\//.test(value))
  if (zone !== 'home') return false
  if (isToolSettings(place) && programsInSettings(content ?? '').length > 0 && SETTINGS_EXTENSION.test(place))
    return true
  if (!isLoadedByTool(path) && !TOOL_SETTINGS_PATH.test(place)) return false
  if (content === undefined) return tags.includes('tool-startup') && CODE_EXTENSION.test(place)
  return STARTS_PROGRAM.test(content) || programsInSettings(content).length > 0
}

/** A tool obeys what lies there, whoever made the folder: to make it first changes nothing. */
function isLoadedByTool({ zone, tags }: PathUse): boolean {
  return zone === 'home' && (tags.includes('tool-config') || tags.includes('tool-startup'))
}

/** Settings of a person's own tools name commands too; whether these do is not known, unless they are plain options. */
function mayStartProgram(effect: Extract<Effect, { kind: 'touch-protected' | 'write-path' }>): boolean {
  const { tags, zone } = effect.path
  if (zone !== 'home') return false
  const settings = tags.includes('tool-settings')
  if (effect.kind === 'touch-protected')
    return settings || tags.includes('tool-config') || tags.includes('tool-startup')
  const { as, how, path } = effect
  if (settings && how === 'edit' && effect.content === undefined && effect.left === undefined) return true
  const file = as === 'redirect' || how === 'append' || (effect.content !== undefined && as === undefined)
  const bare = file && isBareDotFile(path.real ?? path.text)
  if (as === 'folder' || !(bare || tags.includes('tool-startup'))) return false
  const place = path.real ?? path.text
  return effect.content === undefined || BUILD_SCRIPT.test(place) || !isHarmlessSettings(effect.content, place)
}

/** Code of a build tool, which no line of it tells to be plain settings. */
const BUILD_SCRIPT = /\.(?:gradle|kts|groovy|sbt)$/

/** Endings of settings, or none. */
const SETTINGS_EXTENSION = /\.(?:json[c5]?|ya?ml|toml|ini|xml|conf|cfg|desktop|service|properties|plist)$|\/\.?[^/.]+$/i
/** A tool's settings in its own folder. */
const TOOL_SETTINGS_PATH = /\/\.config\/[^/]+\/[^/]+$/
const CODE_EXTENSION = /\.(?:lua|vim|js|cjs|mjs|ts|py|rb|el|scm|sh|zsh|fish|pl|so|dll)$/i

const MECHANISM_NOUNS = new Map<string, readonly string[]>([
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
