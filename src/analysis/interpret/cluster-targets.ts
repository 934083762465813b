import type { Amount, Target } from '../target.ts'
import { pathTarget } from '../targets.ts'
import type { Word } from '../words.ts'
import { displayText, type LooseWords } from './loose-words.ts'
import type { EffectRecorder } from './program.ts'

/** Words between kubectl's verb and what it is about. */
const KUBECTL_INNER_WORDS: ReadonlySet<string> = new Set(
  'restart undo pause resume image env resources selector approve deny'.split(' '),
)

/** What a kubectl command is about: `pod web-1 web-2`, `deploy/web svc/web`, `-f file`, `-l app=web pods`. */
export function parseClusterTargets(
  rest: readonly Word[],
  loose: LooseWords,
  recorder: EffectRecorder,
): readonly Target[] {
  const place = clusterPlace(loose)
  const files = ['-f', '--filename', '-k', '--kustomize'].flatMap((name) => loose.value(name) ?? [])
  // `key=value`, `image=tag` and `key-` are what is set, not what it is set on.
  const words = rest
    .map(displayText)
    .filter((word, index) => !(index === 0 && KUBECTL_INNER_WORDS.has(word)) && !/=|.-$/.test(word))
  const wide = loose.has('--all', '-A', '--all-namespaces')
  const chosen = loose.has('-l', '--selector', '--field-selector')
  const amount: Amount = wide ? 'all' : chosen ? 'several' : 'one'
  const slashed = words.filter((word) => word.includes('/')).map((word) => word.split('/', 2))
  const [type = '', ...names] = words.filter((word) => !word.includes('/'))
  const listed = [...slashed, ...names.map((name) => [type, name])]
  const things = listed.map(
    ([kind = '', name = '']): Target => ({ kind: 'cluster', ...place, type: kind, name, amount }),
  )
  const selector = chosen ? loose.value('-l', '--selector', '--field-selector') : undefined
  // `drain node-7`: a word with a digit in it is a name, not a kind.
  if (names.length === 0 && /\d/.test(type) && !chosen && !wide)
    return [{ kind: 'cluster', ...place, type: '', name: type, amount: 'one' }]
  const whole: Target[] =
    names.length === 0 && type !== ''
      ? [
          {
            kind: 'cluster',
            ...place,
            type,
            name: selector ? displayText(selector) : '',
            amount: chosen ? 'several' : 'all',
          },
        ]
      : []
  return [...files.map((word) => pathTarget(recorder.path(word))), ...things, ...whole]
}

export function clusterPlace(loose: LooseWords): { readonly context: string; readonly namespace: string } {
  const value = (...names: readonly string[]) => {
    const word = loose.value(...names)
    return word ? displayText(word) : ''
  }
  return { context: value('--context', '--kube-context', '--cluster'), namespace: value('-n', '--namespace') }
}
