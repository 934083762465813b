import type { Span } from '../words.ts'

export type Expression =
  | { readonly type: 'text'; readonly text: string; readonly bare: boolean }
  | { readonly type: 'expand'; readonly parts: readonly Expression[] }
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'variable'; readonly name: string }
  | { readonly type: 'group'; readonly body: readonly PsStatement[] }
  | { readonly type: 'block'; readonly body: readonly PsStatement[]; readonly text: string }
  | { readonly type: 'type'; readonly name: string }
  | {
      readonly type: 'member'
      readonly object: Expression
      readonly name: Expression
      readonly args: readonly Expression[] | undefined
    }
  | { readonly type: 'index'; readonly object: Expression; readonly key: Expression }
  | { readonly type: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | { readonly type: 'unary'; readonly operator: string; readonly value: Expression }
  | { readonly type: 'list'; readonly items: readonly Expression[] }
  | { readonly type: 'hash'; readonly entries: readonly (readonly [Expression, Expression])[] }

export type PsArgument =
  | { readonly type: 'parameter'; readonly name: string; readonly raw: string; readonly value: Expression | undefined }
  | { readonly type: 'value'; readonly value: Expression; readonly splat: boolean }

export interface FileRedirect {
  readonly target: Expression
  readonly append: boolean
}

export interface PsCommand {
  readonly type: 'command'
  /** `&` and `.` run whatever the first value stands for. */
  readonly called: boolean
  readonly head: Expression
  readonly args: readonly PsArgument[]
  readonly redirects: readonly FileRedirect[]
  readonly span: Span
  readonly raw: string
}

export interface Pipeline {
  readonly type: 'pipeline'
  readonly stages: readonly (
    | PsCommand
    | { readonly type: 'expression'; readonly value: Expression; readonly redirects: readonly FileRedirect[] }
  )[]
  readonly target: Expression | undefined
  readonly operator: string
}

export type PsStatement =
  | Pipeline
  | {
      readonly type: 'compound'
      readonly word: string
      readonly tests: readonly PsStatement[]
      readonly bodies: readonly (readonly PsStatement[])[]
    }
  | {
      readonly type: 'each'
      readonly name: string
      readonly list: Expression
      readonly body: readonly PsStatement[]
    }
  | { readonly type: 'function'; readonly name: string; readonly body: readonly PsStatement[] }

export function parametersOf({ args }: PsCommand): readonly string[] {
  return args.flatMap((argument) => (argument.type === 'parameter' ? [argument.name.toLowerCase()] : []))
}
