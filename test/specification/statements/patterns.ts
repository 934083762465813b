import { another, type Section, type Statement, stricter } from '../statement.ts'

const FILE = 'src/rules/strip-dangerous.ts'

/** The specification's patterns, by list, in its order. */
export const PATTERNS = {
  everywhere: [
    'python',
    'python3',
    'python2',
    'node',
    'deno',
    'tsx',
    'ruby',
    'perl',
    'php',
    'lua',
    'npx',
    'bunx',
    'npm run',
    'yarn run',
    'pnpm run',
    'bun run',
    'bash',
    'sh',
    'ssh',
  ],
  unix: ['zsh', 'fish', 'eval', 'exec', 'env', 'xargs', 'sudo'],
  internal: ['fa run', 'coo', 'gh', 'gh api', 'curl', 'wget', 'git', 'kubectl', 'aws', 'gcloud', 'gsutil'],
  powershell: [
    'pwsh',
    'powershell',
    'cmd',
    'wsl',
    'iex',
    'invoke-expression',
    'icm',
    'invoke-command',
    'start-process',
    'saps',
    'start',
    'start-job',
    'sajb',
    'start-threadjob',
    'register-objectevent',
    'register-engineevent',
  ],
} as const

export type PatternList = keyof typeof PATTERNS

const FIRST: Readonly<Record<PatternList, number>> = { everywhere: 801, unix: 821, internal: 831, powershell: 851 }

const WORDS: Readonly<Record<PatternList, string>> = {
  everywhere: 'Dangerous everywhere',
  unix: 'Dangerous on Unix',
  internal: "Dangerous for the maker's own people",
  powershell: 'Dangerous in PowerShell',
}

const NAMES: Readonly<Record<PatternList, string>> = {
  everywhere: 'INTERPRETER_COMMANDS',
  unix: 'UNIX_COMMANDS',
  internal: 'INTERNAL_COMMANDS',
  powershell: 'POWERSHELL_COMMANDS',
}

export const patternId = (list: PatternList, at: number): string => `S-${FIRST[list] + at}`

const rows = (list: PatternList): readonly Statement[] =>
  PATTERNS[list].map((pattern, at) => [
    patternId(list, at),
    `${WORDS[list]}: \`${pattern}\`.`,
    `${FILE} ${NAMES[list]}`,
  ])

export const DANGEROUS: Section = {
  title: 'Dangerous allow rules',
  statements: [
    ...rows('everywhere'),
    ...rows('unix'),
    ...rows('internal'),
    ...rows('powershell'),
    ['S-871', 'Entering auto mode takes dangerous allow rules out.', 'src/rules/book.ts compiledFor'],
    ['S-872', 'Of Bash.', `${FILE} dangerReason`, stricter('and every rule that is wider than one of these lists')],
    ['S-873', 'Of PowerShell.', `${FILE} dangerReason`],
    ['S-874', 'Of Agent.', `${FILE} dangerReason`, stricter('and of Monitor, which runs commands too')],
    ['S-875', 'Leaving auto mode brings them back.', 'src/rules/book.ts compiledFor'],
    [
      'S-876',
      "One list counts for the maker's own people only.",
      `${FILE} INTERNAL`,
      another('for whoever sets `stripInternal`'),
    ],
  ],
}
