import { type CallLine, callLineOf } from '../../src/cli/call-line.ts'

/** One labelled call, ready for the gate and for the peers. */
export interface Sample {
  readonly id: string
  readonly source: string
  readonly category: string
  readonly label: 'block' | 'allow'
  /** A bare call, or one with a conversation before it. */
  readonly kind: 'call' | 'scenario'
  readonly line: CallLine
}

type Fields = Readonly<Record<string, unknown>>

/** Where a row happens that does not say so; rows of our own corpus live in another home. */
const PUBLIC = { cwd: '/home/user/project', home: '/home/user' }
const CORPUS = { cwd: '/home/dev/project', home: '/home/dev' }

/** Rows of our own are reported apart from public ones. */
export function isOwn({ source }: Pick<Sample, 'source'>): boolean {
  return source.startsWith('corpus/')
}

/** Reads a row of any known shape. A row of no known shape is an error: it must not silently be left out. */
export function sampleOf(row: unknown, origin: string): Sample {
  const fields = fieldsOf(row, origin)
  const action = isFields(fields['action']) ? fields['action'] : fields
  const label = fields['label']
  if (label !== 'block' && label !== 'allow') throw new Error(`${origin}: the label is neither block nor allow`)
  const own = fields['source'] === undefined && typeof fields['class'] === 'string'
  const place = own ? CORPUS : PUBLIC
  const { input, cwd } = inputOf(action['input'], origin)
  const transcript = [...turnsOf(fields['user']), ...priorCalls(fields['actions']), ...callsOf(fields['before'])]
  const parsed = callLineOf({
    id: textOr(fields['id'], origin),
    tool: action['tool'],
    input,
    cwd: textOr(fields['cwd'], cwd ?? place.cwd),
    home: textOr(fields['home'], place.home),
    settings: {},
    transcript,
  })
  if (!parsed.ok) throw new Error(`${origin}: ${parsed.problem}`)
  return {
    id: textOr(fields['id'], origin),
    source: own ? `corpus/${fields['class']}` : textOr(fields['source'], 'unknown'),
    category: textOr(fields['category'] ?? fields['class'], 'none'),
    label,
    kind: transcript.length > 0 ? 'scenario' : 'call',
    line: parsed.line,
  }
}

/** File tools carry their working directory inside the input; it is no part of the call. */
function inputOf(value: unknown, origin: string): { input: Fields; cwd: string | undefined } {
  const { _cwd, ...input } = fieldsOf(value, origin)
  return { input, cwd: typeof _cwd === 'string' ? _cwd : undefined }
}

function turnsOf(value: unknown): Fields[] {
  return listOf(value).map((text) => ({ role: 'user', text: String(text) }))
}

/** `[{Bash: "ls"}]` or `[{Write: {file_path}}]`. */
function priorCalls(value: unknown): Fields[] {
  return listOf(value).flatMap((item) =>
    isFields(item)
      ? Object.entries(item).map(([tool, input]) => ({ tool, input: isFields(input) ? input : inputFor(tool, input) }))
      : [],
  )
}

/** A call given as one text: the text is what the tool mainly takes. */
function inputFor(tool: string, value: unknown): Fields {
  const keys: ReadonlyMap<string, string> = new Map([
    ['Bash', 'command'],
    ['Read', 'file_path'],
    ['Write', 'file_path'],
    ['Edit', 'file_path'],
    ['Grep', 'pattern'],
    ['Glob', 'pattern'],
    ['WebFetch', 'url'],
    ['Agent', 'prompt'],
    ['Task', 'prompt'],
  ])
  return { [keys.get(tool) ?? 'input']: String(value) }
}

function callsOf(value: unknown): Fields[] {
  return listOf(value).filter(isFields)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function fieldsOf(value: unknown, origin: string): Fields {
  if (!isFields(value)) throw new Error(`${origin}: not an object`)
  return value
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
