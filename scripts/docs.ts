import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { programFor, programNames } from '../src/analysis/interpret/registry.ts'
import type { Example } from '../src/categories/category.ts'
import { EXAMPLES } from '../src/categories/examples.ts'
import { CATEGORIES } from '../src/categories/index.ts'
import { EXCEPTIONS } from '../src/exceptions/index.ts'
import {
  HOST_PROMISES,
  type HookCoverage,
  type PromiseName,
  type PromiseStatus,
  TOOL_KINDS,
  type ToolKind,
} from '../src/integrations/promises.ts'
import { HOSTS } from '../src/integrations/registry.ts'
import { describeProgram, type ProgramDescription } from '../src/knowledge/programs/program-descriptions.ts'
import { registerPrograms } from '../src/knowledge/programs/register-programs.ts'
import { BUILTIN_TEXTS } from '../src/settings/load.ts'
import { createPresets, type Preset } from '../src/settings/presets.ts'

/** Writes the generated pages; with --check only tells whether they are current. */
const pages = new Map<string, string>()

function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`'
  return `${fence}${fence === '``' ? ' ' : ''}${text.replaceAll('\n', ' ⏎ ')}${fence === '``' ? ' ' : ''}${fence}`
}

function shown({ call, note, user }: Example): string {
  const { command } = call.input
  const text = typeof command === 'string' ? code(command) : `${call.tool} ${code(JSON.stringify(call.input))}`
  const said = user && user.length > 0 ? `, after the person said “${user.join(' / ')}”` : ''
  return `- ${text}${said}${note === undefined ? '' : `: ${note}`}`
}

for (const { id, title, summary, policy, clears, hard } of CATEGORIES) {
  const examples = EXAMPLES.get(id)
  const strength = hard ? 'Hard: nothing a user says clears it.' : `Clears when: ${clears}`
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
  `<!-- Generated from src/categories and src/exceptions. -->\n\n# What is blocked\n\n| category | what it covers | |\n|---|---|---|\n${categoryList}\n\n# What is excepted\n\n| exception | what it covers |\n|---|---|\n${exceptionList}\n`,
)

const hosts = await Promise.all(
  HOSTS.map(async ({ id, title, integration }) => ({ ...(await integration()), id, title })),
)

function kept(promise: PromiseStatus): string {
  if (promise === 'kept') return 'yes'
  return 'since' in promise ? `from ${promise.since} on` : `**no**: ${promise.broken.replaceAll('|', '\\|')}`
}

function asked(about: HookCoverage): string {
  if (about === 'asked') return 'yes'
  return about === 'no such tool' ? 'it has none' : `**no**: ${about.unasked.replaceAll('|', '\\|')}`
}

const askingHosts = hosts.flatMap(({ id, title, askedAbout }) => (askedAbout ? [{ id, title, askedAbout }] : []))
const askedRows = (Object.entries(TOOL_KINDS) as [ToolKind, string][]).map(
  ([kind, words]) => `| ${words} | ${askingHosts.map(({ askedAbout }) => asked(askedAbout[kind])).join(' | ')} |`,
)
const promiseRows = (Object.entries(HOST_PROMISES) as [PromiseName, string][]).map(
  ([name, words]) => `| ${words} | ${hosts.map(({ promises }) => kept(promises[name])).join(' | ')} |`,
)
const typedHosts = hosts.flatMap(({ id, title, typedProof }) => (typedProof ? [{ id, title, ...typedProof }] : []))
const screenRows = hosts.flatMap(({ title, screen, promises }) =>
  screen
    ? [
        `| ${title} | ${screen.whole} | ${screen.times} | ${screen.lasts} | ${screen.subAgents} | ${[promises.showsPerson, promises.recordsWhoTyped].every((promise) => promise === 'kept') ? 'yes, once you were shown the stop' : '**no**: `irongate approve 3`'} |`,
      ]
    : [],
)
const SCRIPT = (id: string) => `only with \`"hosts": { "${id}": { "prompts": "script" } }\``
const typedRows = [
  ['typed in its window, also while the agent works', typedHosts.map(({ file }) => `yes, by \`${file}\``)],
  ['typed behind its name in your shell', typedHosts.map(() => 'yes, by its command line')],
  ["a file that you attach (`@notes.txt`), a project's own `/command`", typedHosts.map(() => '**no**')],
  ['what you pipe into it', typedHosts.map(({ id }) => `**no**; alone: ${SCRIPT(id)}`)],
  ['what you paste', typedHosts.map(({ pasted }) => pasted)],
  ['a script or a job without a terminal', typedHosts.map(({ id }) => SCRIPT(id))],
  ['not proved, so it allows nothing', typedHosts.map(({ unproved }) => unproved)],
].map(
  ([words, cells]) =>
    `| ${words} | ${(cells as readonly string[]).map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
)
pages.set(
  'docs/agents/README.md',
  `<!-- Generated from src/integrations. -->

# Which agent keeps which promise

The gate can only be as good as the place it is given. This is what each agent does by itself; where one does not keep a promise, the gate
does what it can: an ask that nobody can be shown is a denial with the way to approve it, every fault of the hook ends in the status
that blocks, and \`irongate doctor\` looks for what it cannot prevent.

| | ${hosts.map(({ id, title }) => `${title} (\`${id}\`)`).join(' | ')} |
|---|${hosts.map(() => '---|').join('')}
${promiseRows.join('\n')}

# Which calls come to the hook

Each of these was called in the real agent, and the hook was there or was not: \`npm run test:hosts\` holds both tables against the clients.

| | ${askingHosts.map(({ id, title }) => `${title} (\`${id}\`)`).join(' | ')} |
|---|${askingHosts.map(() => '---|').join('')}
${askedRows.join('\n')}

# What you see of a stopped call

What would happen and the reply that allows it come first. A reply such as \`allow 3\` counts only for a stop that you were shown in the gate's own words:
an agent could describe number 3 as it likes. Qwen Code shows the gate's question in its YOLO mode; in the others it would ask one of its own in its
place, so such a call is denied with a number. \`npm run test:hosts\` looks at the screen.

| | whole | how often | how long | sub-agents' stops | \`allow 3\` counts |
|---|---|---|---|---|---|
${screenRows.join('\n')}

# Whose words count

Only what you typed can allow something. A prompt counts as yours when the agent itself started the hook, no other agent started the agent, and a file
of the agent's own shows that you entered the text. What cannot be proved can still forbid. The tests send each of these to the real agent with an order to delete
a folder in it, and look whether the folder is still there.

| | ${typedHosts.map(({ id, title }) => `${title} (\`${id}\`)`).join(' | ')} |
|---|${typedHosts.map(() => '---|').join('')}
${typedRows.join('\n')}

[Another agent](new-host.md) tells how to add one.
`,
)

/** How a hook can die, in the words of the first page. What its own program does is the launcher's to answer, and blocks everywhere. */
const DEATHS: readonly (readonly [PromiseName, string])[] = [
  ['blocksOnCrash', 'crashes or is killed'],
  ['blocksOnMissing', 'is gone'],
  ['blocksOnTimeout', 'runs out of time'],
  ['blocksOnGarbage', 'prints what cannot be read'],
]

function afterDeath(promise: PromiseStatus, isAgent: boolean): string {
  if (promise === 'kept') return 'blocked'
  if ('since' in promise) return `blocked from ${promise.since} on`
  return isAgent ? '**runs**' : 'your program decides'
}

const deathRows = hosts.map(
  ({ title, promises, askedAbout }) =>
    `| ${title} | ${DEATHS.map(([name]) => afterDeath(promises[name], askedAbout !== undefined)).join(' | ')} |`,
)
pages.set(
  'docs/security.md',
  withPart('docs/security.md', [
    `| the call, when the hook | ${DEATHS.map(([, words]) => words).join(' | ')} |`,
    `|---|${DEATHS.map(() => '---|').join('')}`,
    ...deathRows,
  ]),
)

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
  return `## ${name}\n\n${summary}\n\n| setting | value | why |\n|---|---|---|\n${lines.join('\n')}\n`
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

\`"preset": "strict"\` in your own or the managed settings stands for a list of plain settings. Whatever else you write goes before it: a value
replaces the preset's, a list of \`autoMode\` replaces its list, and an allow rule with the same text takes an ask rule of the preset away.
None of them takes a hard category away. A project may only tighten, so its files can only ask for \`strict\`. A name that is none of these
closes the gate like a broken file. \`irongate settings\` shows which value comes from where.

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
      ? [`| names | changes or shows something | passes |\n|---|---|---|\n${specs.join('\n')}\n`]
      : []),
    ...(byHand.length > 0 ? [`Readers written by hand: ${byHand.join(', ')}\n`] : []),
  ].join('\n')
}

const familiesOfCards = Map.groupBy(programCards(), (card) => ('family' in card ? card.family : undefined) ?? '')
pages.set(
  'docs/programs.md',
  `<!-- Generated from src/knowledge/programs. -->

# Which programs are known

What a program does is known by a spec (data, one interpreter for all), by a reader written by hand where a spec cannot say it, or by its
words alone: verbs, shapes of words and names of options serve every program that is not listed here, and every form of one that its
spec does not list. \`irongate programs <name>\` shows all that is known of one, with its options and how its examples are judged now.
[A new program](new-program.md) tells how to add one. A name is not listed where its words alone already lead to the same answers.

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
if (stale > 0 && process.argv.includes('--check')) process.exitCode = 1

function current(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
