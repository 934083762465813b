import type { Node } from '../syntax.ts'
import type { CallEvaluator } from './calls.ts'
import { elementOf } from './constants.ts'
import { type Abstract, type CodeScope, exact, from } from './value.ts'

/** Puts a value where an assignment, a loop or a call says. `fresh` names hide what they had before. */
export function bind(
  target: Node,
  value: Abstract,
  scope: CodeScope,
  evaluator: CallEvaluator,
  how: 'fresh' | 'assign' = 'assign',
): void {
  const { run } = evaluator
  switch (target.type) {
    case 'name':
      if (how === 'fresh') scope.set(target.name, value)
      else scope.assign(target.name, value, run.conditional > 0)
      return
    case 'list':
      target.items.forEach((item, position) => {
        const part = item.type === 'spread' ? value : value.items ? value.items[position] : elementOf(value)
        bind(item.type === 'spread' ? item.value : item, part ?? from(value.sources), scope, evaluator, how)
      })
      return
    case 'map':
      for (const { key, value: inner } of target.entries) {
        const name = key.type === 'text' ? key.text : exact(evaluator.evaluate(key, scope))
        bind(inner, name === undefined ? value : evaluator.member(value, name), scope, evaluator, how)
      }
      return
    case 'assign': {
      // `{ a = b } = value`: the default is what it is when nothing is known of the value.
      const initial = evaluator.evaluate(target.value, scope)
      const blank = Object.keys(value).every((part) => part === 'sources')
      bind(
        target.target,
        blank ? { ...initial, sources: [...value.sources, ...initial.sources] } : value,
        scope,
        evaluator,
        how,
      )
      return
    }
    case 'member':
      setMember(evaluator.evaluate(target.object, scope), target.name, value, evaluator)
      return
    case 'index': {
      const key = exact(evaluator.evaluate(target.key, scope))
      setMember(evaluator.evaluate(target.object, scope), key, value, evaluator)
      return
    }
    case 'choice':
      for (const inner of target.values) bind(inner, value, scope, evaluator, how)
      return
    default:
      evaluator.evaluate(target, scope)
  }
}

function setMember(object: Abstract, name: string | undefined, value: Abstract, evaluator: CallEvaluator): void {
  if (name !== undefined) object.fields?.set(name, value)
  // What the language's own modules are told is told nobody elsewhere.
  if (name !== undefined && object.ref !== undefined && (object.ref.includes('()') || evaluator.foreign(object.ref)))
    evaluator.run.loose.far.assigned(object.ref, name, value)
  const owner = object.ref ?? object.type
  if (owner === undefined || name === undefined) return
  const key = evaluator.library.calls.has(`${owner}.${name}=`) ? `${owner}.${name}=` : `${owner}[]=`
  const settable = evaluator.library.calls.has(key) ? key : `?.${name}=`
  if (evaluator.library.calls.has(settable)) evaluator.dispatch(settable, object, [{ known: name, sources: [] }, value])
}

const GROWS =
  /^(?:append|extend|push|unshift|concat|alloc|allocUnsafe|Array|Buffer|fill|repeat|bytearray|bytes|list|str|malloc|String|Uint8Array)$/
const ENDS =
  /"name":"(?:break|exit|raise|throw|yield|await|last|die|return)"|"type":"return"|"operator":"(?:await|yield)"/
const MOST = 4_000

export function onlyGrows(body: readonly Node[]): boolean {
  const text = JSON.stringify(body)
  if (text.length > MOST || ENDS.test(text)) return false
  const calls = callees(body)
  const doubles = /"type":"assign","target":\{[^{}]*\},"operator":"(?:\+|\.|\*)="/.test(text)
  return (
    calls.every((name) => GROWS.test(name)) &&
    (calls.some((name) => /^(?:append|extend|push|unshift)$/.test(name)) || doubles)
  )
}

/** Is the loop kept going by what it starts: `fork while fork`? */
export function startsItself(test: Node | undefined): boolean {
  const callee = test?.type === 'call' ? test.callee : test
  return (callee?.type === 'name' && callee.name === 'fork') || (callee?.type === 'member' && callee.name === 'fork')
}

function callees(nodes: readonly unknown[]): string[] {
  const found: string[] = []
  const waiting: unknown[] = [...nodes]
  while (waiting.length > 0) {
    const node = waiting.pop()
    if (typeof node !== 'object' || node === null) continue
    if ('type' in node && node.type === 'call' && 'callee' in node) found.push(lastName(node.callee))
    waiting.push(...Object.values(node))
  }
  return found
}

function lastName(callee: unknown): string {
  return typeof callee === 'object' && callee !== null && 'name' in callee && typeof callee.name === 'string'
    ? callee.name
    : '?'
}
