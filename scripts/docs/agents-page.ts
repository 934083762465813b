import {
  HOST_PROMISES,
  type HookCoverage,
  type PromiseName,
  type PromiseStatus,
  TOOL_KINDS,
  type ToolKind,
} from '../../src/integrations/promises.ts'
import { HOSTS } from '../../src/integrations/registry.ts'
import { type Page, sentenceOf, table } from './markdown.ts'

const hosts = await Promise.all(
  HOSTS.map(async ({ id, title, integration }) => ({ ...(await integration()), id, title })),
)
const clients = hosts.flatMap(({ id, title, askedAbout }) => (askedAbout ? [{ id, title, askedAbout }] : []))
const typedHosts = hosts.flatMap(({ id, title, typedProof }) => (typedProof ? [{ id, title, ...typedProof }] : []))
const promises = Object.entries(HOST_PROMISES) as [PromiseName, string][]
const kinds = Object.entries(TOOL_KINDS) as [ToolKind, string][]

function kept(promise: PromiseStatus): string {
  if (promise === 'kept') return 'Yes'
  return 'since' in promise ? `${promise.since}+` : '**No**'
}

function asked(about: HookCoverage): string {
  if (about === 'asked') return 'Yes'
  return about === 'no such tool' ? '–' : '**No**'
}

/** What one agent doesn't do, each with what happens instead. */
function gapsOf({ promises: own, askedAbout }: (typeof hosts)[number]): readonly string[] {
  const broken = promises.flatMap(([name, words]) => {
    const status = own[name]
    return typeof status === 'object' && 'broken' in status ? [`- **${words}**: no. ${sentenceOf(status.broken)}.`] : []
  })
  const unasked = kinds.flatMap(([kind, words]) => {
    const about = askedAbout?.[kind]
    return typeof about === 'object' ? [`- **${words}**: the hook isn't asked. ${sentenceOf(about.unasked)}.`] : []
  })
  return [...broken, ...unasked]
}

const gaps = hosts.map((host) => `### ${sentenceOf(host.title)}\n\n${gapsOf(host).join('\n')}\n`).join('\n')

const screenRows = hosts.flatMap(({ title, screen, promises: own }) =>
  screen
    ? [
        [
          title,
          screen.whole,
          screen.times,
          screen.lasts,
          screen.subAgents,
          [own.showsPerson, own.recordsWhoTyped].every((promise) => promise === 'kept')
            ? 'Yes, once you were shown the stop'
            : '**No**: `irongate approve 3`',
        ],
      ]
    : [],
)

const typedRows = typedHosts.map(({ title, file, pasted, unproved }) => [title, `\`${file}\``, pasted, unproved])

export const AGENTS_PAGE: Page = [
  'docs/agents/README.md',
  `<!-- Generated from src/integrations. -->

# Agents

Read this page to choose an agent, or to know what Irongate can do in yours. Each agent has a page with install steps and its own limits:
[Claude Code](claude-code.md), [Codex](codex.md), [Gemini CLI](gemini-cli.md), [Qwen Code](qwen-code.md), [Copilot CLI](copilot-cli.md),
[OpenCode](opencode.md). Use [your own agent](your-own.md) with Irongate, or [add one](../new-agent.md) for everybody.

A gate is only as good as its place in the agent. Where an agent falls short, Irongate does what it can: an ask that nobody can be shown
becomes a denial with a way to approve it, every fault of the hook exits with the status that blocks, and \`irongate doctor\` looks for
what it can't prevent. \`npm run test:hosts\` holds all tables on this page against the real agents.

## What each agent guarantees

${table(
  ['', ...hosts.map(({ title }) => sentenceOf(title))],
  promises.map(([name, words]) => [words, ...hosts.map(({ promises: own }) => kept(own[name]))]),
)}

## Which calls reach the hook

"–": the agent has no such tool.

${table(
  ['', ...clients.map(({ title }) => title)],
  kinds.map(([kind, words]) => [words, ...clients.map(({ askedAbout }) => asked(askedAbout[kind]))]),
)}

## Where it's no, and what happens

${gaps}
## What you see of a stopped call

What would happen and the reply that allows it come first. A reply such as \`allow 3\` counts only for a stop that you were shown in
Irongate's own words: an agent could describe number 3 any way it likes. Qwen Code shows Irongate's question in YOLO mode. In its other modes it
would replace it with its own, so such a call is denied with a number.

${table(['', 'What you see', 'How often', 'How long', "Sub-agents' stops", '`allow 3` counts'], screenRows)}

## Whose words count

Only what you typed can allow something. A prompt counts as yours if the agent itself started the hook, no other agent started the
agent, and a file of the agent shows that you entered the text. What can't be proved can still forbid. The tests send each of these to the real
agent with an order to delete a folder, and check whether the folder is still there. [Claude Code](claude-code.md#which-words-count-as-yours)
has its own table.

| ${typedHosts.map(({ title }) => title).join(', ')} | Counts as yours |
|---|---|
| What you type in its window, also while the agent works | Yes |
| What you type after its name in your shell | Yes |
| A file that you attach (\`@notes.txt\`), a project's own \`/command\` | **No** |
| What you pipe into it next to a prompt | **No** |
| What you only pipe into it; a script or a job without a terminal | Only with \`"hosts": { "${typedHosts[0]?.id}": { "prompts": "script" } }\`, by the agent's id |

${table(['', 'What proves a typed prompt', 'Pasted text', "Not proved, so it can't allow"], typedRows)}
`,
]

/** How a hook can die. What its own program does is the launcher's to answer, and blocks everywhere. */
const DEATHS: readonly (readonly [PromiseName, string])[] = [
  ['blocksOnCrash', 'crashes or is killed'],
  ['blocksOnMissing', 'is missing'],
  ['blocksOnTimeout', 'times out'],
  ['blocksOnGarbage', 'prints garbage'],
]

function afterDeath(promise: PromiseStatus, isAgent: boolean): string {
  if (promise === 'kept') return 'Blocked'
  if ('since' in promise) return `Blocked from ${promise.since} on`
  return isAgent ? '**Runs**' : 'Your program decides'
}

/** What happens to a call when the hook dies, agent by agent. */
export const DEATH_TABLE = table(
  ['The call, if the hook', ...DEATHS.map(([, words]) => words)],
  hosts.map(({ title, promises: own, askedAbout }) => [
    sentenceOf(title),
    ...DEATHS.map(([name]) => afterDeath(own[name], askedAbout !== undefined)),
  ]),
)
