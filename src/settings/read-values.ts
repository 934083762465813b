import { breakAt, type Draft, isProjectScope, LISTS, type ListName, type Located, notify, sourceAt } from './draft.ts'
import { PRESET_NAMES } from './preset-names.ts'
import { plainValue, type Tree, type TreeEntry } from './tree.ts'
import { keysOf, unknownKey } from './unknown-keys.ts'

/** Checks one plain value; a text says what it should have been. */
type Check = (value: unknown) => true | string

function oneOf(...options: readonly string[]): Check {
  return (value) => (typeof value === 'string' && options.includes(value) ? true : `one of ${options.join(', ')}`)
}

function whole(least: number, most: number): Check {
  return (value) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most
      ? true
      : `a whole number from ${least} to ${most}`
}

const flag: Check = (value) => (typeof value === 'boolean' ? true : 'true or false')
const text: Check = (value) => (typeof value === 'string' && value !== '' ? true : 'a text')
const address: Check = (value) =>
  typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
    ? true
    : 'an http address'

/** A place that is told of calls that wait, and the file with the secret that signs what it is told. */
const webhook: Check = (value) => {
  const shape = 'an object of url (an http address) and secretFile (an absolute path)'
  if (typeof value !== 'object' || value === null) return shape
  const { url, secretFile, ...rest } = value as Partial<Record<string, unknown>>
  const fits = address(url) === true && typeof secretFile === 'string' && /^(?:\/|~\/)./.test(secretFile)
  return fits && Object.keys(rest).length === 0 ? true : shape
}

/** Single values, by section and key. The JSON Schema describes the same ones; a test compares them. */
export const VALUES: ReadonlyMap<string, ReadonlyMap<string, Check>> = new Map([
  [
    'autoMode',
    new Map([
      ['lists', oneOf('replace', 'add')],
      ['askRules', oneOf('floor', 'classify')],
      ['classifyAllShell', flag],
      ['powershell', flag],
    ]),
  ],
  [
    'judge',
    new Map([
      ['kind', oneOf('chain', 'embedded', 'claude')],
      ['mode', oneOf('both', 'fast', 'thinking')],
      ['model', text],
      ['baseUrl', address],
      ['apiKey', text],
      ['apiKeyCommand', text],
      ['ironGate', oneOf('closed', 'open', 'fallback')],
      ['deadlineMs', whole(1, 600_000)],
    ]),
  ],
  [
    'limits',
    new Map([
      ['consecutive', whole(1, 1000)],
      ['total', whole(1, 100_000)],
    ]),
  ],
  [
    'approvals',
    new Map([
      ['waitSeconds', whole(0, 86_400)],
      ['webhook', webhook],
    ]),
  ],
  ['alerts', new Map([['webhook', webhook]])],
  ['audit', new Map([['keepDays', whole(1, 36_500)]])],
])

/** Single values of a host, as in the JSON Schema. */
export const HOST_VALUES: ReadonlyMap<string, Check> = new Map([
  ['gate', oneOf('auto', 'mirror')],
  ['auto', oneOf('tighten', 'replace')],
  ['bypass', oneOf('auto', 'bypassPermissions')],
  ['headless', flag],
  ['resident', flag],
  ['upstream', text],
])

/** Reads one value under its full name; a wrong one is reported and the default stays. */
function readValue(name: string, check: Check, { value }: TreeEntry, draft: Draft): void {
  const plain = plainValue(value)
  const verdict = check(plain)
  if (verdict === true) draft.values.set(name, { value: plain, source: sourceAt(draft.origin, value.at) })
  else notify(draft, 'error', `${name} must be ${verdict}; it is ignored`, value)
}

/** Reads `autoMode`: single values and lists of prose. */
export function readAutoMode(tree: Tree, draft: Draft): void {
  if (tree.kind !== 'object') {
    breakAt(draft, 'autoMode must be an object', tree.at)
    return
  }
  for (const entry of tree.entries) {
    const check = VALUES.get('autoMode')?.get(entry.key)
    const list = LISTS.find((name) => name === entry.key)
    if (check) readValue(`autoMode.${entry.key}`, check, entry, draft)
    else if (list) readProse(list, entry, draft)
    else unknownKey(['autoMode'], entry, draft)
  }
}

function readProse(name: ListName, { value, at }: TreeEntry, draft: Draft): void {
  if (value.kind !== 'list') {
    breakAt(draft, `autoMode.${name} must be a list of texts`, value.at)
    return
  }
  const entries = value.items.flatMap((item) => {
    if (item.kind === 'value' && typeof item.value === 'string' && item.value.trim() !== '') {
      return [{ text: item.value.trim(), source: sourceAt(draft.origin, item.at) }]
    }
    notify(draft, 'error', `an entry of autoMode.${name} must be a text; it is ignored`, item)
    return []
  })
  const before = draft.lists.get(name)
  draft.lists.set(name, {
    entries: [...(before?.entries ?? []), ...entries],
    source: before?.source ?? sourceAt(draft.origin, at),
  })
}

/** Reads `judge`, `limits`, `approvals` or `audit`. Further keys of `judge` that the schema describes are kept for the judge that knows them. */
export function readSection(
  section: 'judge' | 'limits' | 'approvals' | 'alerts' | 'audit',
  tree: Tree,
  draft: Draft,
): void {
  if (tree.kind !== 'object') {
    breakAt(draft, `${section} must be an object`, tree.at)
    return
  }
  for (const entry of tree.entries) {
    const check = VALUES.get(section)?.get(entry.key)
    if (check) readValue(`${section}.${entry.key}`, check, entry, draft)
    else if (section === 'judge' && keysOf(['judge']).includes(entry.key))
      readValue(`judge.extra.${entry.key}`, () => true, entry, draft)
    else unknownKey([section], entry, draft)
  }
}

/** A single switch at the top: `stripInternal`, `updateCheck`, `shadow`. */
export function readFlag(entry: TreeEntry, draft: Draft): void {
  readValue(entry.key, flag, entry, draft)
}

/** Whether a person may switch the gate off for a while. What is not understood forbids it. */
export function readAllowOff({ key, value }: TreeEntry, draft: Draft): void {
  const plain = plainValue(value)
  if (typeof plain !== 'boolean') notify(draft, 'error', `${key} must be true or false; read as false`, value)
  draft.values.set(key, { value: plain === true, source: sourceAt(draft.origin, value.at) })
}

/** A project may only tighten, so it may only ask for `strict`. A name nobody knows may have been meant to be strict: broken. */
export function readPreset({ value }: TreeEntry, draft: Draft): void {
  const plain = plainValue(value)
  const known = PRESET_NAMES.find((name) => name === plain)
  if (isProjectScope(draft.origin) && known !== 'strict')
    notify(draft, 'warning', 'preset is ignored: a project can only ask for "strict"', value)
  else if (known === undefined) breakAt(draft, `preset must be one of ${PRESET_NAMES.join(', ')}`, value.at)
  else draft.values.set('preset', { value: known, source: sourceAt(draft.origin, value.at) })
}

/** Programs whose arguments are the command that really runs. */
export function readWrappers(tree: Tree, draft: Draft): void {
  if (tree.kind !== 'list') {
    notify(draft, 'error', 'wrappers must be a list of program names', tree)
    return
  }
  for (const item of tree.items) {
    if (item.kind === 'value' && typeof item.value === 'string' && /^[\w.+-]+$/.test(item.value)) {
      draft.wrappers.push({ value: item.value, source: sourceAt(draft.origin, item.at) })
    } else notify(draft, 'error', 'a wrapper must be the plain name of a program; it is ignored', item)
  }
}

/** Reads `hosts.<name>.<key>`. */
export function readHosts(tree: Tree, draft: Draft): void {
  if (tree.kind !== 'object') {
    notify(draft, 'error', 'hosts must be an object', tree)
    return
  }
  for (const { key: host, value } of tree.entries) {
    if (value.kind !== 'object') {
      notify(draft, 'error', `hosts.${host} must be an object; it is ignored`, value)
      continue
    }
    const values = draft.hosts.get(host) ?? new Map<string, Located<unknown>>()
    draft.hosts.set(host, values)
    for (const entry of value.entries) {
      const plain = plainValue(entry.value)
      const check = HOST_VALUES.get(entry.key)
      const verdict = check?.(plain)
      if (check === undefined) unknownKey(['hosts', host], entry, draft)
      else if (verdict === true) values.set(entry.key, { value: plain, source: sourceAt(draft.origin, entry.value.at) })
      else notify(draft, 'error', `hosts.${host}.${entry.key} must be ${verdict}; it is ignored`, entry.value)
    }
  }
}
