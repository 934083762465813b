import { spawnSync } from 'node:child_process'
import { type Fields, isFields, ownField } from '../../hook-runtime/fields.ts'

/** One hook as the host itself lists it. */
export interface ListedHook {
  readonly command: string
  readonly event: string
  readonly trust: string
  readonly enabled: boolean
}

const LIMIT_MS = 20_000

/** It ends with its input, before it has answered: the input stays open until the answer is there. */
const LIST_HOOKS_SCRIPT = `out=$(mktemp) || exit 1
{ cat; n=0; until grep -q '"id":2' "$out" || [ "$n" -gt 100 ]; do sleep 0.1; n=$((n + 1)); done; } | "$1" app-server > "$out"
cat "$out"
rm -f "$out"`

/** Asks the real host which hooks it would run in a folder. It needs no model and no account for that. */
export function listHostHooks(program: string, cwd: string): readonly ListedHook[] | { readonly failed: string } {
  const messages = [
    { id: 1, method: 'initialize', params: { clientInfo: { name: 'irongate', version: '1' } } },
    { method: 'initialized' },
    { id: 2, method: 'hooks/list', params: { cwds: [cwd] } },
  ]
  const { stdout, stderr, error } = spawnSync('/bin/sh', ['-c', LIST_HOOKS_SCRIPT, 'sh', program], {
    cwd,
    input: messages.map((message) => `${JSON.stringify(message)}\n`).join(''),
    encoding: 'utf8',
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  const answer = (stdout ?? '').split('\n').find((line) => line.includes('"id":2'))
  if (answer === undefined) return { failed: error?.message ?? (stderr ?? '').trim() }
  return hooksIn(answer)
}

function hooksIn(answer: string): readonly ListedHook[] | { readonly failed: string } {
  try {
    const value: unknown = JSON.parse(answer)
    const result = isFields(value) ? ownField(value, 'result') : undefined
    const data = isFields(result) ? ownField(result, 'data') : undefined
    if (!Array.isArray(data)) return { failed: 'it does not list its hooks' }
    return data.filter(isFields).flatMap((one) => parseListedHooks(ownField(one, 'hooks')))
  } catch {
    return { failed: 'its answer is not JSON' }
  }
}

function parseListedHooks(hooks: unknown): readonly ListedHook[] {
  const text = (fields: Fields, key: string) => String(ownField(fields, key))
  return (Array.isArray(hooks) ? hooks : []).filter(isFields).map((hook) => ({
    command: text(hook, 'command'),
    event: text(hook, 'eventName'),
    trust: text(hook, 'trustStatus'),
    enabled: ownField(hook, 'enabled') === true,
  }))
}
