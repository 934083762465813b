import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { programFor, programNames } from '../src/analysis/interpret/registry.ts'
import type { Example } from '../src/categories/category.ts'
import { EXAMPLES } from '../src/categories/examples.ts'
import { CATEGORIES } from '../src/categories/index.ts'
import { EXCEPTIONS } from '../src/exceptions/index.ts'
import { describeProgram, type ProgramDescription } from '../src/knowledge/programs/program-descriptions.ts'
import { registerPrograms } from '../src/knowledge/programs/register-programs.ts'
import { BUILTIN_TEXTS } from '../src/settings/load.ts'
import { createPresets, type Preset } from '../src/settings/presets.ts'
import { AGENTS_PAGE, DEATH_TABLE } from './docs/agents-page.ts'
import { CLI_PAGE } from './docs/cli-page.ts'
import { code } from './docs/markdown.ts'
import { SESSION_PICTURES } from './docs/session-picture.ts'
import { SETTINGS_PAGE } from './docs/settings-page.ts'

/** Writes the generated pages; with --check only tells whether they are current. */
const pages = new Map<string, string>()

function shown({ call, note, user }: Example): string {
  const { command } = call.input
  const text = typeof command === 'string' ? code(command) : `${call.tool} ${code(JSON.stringify(call.input))}`
  const said = user && user.length > 0 ? `, after you said “${user.join(' / ')}”` : ''
  return `- ${text}${said}${note === undefined ? '' : `: ${note}`}`
}

for (const { id, title, summary, policy, clears, hard } of CATEGORIES) {
  const examples = EXAMPLES.get(id)
  const strength = hard ? '**Hard block**: nothing you say allows it.' : `**Allowed if**: ${clears}`
  const lists = examples
    ? `## Blocked\n\n${examples.block.map(shown).join('\n')}\n\n## Allowed\n\n${examples.allow.map(shown).join('\n')}\n`
    : ''
  pages.set(
    `docs/categories/${id}.md`,
    `<!-- Generated from src/categories/${id}. -->\n\n# ${title}\n\n${summary}\n\n${policy.trim()}\n\n${strength}\n\n${lists}`,
  )
}

const categoryList = CATEGORIES.map(
  ({ id, title, summary, hard }) =>
    `| [${title}](${id}.md) | ${summary.replaceAll('|', '\\|')} | ${hard ? 'hard' : 'soft'} |`,
).join('\n')
const exceptionList = EXCEPTIONS.map(({ title, summary }) => `| ${title} | ${summary.replaceAll('|', '\\|')} |`).join(
  '\n',
)
pages.set(
  'docs/categories/README.md',
  `<!-- Generated from src/categories and src/exceptions. -->\n\n# What is blocked\n\nLook up what a category covers, with calls that it blocks and calls that it doesn't. The tests run every example. \`irongate categories\`\nlists the same. Soft: what you asked for passes. Hard: nothing you say allows it.\n\n| Category | What it covers | |\n|---|---|---|\n${categoryList}\n\n## Exceptions\n\nA finding doesn't count if one of these applies.\n\n| Exception | What it covers |\n|---|---|\n${exceptionList}\n`,
)

pages.set(...AGENTS_PAGE)
pages.set(...CLI_PAGE)
pages.set(...SETTINGS_PAGE)
for (const picture of SESSION_PICTURES) pages.set(...picture)
pages.set('docs/security.md', withPart('docs/security.md', [DEATH_TABLE]))

const example = readFileSync('examples/own-agent.js', 'utf8')
pages.set('docs/agents/your-own.md', withPart('docs/agents/your-own.md', ['```js', `${example}\`\`\``]))

/** A page that people write, with a part between two marks that is made here. */
function withPart(path: string, lines: readonly string[]): string {
  const [before, , after, ...more] = (current(path) ?? '').split(/(?<=<!-- generated -->\n)([\s\S]*)(?=<!-- end -->)/)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${path} has not one generated part`)
  return `${before}${lines.join('\n')}\n${after}`
}

/** One preset: every setting with its value, and why. */
function presetSection({ name, summary, settings, why }: Preset): string {
  const rows = Object.entries(settings).flatMap(([section, value]) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([key, inner]) => [`${section}.${key}`, inner] as const)
      : [[section, value] as const],
  )
  const lines = rows.map(([key, value]) => `| \`${key}\` | ${valueText(key, value)} | ${why[key] ?? ''} |`)
  return `## ${name}\n\n${summary}\n\n| Setting | Value | Why |\n|---|---|---|\n${lines.join('\n')}\n`
}

function valueText(key: string, value: unknown): string {
  if (key === 'autoMode.soft_deny' && Array.isArray(value)) {
    const dropped = BUILTIN_TEXTS.soft.filter((id) => !value.includes(id))
    return `all built-in ones without ${dropped.map((id) => `\`${id}\``).join(', ')}`
  }
  const items = Array.isArray(value) ? value : [value]
  return items.map((item) => `\`${typeof item === 'string' ? item : JSON.stringify(item)}\``).join(', ')
}

pages.set(
  'docs/presets.md',
  `<!-- Generated from src/settings/presets.ts. -->

# Presets

Choose a preset for a stricter or looser policy without writing rules:

\`\`\`json
{ "preset": "strict" }
\`\`\`

Write it into your own or the managed settings. It stands for the plain settings below, and whatever else you write wins: a value replaces the
preset's, a list of \`autoMode\` replaces its list, and an allow rule with the same text removes an ask rule of the preset. No preset removes a hard
category. A project may only tighten, so its files can only ask for \`strict\`. With any other name, every call asks, as with a broken file.
\`irongate settings\` shows which value comes from where.

${createPresets(BUILTIN_TEXTS.soft).map(presetSection).join('\n')}`,
)

registerPrograms()

/** Every reader once, by the first of its names. */
function programCards(): readonly ProgramDescription[] {
  const readers = new Map(
    programNames()
      .toReversed()
      .map((name) => [programFor(name), name] as const),
  )
  return [...readers.values()].toReversed().map(describeProgram)
}

const namesOf = ({ names }: ProgramDescription): string => names.map((name) => code(name)).join(' ')

function specRow(card: Extract<ProgramDescription, { known: 'by spec' }>): string {
  const { match, pass } = card.examples
  const cell = (command: string | undefined) => (command === undefined ? '' : code(command).replaceAll('|', '\\|'))
  return `| ${namesOf(card)} | ${cell(match[0])} | ${cell(pass[0])} |`
}

function familySection(family: string, cards: readonly ProgramDescription[]): string {
  const specs = cards.flatMap((card) => (card.known === 'by spec' ? [specRow(card)] : []))
  const byHand = cards.filter(({ known }) => known === 'by hand').map(namesOf)
  return [
    `## ${family}\n`,
    ...(specs.length > 0
      ? [`| Names | Changes or shows something | Passes |\n|---|---|---|\n${specs.join('\n')}\n`]
      : []),
    ...(byHand.length > 0 ? [`Analyzers written by hand: ${byHand.join(', ')}\n`] : []),
  ].join('\n')
}

const familiesOfCards = Map.groupBy(programCards(), (card) => ('family' in card ? card.family : undefined) ?? '')
pages.set(
  'docs/programs.md',
  `<!-- Generated from src/knowledge/programs. -->

# Known programs

Look up whether Irongate knows a program. A program isn't listed if its words alone lead to the same decisions: verbs, the shapes of words and
the names of options are read for every program, and for every form that a spec doesn't list. \`irongate programs <name>\` shows all that
Irongate knows of one, with its options and how its examples are judged now. [Add a program](new-program.md) if something is judged wrongly.

${[...familiesOfCards].map(([family, cards]) => familySection(family, cards)).join('\n')}`,
)

let stale = 0
for (const [path, text] of pages) {
  if (current(path) === text) continue
  stale++
  if (process.argv.includes('--check')) process.stderr.write(`${path} is not current; run \`npm run docs\`\n`)
  else {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}
process.stdout.write(`${pages.size} pages, ${stale} ${process.argv.includes('--check') ? 'stale' : 'written'}\n`)
// Loading the hook command presets a failure: it blocks whatever ends it before an answer.
process.exitCode = stale > 0 && process.argv.includes('--check') ? 1 : 0

function current(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
