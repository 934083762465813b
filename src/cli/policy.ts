import { CATEGORIES } from '../categories/index.ts'
import { EXCEPTIONS } from '../exceptions/index.ts'
import { hostFacts } from '../facts/host.ts'
import { readPolicy } from '../integrations/policy.ts'
import { entriesNeedingModel } from '../judge/embedded/findings.ts'
import { transportFor } from '../judge/model/assemble.ts'
import { requestCritique } from '../judge/model/critique.ts'
import { capabilitiesOf, chooseModel, UNNAMED_MODEL } from '../judge/model/models.ts'
import { readModelSettings } from '../judge/model/settings.ts'
import { critiqueSentences, type Remark, SENTENCE_LISTS, type SentenceList } from '../settings/critique.ts'
import { BUILTIN_TEXTS } from '../settings/load.ts'
import type { AutoMode, Policy } from '../settings/policy.ts'
import { PLACE_OPTIONS, readArgs } from './command-args.ts'
import { agentHomeDirectory } from './home.ts'
import { type Io, paint, showInvisible, UsageError } from './io.ts'
import { formatOrigin } from './settings-output.ts'
import { ENVIRONMENT_HELP, terminalJudgeEdge } from './terminal-judge-edge.ts'
import { directoryFrom } from './working-directory.ts'

export const HELP = `Usage: irongate policy defaults [--label PREFIX]
       irongate policy config [--cwd DIR]
       irongate policy critique [--cwd DIR] [--model MODEL] [--offline] [--json]

What auto mode blocks and excepts, as the lists of \`autoMode\` in settings.

  defaults   the built-in rules as JSON; --label shows those whose id or title begins so. In settings the id alone stands for
             one of them, and "$defaults" for all of a list
  config     the rules in force here: the built-in ones that are left, and the sentences of people's own
  critique   what is unclear, too wide or without effect in sentences of people's own; with a key a model is asked, too
             (it is sent these sentences and nothing else), unless --offline is given

Examples:
  irongate policy defaults --label git
  irongate policy critique --offline

${ENVIRONMENT_HELP}`

type Lists = Readonly<Record<SentenceList, readonly string[]>>

const OPTIONS = {
  ...PLACE_OPTIONS,
  label: { type: 'string' },
  model: { type: 'string' },
  offline: { type: 'boolean', default: false },
} as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readArgs(args, OPTIONS)
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const [word, ...more] = positionals
  if (more.length > 0) throw new UsageError(`one of defaults, config and critique\n\n${HELP}`)
  if (word === 'defaults') {
    io.out(formatJson(filterByLabel(listsOf({ ...EMPTY_LISTS, ...BUILT_IN }), values.label)))
    return 0
  }
  if (word !== 'config' && word !== 'critique') throw new UsageError(`say defaults, config or critique\n\n${HELP}`)
  const home = values.home ?? agentHomeDirectory()
  const policy = readPolicy({ home, cwd: hostFacts({ cwd: directoryFrom(values.cwd), home }).projectRoot })
  if (word === 'config') {
    io.out(formatJson(listsOf(policy.autoMode)))
    return policy.broken.length > 0 ? 1 : 0
  }
  const remarks = critiqueSentences(policy, entriesNeedingModel(policy))
  const opinion = values.offline ? undefined : await askModelOpinion(policy, home, values.model)
  if (values.json) io.out(formatJson({ remarks, ...(opinion && { model: opinion }) }))
  else io.out(`${remarksText(policy, remarks, io)}${opinion === undefined ? '' : opinionText(opinion, io)}`)
  return 0
}

const EMPTY_LISTS = { allow: [], softDeny: [], hardDeny: [], environment: [] } as const
const BUILT_IN = { categories: BUILTIN_TEXTS, exceptions: BUILTIN_TEXTS.exceptions }

/** The rules in force as four lists: built-in ones first, each as one sentence that begins with its id. */
function listsOf(
  autoMode: Pick<AutoMode, 'allow' | 'softDeny' | 'hardDeny' | 'environment' | 'exceptions' | 'categories'>,
): Lists {
  const { categories, exceptions } = autoMode
  const blocks = (ids: readonly string[]) =>
    CATEGORIES.filter(({ id }) => ids.includes(id)).map(({ id, title, policy, clears }) =>
      sectionText(id, title, `${policy}${categories.hard.includes(id) ? '' : ` Allowed when: ${clears}`}`),
    )
  const excepts = EXCEPTIONS.filter(({ id }) => exceptions.includes(id))
  const texts = (key: (typeof SENTENCE_LISTS)[number][1]) => autoMode[key].map(({ text }) => text)
  return {
    environment: texts('environment'),
    hard_deny: [...blocks(categories.hard), ...texts('hardDeny')],
    soft_deny: [...blocks(categories.soft), ...texts('softDeny')],
    allow: [...excepts.map(({ id, title, policy }) => sectionText(id, title, policy)), ...texts('allow')],
  }
}

function sectionText(id: string, title: string, text: string): string {
  return `${id} (${title}): ${text.replace(/\s+/g, ' ').trim()}`
}

function filterByLabel(lists: Lists, label: string | undefined): Lists | Partial<Lists> {
  if (label === undefined) return lists
  const wanted = label.toLowerCase()
  const fits = (text: string) =>
    /^([a-z-]+) \((.*?)\): /
      .exec(text)
      ?.slice(1)
      .some((name) => name.toLowerCase().startsWith(wanted))
  return Object.fromEntries(
    Object.entries(lists).map(([list, entries]) => [list, entries.filter((text) => fits(text) === true)]),
  )
}

function formatJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}

type Opinion = { readonly by: string; readonly text: string } | { readonly none: string }

/** What a model says of people's own sentences. Nothing is sent where there are none. */
async function askModelOpinion(policy: Policy, home: string, named: string | undefined): Promise<Opinion | undefined> {
  const lists = Object.fromEntries(
    SENTENCE_LISTS.map(([list, key]) => [list, policy.autoMode[key].map(({ text }) => text)]),
  )
  if (Object.values(lists).every((entries) => entries.length === 0)) return undefined
  const read = readModelSettings(policy.judge)
  if ('problem' in read) return { none: read.problem }
  const { settings } = read
  const edge = terminalJudgeEdge(home)
  const transport = transportFor(policy, edge)
  const connection = await transport.connect(settings)
  if ('cause' in connection) return { none: connection.reason }
  const { deadlineMs } = settings
  const model = named ?? chooseModel({ override: edge.model, ...transport.models(settings) })
  if (model === undefined) return { none: UNNAMED_MODEL }
  const capabilities = capabilitiesOf(model, settings.models)
  const said = await requestCritique(connection.client, { lists, model, capabilities, deadlineMs })
  return 'none' in said ? said : { by: model, text: said.text }
}

function remarksText({ autoMode }: Policy, remarks: readonly Remark[], io: Io): string {
  const own = SENTENCE_LISTS.reduce((sum, [, key]) => sum + autoMode[key].length, 0)
  if (own === 0 && remarks.length === 0)
    return 'Only the built-in rules are in force: nothing of your own to look at. `irongate policy defaults` shows them.\n'
  if (remarks.length === 0) return `${own} of your own: nothing to object.\n`
  return remarks
    .map(({ list, text, says, source }) => {
      const head = text === '' ? `autoMode.${list}` : `autoMode.${list}: ${showInvisible(text.slice(0, 200))}`
      return `${paint(io, 'bold', head)}  [${showInvisible(formatOrigin(source))}]\n  ${showInvisible(says)}\n`
    })
    .join('')
}

function opinionText(opinion: Opinion, io: Io): string {
  if ('none' in opinion) return `\nNo model answered: ${showInvisible(opinion.none)}.\n`
  return `\n${paint(io, 'bold', `${showInvisible(opinion.by)} says`)}\n${opinion.text.split('\n').map(showInvisible).join('\n')}\n`
}
