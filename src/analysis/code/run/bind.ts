import type { Node } from '../syntax.ts'
import { type AbstractValue, type CodeScope, exactText, valueFrom } from './abstract-value.ts'
import type { CallEvaluator } from './calls.ts'
import { elementOf } from './constant-values.ts'

/** Puts a value where an assignment, a loop or a call says. `fresh` names hide what they had before. */
export function bindTarget(
  target: Node,
  value: AbstractValue,
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
        bindTarget(item.type === 'spread' ? item.value : item, part ?? valueFrom(value.sources), scope, evaluator, how)
      })
      return
    case 'map':
      for (const { key, value: inner } of target.entries) {
        const name = key.type === 'text' ? key.text : exactText(evaluator.evaluate(key, scope))
        bindTarget(inner, name === undefined ? value : evaluator.member(value, name), scope, evaluator, how)
      }
      return
    case 'assign': {
      // `{ a = b } = value`: the default is what it is when nothing is known of the value.
      const initial = evaluator.evaluate(target.value, scope)
      const blank = Object.keys(value).every((part) => part === 'sources')
      bindTarget(
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
      const key = exactText(evaluator.evaluate(target.key, scope))
      setMember(evaluator.evaluate(target.object, scope), key, value, evaluator)
      return
    }
    case 'choice':
      for (const inner of target.values) bindTarget(inner, value, scope, evaluator, how)
      return
    default:
      evaluator.evaluate(target, scope)
  }
}

function setMember(
  object: AbstractValue,
  name: string | undefined,
  value: AbstractValue,
  evaluator: CallEvaluator,
): void {
  if (name !== undefined) object.fields?.set(name, value)
  // What the language's own modules are told is told nobody elsewhere.
  if (name !== undefined && object.ref !== undefined && (object.ref.includes('()') || evaluator.foreign(object.ref)))
    evaluator.run.unresolved.remote.assigned(object.ref, name, value)
  const owner = object.ref ?? object.type
  if (owner === undefined || name === undefined) return
  const key = evaluator.library.calls.has(`${owner}.${name}=`) ? `${owner}.${name}=` : `${owner}[]=`
  const settable = evaluator.library.calls.has(key) ? key : `?.${name}=`
  if (evaluator.library.calls.has(settable)) evaluator.dispatch(settable, object, [{ known: name, sources: [] }, value])
}

const GROWING_CALLS =
  /^(?:append|extend|push|unshift|concat|alloc|allocUnsafe|Array|Buffer|fill|repeat|bytearray|bytes|list|str|malloc|String|Uint8Array)$/
const LOOP_ENDS =
  /"name":"(?:break|exit|raise|throw|yield|await|last|die|return)"|"type":"return"|"operator":"(?:await|yield)"/
const MAX_BODY_LENGTH = 4_000

export function isGrowingLoop(body: readonly Node[]): boolean {
  const text = JSON.stringify(body)
  if (text.length > MAX_BODY_LENGTH || LOOP_ENDS.test(text)) return false
  const calls = callees(body)
  const doubles = /"type":"assign","target":\{[^{}]*\},"operator":"(?:\+|\.|\*)="/.test(text)
  return (
    calls.every((name) => GROWING_CALLS.test(name)) &&
    (calls.some((name) => /^(?:append|extend|push|unshift)$/.test(name)) || doubles)
  )
}

/** Is the loop kept going by what it starts: `fork while fork`? */
export function isForkLoop(test: Node | undefined): boolean {
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
