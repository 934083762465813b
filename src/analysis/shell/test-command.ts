import type { TestExpression } from 'unbash'
import { type ExpandHost, expandSingle } from './expand.ts'

const NUMERIC = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge'])

/** `[[ … ]]`: only the substitutions in it do anything. */
export function walkTest(node: TestExpression, host: ExpandHost): void {
  switch (node.type) {
    case 'TestUnary': {
      const word = expandSingle(node.operand, host)
      if (node.operator === '-v') evaluated(word.text, host)
      return
    }
    case 'TestBinary': {
      const words = [expandSingle(node.left, host), expandSingle(node.right, host)]
      if (NUMERIC.has(node.operator)) for (const word of words) evaluated(word.text, host)
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

/** Bash evaluates these operands as arithmetic, subscripts included. */
function evaluated(text: string | undefined, host: ExpandHost): void {
  if (text !== undefined && /[$`]/.test(text)) host.hidden({ text, sources: [] })
}
