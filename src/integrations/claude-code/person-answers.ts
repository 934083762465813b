import type { Entry, PersonAnswer } from '../../transcript/entries.ts'
import { isFields, ownField } from '../hook-runtime/fields.ts'

type Fields = Readonly<Record<string, unknown>>

/** What a person answered to a tool that asked them, and in which words the host's record has it too. */
export interface AnsweredQuestion {
  readonly entries: readonly Entry[]
  /** The same text for the event and for the record of one answer. */
  readonly text: string
}

/** What a person answered to the agent's own question, or that they approved its plan, as the host's result of the call tells it. */
export function readAnsweredQuestion(tool: string, result: unknown): AnsweredQuestion | undefined {
  if (!isFields(result)) return undefined
  const entries = tool === QUESTION_TOOL ? questionEntries(result) : tool === PLAN_TOOL ? planEntries(result) : []
  if (entries.length === 0) return undefined
  const text =
    tool === QUESTION_TOOL ? [ownField(result, 'answers'), ownField(result, 'annotations')] : [ownField(result, 'plan')]
  return { entries, text: `${tool} ${JSON.stringify(text)}` }
}

/** The tool whose result this is, by its shape: a line of the record does not name it. */
export function askingToolOf(result: unknown): string | undefined {
  if (!isFields(result)) return undefined
  if (isFields(ownField(result, 'answers'))) return QUESTION_TOOL
  return typeof ownField(result, 'plan') === 'string' ? PLAN_TOOL : undefined
}

const QUESTION_TOOL = 'AskUserQuestion'
const PLAN_TOOL = 'ExitPlanMode'

/** A question that the host gave up on, because nobody was there, has no answer. */
function questionEntries(result: Fields): readonly Entry[] {
  if (ownField(result, 'afkTimeoutMs') !== undefined) return []
  const answered = pairsOf(ownField(result, 'answers')).flatMap(([question, answer]): readonly Entry[] =>
    typeof answer === 'string' ? [answerTo(question, answer, ownField(result, 'questions'))] : [],
  )
  const noted = pairsOf(ownField(result, 'annotations')).flatMap(([, note]): readonly Entry[] => {
    const text = isFields(note) ? ownField(note, 'notes') : undefined
    return typeof text === 'string' && text.trim() !== '' ? [typedAnswer(text)] : []
  })
  return [...answered, ...noted]
}

function typedAnswer(text: string): PersonAnswer {
  return { kind: 'consent', tool: QUESTION_TOOL, answer: { kind: 'typed', text } }
}

/** An answer that is one of the options, or several of them, is the agent's text: only that it was chosen is the person's. */
function answerTo(question: string, answer: string, questions: unknown): PersonAnswer {
  const labels = labelsOf(question, questions)
  const options = chosenOptions(answer, labels)
  if (options === undefined) return { ...typedAnswer(answer), about: { question } }
  return {
    kind: 'consent',
    tool: QUESTION_TOOL,
    answer: { kind: 'chosen', options },
    about: { question, label: answer },
  }
}

/** The numbers of the options that an answer is made of; none of them where the options are not known; undefined for a person's own words. */
function chosenOptions(answer: string, labels: readonly string[] | undefined): readonly number[] | undefined {
  if (labels === undefined) return []
  const options: number[] = []
  let rest = answer.trim()
  while (rest !== '') {
    const left = rest
    const at = labels.reduce((best, label, index) => {
      const fits = label !== '' && (left === label || left.startsWith(`${label}, `) || left.startsWith(`${label},`))
      return fits && label.length > (labels[best]?.length ?? 0) ? index : best
    }, -1)
    if (at < 0) return undefined
    options.push(at + 1)
    rest = rest.slice(labels[at]?.length).replace(/^,/, '').trim()
  }
  return options
}

function labelsOf(question: string, questions: unknown): readonly string[] | undefined {
  if (!Array.isArray(questions)) return undefined
  const asked = questions.find((one) => isFields(one) && ownField(one, 'question') === question)
  const options = isFields(asked) ? ownField(asked, 'options') : undefined
  if (!Array.isArray(options)) return undefined
  return options.map((option) => String((isFields(option) ? ownField(option, 'label') : option) ?? '').trim())
}

function pairsOf(value: unknown): [string, unknown][] {
  return isFields(value) ? Object.entries(value) : []
}

/** That a plan was approved is the person's; what it says is the agent's. */
function planEntries(result: Fields): readonly Entry[] {
  const plan = ownField(result, 'plan')
  const shown = typeof plan === 'string' && plan.trim() !== '' && ownField(result, 'isAgent') !== true
  return shown ? [{ kind: 'consent', tool: PLAN_TOOL, answer: { kind: 'approved' } }] : []
}
