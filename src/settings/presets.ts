import { isProjectScope, type Located, type SettingsDraft } from './draft.ts'
import type { PresetName } from './preset-names.ts'
import { readDraft } from './read-draft.ts'
import { treeOfObject } from './tree.ts'

/** One named list of plain settings: what it sets, and why, for the page that is made from it. */
export interface Preset {
  readonly name: PresetName
  readonly summary: string
  readonly settings: Readonly<Record<string, unknown>>
  /** Full name of a setting → why it stands so. */
  readonly why: Readonly<Record<string, string>>
}

/** Soft categories whose acts can be undone: a commit on the default branch is reverted by another. */
const REVERSIBLE_CATEGORIES: ReadonlySet<string> = new Set(['push-to-default'])

/** What asks in `strict` before it leaves this machine or acts as somebody with more rights. */
const STRICT_ASK_RULES: readonly string[] = [
  'Bash(git push *)',
  'Bash(ssh *)',
  'Bash(scp *)',
  'Bash(rsync *)',
  'Bash(sudo *)',
  'Bash(npm publish *)',
  'Bash(docker push *)',
]

/**
 * The presets. INVARIANT: none takes a hard category away, and every value of `strict` is at least as tight as that of the
 * others, so that a project may ask for it.
 */
export function createPresets(soft: readonly string[]): readonly Preset[] {
  return [
    {
      name: 'calm',
      summary: 'Fewer interruptions for what can be undone.',
      settings: {
        autoMode: { soft_deny: soft.filter((id) => !REVERSIBLE_CATEGORIES.has(id)), powershell: true },
        limits: { consecutive: 5, total: 50 },
      },
      why: {
        'autoMode.soft_deny': `All built-in categories but ${[...REVERSIBLE_CATEGORIES].join(', ')}: such a push can be reverted. Force-pushes stay blocked.`,
        'autoMode.powershell': 'PowerShell commands go to the judge instead of asking each time.',
        'limits.consecutive': "More blocks in a row before you're asked.",
        'limits.total': "More blocks in a session before you're asked.",
      },
    },
    {
      name: 'standard',
      summary: 'The defaults, written down.',
      settings: {
        autoMode: { askRules: 'floor', classifyAllShell: false, powershell: false },
        judge: { mode: 'both', ironGate: 'closed' },
        limits: { consecutive: 3, total: 20 },
        stripInternal: false,
      },
      why: {
        'autoMode.askRules': 'Ask rules ask.',
        'autoMode.classifyAllShell': 'A narrow allow rule lets a shell command run without the judge.',
        'autoMode.powershell': 'PowerShell commands ask.',
        'judge.mode': 'Both stages run.',
        'judge.ironGate': "If the judge can't be reached, the call is denied.",
        'limits.consecutive': "Blocks in a row before you're asked.",
        'limits.total': "Blocks in a session before you're asked.",
        stripInternal: 'Allow rules for git, gh, curl and the like count in auto mode.',
      },
    },
    {
      name: 'strict',
      summary: 'Asks more, and makes more categories hard.',
      settings: {
        permissions: { ask: STRICT_ASK_RULES },
        autoMode: {
          hard_deny: ['$defaults', 'credential-leakage', 'audit-tampering', 'security-disabling', 'self-modification'],
          askRules: 'floor',
          classifyAllShell: true,
          powershell: false,
        },
        judge: { mode: 'both', ironGate: 'closed' },
        limits: { consecutive: 2, total: 10 },
        stripInternal: true,
      },
      why: {
        'permissions.ask':
          'Asks about whatever leaves this machine or takes more rights, even if the judge would allow it. Blocks stay blocks. An allow rule of yours with the same text removes one.',
        'autoMode.hard_deny': 'Nothing you say in the conversation allows these, and no approval does.',
        'autoMode.askRules': 'Ask rules ask.',
        'autoMode.classifyAllShell': 'Every shell command is judged, also one that an allow rule covers.',
        'autoMode.powershell': 'PowerShell commands ask.',
        'judge.mode': 'Both stages run.',
        'judge.ironGate': "If the judge can't be reached, the call is denied.",
        'limits.consecutive': "Fewer blocks in a row before you're asked.",
        'limits.total': "Fewer blocks in a session before you're asked.",
        stripInternal: 'Auto mode ignores allow rules for git, gh, curl, kubectl and the like.',
      },
    },
  ]
}

/** The preset that counts: the strongest scope's, but `strict` when a project asks for it. */
export function chosenPreset(drafts: readonly SettingsDraft[]): Located<PresetName> | undefined {
  const found = drafts.flatMap((draft) => {
    const given = draft.values.get('preset') as Located<PresetName> | undefined
    return given ? [{ given, byProject: isProjectScope(draft.origin) }] : []
  })
  const tightened = found.find(({ byProject }) => byProject)
  const own = found.find(({ byProject }) => !byProject)
  return own?.given.value === 'strict' ? own.given : (tightened ?? own)?.given
}

/** The settings of the preset that counts, as the weakest of all sources. Drafts are given strongest first. */
export function presetDraft(drafts: readonly SettingsDraft[], soft: readonly string[]): readonly SettingsDraft[] {
  const name = chosenPreset(drafts)?.value
  const preset = createPresets(soft).find((known) => known.name === name)
  if (!preset) return []
  const origin = { scope: 'builtin', kind: 'own', trusted: true, preset: preset.name } as const
  const draft = readDraft(treeOfObject(preset.settings), origin)
  const allowed = new Set(
    drafts
      .filter((other) => !isProjectScope(other.origin))
      .flatMap(({ rules }) => rules)
      .filter(({ behavior }) => behavior === 'allow')
      .map(({ text }) => text),
  )
  return [{ ...draft, rules: draft.rules.filter(({ text }) => !allowed.has(text)) }]
}
