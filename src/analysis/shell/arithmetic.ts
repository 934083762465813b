import type { ArithmeticExpression } from 'unbash'
import type { Word } from '../words.ts'
import type { ExpandHost } from './expand.ts'
import { parseShell } from './parse.ts'

export interface ArithmeticContext {
  word(
    node: Extract<ArithmeticExpression, { type: 'ArithmeticWord' | 'ArithmeticCommandExpansion' }>,
  ): string | undefined
  variable(name: string): number | undefined
  assign(name: string, value: number | undefined): void
  tooDeep(): void
  element(name: string, subscript: string): number | undefined
}

const ASSIGNMENT_OPERATORS = new Set(['=', '+=', '-=', '*=', '/=', '%=', '<<=', '>>=', '&=', '|=', '^='])

/** The parser drops what lies deeper than 256 without a word. */
const MAX_DEPTH = 120

/** The value of an expression when it is constant. Visits every part, so that no substitution is missed. */
export function evaluateArithmetic(
  node: ArithmeticExpression | undefined,
  context: ArithmeticContext,
  depth = 0,
): number | undefined {
  if (!node) return undefined
  if (depth > MAX_DEPTH) {
    context.tooDeep()
    return undefined
  }
  switch (node.type) {
    case 'ArithmeticWord':
    case 'ArithmeticCommandExpansion':
      return operandValue(context.word(node), context)
    case 'ArithmeticGroup':
      return evaluateArithmetic(node.expression, context, depth + 1)
    case 'ArithmeticTernary': {
      const test = evaluateArithmetic(node.test, context, depth + 1)
      const yes = evaluateArithmetic(node.consequent, context, depth + 1)
      const no = evaluateArithmetic(node.alternate, context, depth + 1)
      return test === undefined ? undefined : test !== 0 ? yes : no
    }
    case 'ArithmeticUnary': {
      const value = evaluateArithmetic(node.operand, context, depth + 1)
      if (node.operator === '++' || node.operator === '--') return applyIncrement(node, value, context)
      return value === undefined ? undefined : applyUnaryOperator(node.operator, value)
    }
    case 'ArithmeticBinary':
      return evaluateChain(node, context, depth)
  }
}

type BinaryExpression = Extract<ArithmeticExpression, { type: 'ArithmeticBinary' }>

/** A long sum leans to the left: its parts are taken in a loop, not in calls. */
function evaluateChain(node: BinaryExpression, context: ArithmeticContext, depth: number): number | undefined {
  const spine: BinaryExpression[] = []
  let at: ArithmeticExpression = node
  for (; at.type === 'ArithmeticBinary'; at = at.left) spine.push(at)
  let value = evaluateArithmetic(at, context, depth + 1)
  for (const one of spine.reverse())
    value = combineOperands(one, value, evaluateArithmetic(one.right, context, depth + 1), context)
  return value
}

function combineOperands(
  node: BinaryExpression,
  left: number | undefined,
  right: number | undefined,
  context: ArithmeticContext,
): number | undefined {
  const both = (operator: string) =>
    left === undefined || right === undefined ? undefined : applyBinaryOperator(operator, left, right)
  if (!ASSIGNMENT_OPERATORS.has(node.operator)) return both(node.operator)
  const value = node.operator === '=' ? right : both(node.operator.slice(0, -1))
  assignTo(node.left, value, context)
  return value
}

function applyIncrement(
  node: Extract<ArithmeticExpression, { type: 'ArithmeticUnary' }>,
  value: number | undefined,
  context: ArithmeticContext,
): number | undefined {
  const next = value === undefined ? undefined : node.operator === '++' ? value + 1 : value - 1
  assignTo(node.operand, next, context)
  return node.prefix ? next : value
}

function assignTo(target: ArithmeticExpression, value: number | undefined, context: ArithmeticContext): void {
  if (target.type === 'ArithmeticWord' && /^[A-Za-z_]\w*$/.test(target.value)) context.assign(target.value, value)
}

function operandValue(text: string | undefined, context: ArithmeticContext): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,15}$/.test(text)) return text.startsWith('0') ? Number.parseInt(text, 8) : Number(text)
  if (/^0[xX][\da-fA-F]{1,12}$/.test(text)) return Number(text)
  const based = /^(\d{1,2})#([\da-zA-Z]{1,12})$/.exec(text)
  if (based) {
    const value = Number.parseInt(based[2] ?? '', Number(based[1]))
    return Number.isNaN(value) ? undefined : value
  }
  const element = /^([A-Za-z_]\w*)\[(.*)\]$/s.exec(text)
  if (element) return context.element(element[1] ?? '', element[2] ?? '')
  return /^[A-Za-z_]\w*$/.test(text) ? context.variable(text) : undefined
}

function applyUnaryOperator(operator: string, value: number): number | undefined {
  switch (operator) {
    case '-':
      return -value
    case '+':
      return value
    case '!':
      return value === 0 ? 1 : 0
    case '~':
      return ~value
    default:
      return undefined
  }
}

function applyBinaryOperator(operator: string, left: number, right: number): number | undefined {
  const value = BINARY_OPERATIONS[operator]?.(left, right)
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined
}

const BINARY_OPERATIONS: Readonly<Record<string, (left: number, right: number) => number | undefined>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => (right === 0 ? undefined : Math.trunc(left / right)),
  '%': (left, right) => (right === 0 ? undefined : left % right),
  '**': (left, right) => (right < 0 || right > 64 ? undefined : left ** right),
  '<<': (left, right) => (right < 0 || right > 30 ? undefined : left * 2 ** right),
  '>>': (left, right) => (right < 0 || right > 30 ? undefined : Math.floor(left / 2 ** right)),
  '&': (left, right) => left & right,
  '|': (left, right) => left | right,
  '^': (left, right) => left ^ right,
  '<': (left, right) => Number(left < right),
  '>': (left, right) => Number(left > right),
  '<=': (left, right) => Number(left <= right),
  '>=': (left, right) => Number(left >= right),
  '==': (left, right) => Number(left === right),
  '!=': (left, right) => Number(left !== right),
  '&&': (left, right) => Number(left !== 0 && right !== 0),
  '||': (left, right) => Number(left !== 0 || right !== 0),
  ',': (_, right) => right,
}

const MAX_LENGTH = 4_000

export function textsOfWord({ text, alternatives }: Word): readonly string[] {
  return text === undefined ? (alternatives?.texts ?? []) : [text]
}

/** A word that the shell takes as arithmetic: each text that it may have is one; only a sure one gives a number. */
export function evaluateWord(word: Word, host: ExpandHost): number | undefined {
  const numbers = textsOfWord(word).map((text) => evaluateText(text, host))
  return word.text === undefined ? undefined : numbers[0]
}

/** Text that the shell takes as arithmetic: names in it are looked up, subscripts run what stands in them. */
export function evaluateText(text: string, host: ExpandHost): number | undefined {
  if (text === '') return undefined
  if (text.length > MAX_LENGTH) {
    host.unread('a number longer than is read')
    return undefined
  }
  if (/^-?\d{1,15}$/.test(text)) return Number(text)
  if (/[$`]/.test(text)) {
    host.unknown('a number that runs code', { start: 0, end: 0 })
    host.hidden({ text, sources: [] })
    return undefined
  }
  if (!/[A-Za-z_]/.test(text) && !/^[\d\s+*/%()-]+$/.test(text)) return undefined
  if (!host.affords(text)) return undefined
  const node = parseShell(`((${text}))`)?.commands[0]?.command
  return node?.type === 'ArithmeticCommand' ? evaluateArithmetic(node.expression, host.arithmetic()) : undefined
}

/** `name[subscript]`, wherever the shell takes a name: only its subscript is evaluated. */
export function evaluateSubscript(word: Word, host: ExpandHost): void {
  for (const name of textsOfWord(word)) {
    const open = name.indexOf('[')
    const subscript = open < 0 ? '@' : name.slice(open + 1, name.endsWith(']') ? -1 : undefined)
    if (subscript !== '@' && subscript !== '*') evaluateText(subscript, host)
  }
}
