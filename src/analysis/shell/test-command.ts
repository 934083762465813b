import type { TestExpression } from 'unbash'
import { evaluateSubscript, evaluateWord } from './evaluated.ts'
import { type ExpandHost, expandSingle } from './expand.ts'

/** Bash evaluates the operands of these as arithmetic, subscripts included. */
const NUMERIC = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge'])

/** `[[ … ]]`: only the substitutions in it do anything. */
export function walkTest(node: TestExpression, host: ExpandHost): void {
  switch (node.type) {
    case 'TestUnary': {
      const word = expandSingle(node.operand, host)
      if (node.operator === '-v') evaluateSubscript(word, host)
      return
    }
    case 'TestBinary': {
      const words = [expandSingle(node.left, host), expandSingle(node.right, host)]
      if (NUMERIC.has(node.operator)) for (const word of words) evaluateWord(word, host)
      return
    }
    case 'TestLogical':
      for (const operand of node.operands) walkTest(operand, host)
      return
    case 'TestNot':
      walkTest(node.operand, host)
      return
    case 'TestGroup':
      walkTest(node.expression, host)
      return
  }
}
