import type { Node } from '../syntax.ts'

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
