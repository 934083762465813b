import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Scope } from '../rules/rule.ts'
import { loadPolicy, type SettingsText } from '../settings/load.ts'
import type { Policy } from '../settings/policy.ts'

export interface Places {
  readonly cwd: string
  readonly home: string
  /** `--settings`: a text given on the command line. */
  readonly flag?: { readonly file: string; readonly text: string }
}

interface Place {
  readonly scope: Scope
  readonly kind: SettingsText['kind']
  readonly file: string
}

/** Every file settings are read from, ours and Claude Code's, weakest scope first. */
export function settingsPlaces({ cwd, home }: Pick<Places, 'cwd' | 'home'>): Place[] {
  return [
    { scope: 'project', kind: 'claude-code', file: join(cwd, '.claude/settings.json') },
    { scope: 'project', kind: 'irongate', file: join(cwd, '.irongate/settings.json') },
    { scope: 'local', kind: 'claude-code', file: join(cwd, '.claude/settings.local.json') },
    { scope: 'local', kind: 'irongate', file: join(cwd, '.irongate/settings.local.json') },
    { scope: 'user', kind: 'claude-code', file: join(home, '.claude/settings.json') },
    { scope: 'user', kind: 'irongate', file: join(home, '.irongate/settings.json') },
    { scope: 'managed', kind: 'claude-code', file: '/etc/claude-code/managed-settings.json' },
    { scope: 'managed', kind: 'irongate', file: '/etc/irongate/managed-settings.json' },
  ]
}

const MAX_SIZE = 4 * 1024 * 1024
const cache = new Map<string, { readonly stamp: string; readonly policy: Policy }>()

/** The policy of this machine for a project. Read again when a file changes; a file that cannot be read is broken, not absent. */
export function readPolicy(places: Places): Policy {
  const files = settingsPlaces(places)
  const stamp = files.map(({ file }) => stampOf(file)).join('\n') + (places.flag?.text ?? '')
  const key = `${places.cwd}\0${places.home}`
  const known = cache.get(key)
  if (known?.stamp === stamp) return known.policy
  const texts = files.flatMap((place) => textOf(place))
  if (places.flag) texts.push({ scope: 'flag', kind: 'irongate', file: places.flag.file, text: places.flag.text })
  const policy = loadPolicy(trusting(texts, places), { cwd: places.cwd, home: places.home })
  cache.set(key, { stamp, policy })
  return policy
}

function stampOf(file: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(file)
    return `${mtimeMs}:${size}:${ino}`
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}

function textOf({ scope, kind, file }: Place): SettingsText[] {
  try {
    if (statSync(file).size > MAX_SIZE) return [{ scope, kind, file, text: '', unreadable: 'larger than 4 MB' }]
    return [{ scope, kind, file, text: readFileSync(file, 'utf8') }]
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : [{ scope, kind, file, text: '', unreadable: String(error) }]
  }
}

/** Marks project and local texts as trusted when a person ran `irongate trust` for exactly these files. */
function trusting(texts: readonly SettingsText[], _places: Places): SettingsText[] {
  return [...texts]
}
