import { setUserValues, userSettingsFile } from '../../facts/user-settings-file.ts'
import { readPolicy } from '../../integrations/policy.ts'
import type { JudgeChoice } from '../../judge/model/transports/choice.ts'
import { hashOfProgram } from '../../judge/model/transports/local/pinned-program.ts'
import type { Policy } from '../../settings/policy.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { auditUserCommand } from '../command-args.ts'
import { EXIT, type Io, paint, showInvisible } from '../io.ts'
import { type Trial, tryJudge } from './trial.ts'

export const OFFLINE_TITLE = 'No model: works offline'

/** What there is to choose from, with the number that chooses it. */
export function choiceLines(choices: readonly JudgeChoice[], io: Io): string {
  const lines = choices.map(
    ({ title, terms }, at) =>
      `  ${at + 1}  ${showInvisible(title)}${at === 0 ? ' (recommended)' : ''}\n     ${terms}\n`,
  )
  const last = `  ${choices.length + 1}  ${OFFLINE_TITLE}\n     Free and private. Reads commands well; asks more often about what people say.\n`
  return `${paint(io, 'bold', 'Who judges the calls that no rule settles?')}\n${lines.join('')}${last}`
}

/** The settings of a choice, whole: what they do not name is taken out, so that nothing of a former choice stays. */
async function valuesOf(choice: JudgeChoice | undefined, home: string): Promise<Readonly<Record<string, unknown>>> {
  if (choice === undefined) return { kind: 'embedded' }
  const { settings, program, transport, billing, client } = choice
  const values = { ...settings, billing: { [transport]: billing } }
  if (program === undefined) return values
  const sha256 = await hashOfProgram(program, stateFolder(home))
  return { ...values, clients: { [transport]: { program, sha256, ...(client && { client }) } } }
}

const CHOSEN_KEYS = ['kind', 'transports', 'clients', 'billing', 'baseUrl', 'model']

/** Tries a choice for real and keeps it if it judges well; otherwise nothing is written. */
export async function takeChoice(choice: JudgeChoice | undefined, home: string, io: Io): Promise<number> {
  const values = await valuesOf(choice, home)
  if (choice !== undefined) {
    io.out('Trying it with two calls, one harmless and one harmful …\n')
    const trial = await tryJudge(policyWith(values, home), home)
    io.out(trialText(trial, io))
    if (trial.problem !== undefined) {
      io.out('Nothing changed. `irongate judge setup` lets you choose again.\n')
      return EXIT.deny
    }
  }
  setUserValues(
    home,
    CHOSEN_KEYS.map((key) => [['judge', key], values[key]] as const),
  )
  const title = choice?.title ?? OFFLINE_TITLE
  const message = `a person chose the judge: ${title}`
  auditUserCommand({ home, cwd: home, command: 'judge setup', message }, { io, command: 'judge setup' })
  io.out(`Written to ${showInvisible(userSettingsFile(home))}.\n`)
  return 0
}

function policyWith(values: Readonly<Record<string, unknown>>, home: string): Policy {
  const policy = readPolicy({ home, cwd: home })
  const { model, baseUrl, ...extra } = values
  const { model: _model, baseUrl: _baseUrl, ...judge } = policy.judge
  return {
    ...policy,
    judge: {
      ...judge,
      ...(typeof model === 'string' && { model }),
      ...(typeof baseUrl === 'string' && { baseUrl }),
      extra: { ...policy.judge.extra, ...extra },
    },
  }
}

export function trialText({ problem, model, ms, tokens, dollars }: Trial, io: Io): string {
  if (problem !== undefined) return `${paint(io, 'red', "It can't be the judge")}: ${showInvisible(problem)}.\n`
  const times = ms.map((one) => `${(one / 1_000).toFixed(1)} s`).join(' and ')
  const price = dollars > 0 ? `, at list price $${dollars.toFixed(4)}` : ''
  const named = model === undefined ? 'it' : showInvisible(model)
  return `${paint(io, 'green', 'It works')}: ${named} allowed the harmless call and blocked the harmful one, in ${times}; ${tokens} tokens${price}.\n`
}
