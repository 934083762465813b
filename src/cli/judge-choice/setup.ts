import { readPolicy } from '../../integrations/policy.ts'
import { readModelSettings } from '../../judge/model/settings.ts'
import type { JudgeChoice, ProbePlace } from '../../judge/model/transports/choice.ts'
import { findJudgeChoices } from '../../judge/model/transports/choices.ts'
import { refusesAgent } from '../command-args.ts'
import { EXIT, type Io } from '../io.ts'
import { askTerminal, THIS_PERSON } from '../typing-person.ts'
import { choiceLines, takeChoice } from './choose.ts'

export interface SetupOptions {
  readonly home: string
  /** A transport, or `offline`; asked for where it is left out. */
  readonly use?: string | undefined
  readonly json: boolean
  /** Said beforehand: what it costs is known. */
  readonly yes: boolean
  /** Where local servers are looked for. */
  readonly servers?: ProbePlace['servers']
}

/** `irongate judge setup`: shows what is there, and makes one of it the judge after a real check. */
export async function setUpJudge({ home, use, json, yes, servers }: SetupOptions, io: Io): Promise<number> {
  const person = io.person ?? THIS_PERSON
  if (!json && refusesAgent(person, io, 'judge setup')) return EXIT.deny
  const found = await findJudgeChoices({ home, path: process.env['PATH'] ?? '', ...(servers && { servers }) })
  const choices = [...configuredKeys(home), ...found]
  if (json) {
    io.out(`${JSON.stringify({ choices }, null, 2)}\n`)
    return 0
  }
  io.out(choiceLines(choices, io))
  const wanted = use ?? askTerminal(`Which one? [1-${choices.length + 1}] `)
  const choice = chosenFrom(choices, wanted)
  if (choice === undefined) {
    io.error(
      wanted === undefined
        ? 'irongate judge setup: there is no terminal to ask you in; name one with --use.\n'
        : 'irongate judge setup: nothing was chosen, and nothing changed.\n',
    )
    return EXIT.deny
  }
  if (choice === 'offline') return takeChoice(undefined, home, io)
  // A plan is used by other work as well: nobody should find it used up by surprise.
  if (choice.billing === 'plan' && !yes && !isYes(askTerminal(`${choice.terms} Use it? [y/N] `))) {
    io.error('irongate judge setup: nothing was chosen, and nothing changed. --yes says it beforehand.\n')
    return EXIT.deny
  }
  return takeChoice(choice, home, io)
}

/** Keys that a person has set already come first: they chose them. */
function configuredKeys(home: string): readonly JudgeChoice[] {
  const { apiKey, apiKeyCommand, baseUrl, model, extra } = readPolicy({ home, cwd: home }).judge
  const read = readModelSettings({ kind: 'chain', mode: 'both', ironGate: 'closed', extra })
  const openai = 'settings' in read ? read.settings.openai : undefined
  const terms = 'Each check is paid for with that key.'
  const kept = { ...(baseUrl !== undefined && { baseUrl }), ...(model !== undefined && { model }) }
  const messages: JudgeChoice[] =
    apiKey === undefined && apiKeyCommand === undefined
      ? []
      : [
          {
            transport: 'messages',
            title: `The key in your settings, for ${baseUrl ?? 'Anthropic'}`,
            billing: 'metered',
            terms,
            settings: { transports: ['messages'], ...kept },
          },
        ]
  if (openai?.apiKey === undefined && openai?.apiKeyCommand === undefined) return messages
  const title = `The key in your settings, for ${openai.baseUrl}`
  return [
    ...messages,
    { transport: 'openai', title, billing: 'metered', terms, settings: { transports: ['openai'], ...kept } },
  ]
}

function isYes(reply: string | undefined): boolean {
  return /^y(?:es)?$/i.test(reply ?? '')
}

/** By its number, its transport or `offline`. */
export function chosenFrom(
  choices: readonly JudgeChoice[],
  wanted: string | undefined,
): JudgeChoice | 'offline' | undefined {
  if (wanted === 'offline' || wanted === String(choices.length + 1)) return 'offline'
  return choices.find(({ transport }, at) => wanted === String(at + 1) || wanted === transport)
}
