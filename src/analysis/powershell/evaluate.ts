import {
  type AbstractValue,
  allSources,
  concatValues,
  eitherValue,
  exactText,
  knownOf,
  listValue,
  numberValue,
  referenceValue,
  sourcesOf,
  textValue,
  toWord,
  UNKNOWN_RESULT,
  valueFrom,
  valueSize,
} from '../code/run/abstract-value.ts'
import type { CodeRun } from '../code/run/run.ts'
import { weakestGrade } from '../interpret/grade.ts'
import type { Command } from '../words.ts'
import { aliasesOf, isMeantForProgram, resolveAlias } from './aliases.ts'
import { argumentWords, bindArguments } from './argument-binding.ts'
import { type CmdletCall, isWhatIf, quoteWithUnknowns } from './cmdlet-call.ts'
import { findCmdlet } from './cmdlets.ts'
import { memberValue, methodCall, staticCall } from './dotnet.ts'
import { EnvironmentSettings } from './environment-settings.ts'
import { applyBinary, applyUnary, automaticVariable, loopRounds } from './operators.ts'
import { PowerShellParser } from './parse.ts'
import { type Expression, type PsArgument, type PsCommand, type PsStatement, parametersOf } from './syntax.ts'

const MAX_DEPTH = 40
/** What may set variables anew that nobody sees. */
const READS_IN = /^(?:\.|\.\s.*|invoke-expression|iex|import-module|ipmo|set-item|si|clear-item|remove-item|.*\.ps1)$/i
const COMMAND_COST = 25

function namesVariableDrive(argument: PsArgument): boolean {
  return /\benv:(?!\w+\s*=)/i.test(JSON.stringify(argument))
}

export class PowerShell {
  readonly run: CodeRun
  readonly commands: Command[] = []
  private readonly variables = new Map<string, AbstractValue>()
  private readonly functions = new Map<string, readonly PsStatement[]>()
  private readonly active = new Set<string>()
  private readonly environment = new EnvironmentSettings()
  private depth = 0

  constructor(run: CodeRun) {
    this.run = run
  }

  text(source: string): AbstractValue {
    const parser = new PowerShellParser(source)
    const body = parser.script()
    if (parser.confusions > 0) this.run.unknown('this PowerShell is not understood in full')
    return this.body(body)
  }

  body(statements: readonly PsStatement[], input: AbstractValue = UNKNOWN_RESULT): AbstractValue {
    if (this.depth > MAX_DEPTH || this.run.budget-- <= 0) {
      this.run.unknown('nested too deep', 'unread')
      return UNKNOWN_RESULT
    }
    this.depth++
    for (const statement of statements)
      if (statement.type === 'function') this.functions.set(statement.name, statement.body)
    const values = statements.map((statement) => this.statement(statement, input))
    this.depth--
    const printed = values.filter((value) => value !== UNKNOWN_RESULT)
    return printed.length === 1
      ? (printed[0] ?? UNKNOWN_RESULT)
      : printed.length === 0
        ? UNKNOWN_RESULT
        : listValue(printed)
  }

  private statement(statement: PsStatement, input: AbstractValue): AbstractValue {
    switch (statement.type) {
      case 'pipeline':
        return this.pipeline(statement, input)
      case 'compound': {
        for (const test of statement.tests) this.statement(test, input)
        const endless =
          statement.word === 'while' && JSON.stringify(statement.tests).includes('"variable","name":"true"')
        if (endless) this.run.endless++
        const values = statement.bodies.map((body) => this.body(body, input))
        if (endless) this.run.endless--
        return eitherValue(values)
      }
      case 'each': {
        const list = this.value(statement.list)
        const items = loopRounds(list, this.run)
        const results = items.map((item) => {
          this.variables.set(statement.name, item)
          return this.body(statement.body, item)
        })
        return listValue(results)
      }
      case 'function':
        return UNKNOWN_RESULT
    }
  }

  private pipeline(statement: Extract<PsStatement, { type: 'pipeline' }>, input: AbstractValue): AbstractValue {
    let value = input
    statement.stages.forEach((stage, index) => {
      const given = index === 0 ? UNKNOWN_RESULT : value
      value = stage.type === 'command' ? this.command(stage, given) : this.value(stage.value)
      for (const redirect of stage.redirects) {
        const target = this.value(redirect.target)
        if (!/^\$?null$/i.test(knownOf(target)))
          this.run.writes(target, redirect.append ? 'append' : 'overwrite', value, '>')
      }
    })
    if (!statement.target) return value
    this.assign(statement.target, statement.operator, value)
    return UNKNOWN_RESULT
  }

  private assign(target: Expression, operator: string, value: AbstractValue): void {
    if (target.type === 'variable') {
      const name = withoutScope(target.name)
      if (name.startsWith('env:')) {
        this.run.lower('expected')
        this.environment.set(name.slice(4), operator === '=' ? exactText(value) : undefined, this.depth === 1)
      }
      const old = this.variables.get(name)
      this.variables.set(
        name,
        operator === '+=' && old ? (old.items ? listValue([...old.items, value]) : concatValues([old, value])) : value,
      )
    } else if (target.type === 'member') {
      const object = this.value(target.object)
      const name = knownOf(this.value(target.name)).toLowerCase()
      object.fields?.set(name, value)
      if (/servercertificatevalidationcallback/.test(name)) {
        this.run.acts({ kind: 'weaken', area: 'tls', feature: 'ServerCertificateValidationCallback' })
      }
    } else this.value(target)
  }

  private command(command: PsCommand, input: AbstractValue): AbstractValue {
    if (!this.run.spends(COMMAND_COST + valueSize(input))) return UNKNOWN_RESULT
    const head = this.value(command.head)
    if (head.closure === undefined && command.head.type === 'block') return this.body(command.head.body, input)
    const block = this.blocks.get(head)
    if (command.called && block) return this.body(block, input)
    const written = exactText(head)
    this.note(command, written)
    if (READS_IN.test(written ?? '.') || command.args.some(namesVariableDrive)) this.environment.doubt()
    if (written === undefined) {
      const args = command.args.map((argument) => this.argumentValue(argument))
      this.run.dynamicRun('powershell', 'a command whose name is not known')
      return valueFrom(sourcesOf(args))
    }
    if (written === '') return UNKNOWN_RESULT
    const name = resolveAlias(written, this.run)
    const own = this.functions.get(written.toLowerCase())
    if (own && !this.active.has(name)) return this.ownFunction(name, own, command, input)
    const cmdlet = isMeantForProgram(written, parametersOf(command)) ? undefined : findCmdlet(name)
    if (!cmdlet) return this.external(aliasesOf(this.run).get(written.toLowerCase()) ?? written, command, input)
    const call = this.bind(name, command, input)
    if (isWhatIf(call)) return UNKNOWN_RESULT
    return this.run.handling(name, () => cmdlet(call, this.run)) ?? valueFrom(allSources(input))
  }

  private ownFunction(
    name: string,
    body: readonly PsStatement[],
    command: PsCommand,
    input: AbstractValue,
  ): AbstractValue {
    this.active.add(name)
    const args = command.args.map((argument) => this.argumentValue(argument))
    this.variables.set('args', listValue(args))
    const value = this.body(body, input)
    this.active.delete(name)
    return value
  }

  private note(command: PsCommand, name: string | undefined): void {
    const words = command.args.map((argument) =>
      toWord(argument.type === 'parameter' ? textValue(argument.raw) : this.quiet(argument.value)),
    )
    this.commands.push({
      name,
      head: toWord(name === undefined ? textValue('\0') : textValue(name)),
      args: words,
      assignments: [],
      redirects: [],
      stdin: { kind: 'inherited' },
      stdout: 'terminal',
      span: command.span,
      wrapperNames: [],
      wrappers: [],
      cwd: this.run.recorder.facts.cwd,
      background: false,
    })
  }

  private quiet(expression: Expression): AbstractValue {
    if (expression.type === 'text') return textValue(expression.text)
    if (expression.type === 'expand') return concatValues(expression.parts.map((part) => this.quiet(part)))
    if (expression.type === 'variable') return this.variable(expression.name)
    return textValue('\0')
  }

  private argumentValue(argument: PsArgument): AbstractValue {
    if (argument.type === 'value') return this.value(argument.value)
    return argument.value ? this.value(argument.value) : textValue(argument.raw)
  }

  private bind(name: string, command: PsCommand, input: AbstractValue): CmdletCall {
    return {
      name,
      ...bindArguments(name, command.args, (expression) => this.value(expression)),
      input,
      runText: (value, by) => this.runText(value, by),
      runBlock: (value, given) => this.runBlock(value, given),
      external: (words) => this.outside(words),
    }
  }

  private runText(value: AbstractValue, by: string): AbstractValue {
    if (this.blocks.has(value)) return this.runBlock(value, UNKNOWN_RESULT)
    if (this.run.downloadRuns('powershell', allSources(value), by)) return UNKNOWN_RESULT
    const source = exactText(value)
    if (source === undefined) {
      const known = knownOf(value)
      if (known.replaceAll('\0', '').trim().length > 3) this.text(known.replaceAll('\0', '$unknown_part'))
      this.run.dynamicRun('powershell', by)
      return UNKNOWN_RESULT
    }
    this.run.lower('plain')
    return this.text(source)
  }

  private runBlock(value: AbstractValue, given: AbstractValue): AbstractValue {
    const body = this.blocks.get(value)
    if (!body) return UNKNOWN_RESULT
    const items = loopRounds(given, this.run)
    const results = items.map((item) => {
      this.variables.set('_', item)
      this.variables.set('psitem', item)
      return this.body(body, item)
    })
    return results.length === 1 ? (results[0] ?? UNKNOWN_RESULT) : listValue(results)
  }

  private external(name: string, command: PsCommand, input: AbstractValue): AbstractValue {
    const words = [
      textValue(name),
      ...command.args.flatMap((argument) => argumentWords(argument, (one) => this.value(one))),
    ]
    const sources = allSources(input)
    if (/\.ps1$/i.test(name)) return this.script(name)
    if (/^(?:ba|z|da)?sh$|^(?:python|node|perl|ruby)\d?$/.test(name) && this.run.downloadRuns('shell', sources, name))
      return UNKNOWN_RESULT
    return this.outside(words)
  }

  private script(name: string): AbstractValue {
    for (const path of this.run.paths(textValue(name))) {
      const source = path.real === undefined ? undefined : this.run.recorder.readText(path.real)
      const own = path.zone === 'project'
      const origin = path.sessionMade ? 'session-file' : own ? 'project-file' : 'outside-file'
      const read = source !== undefined
      this.run.lower(own ? 'expected' : 'plain')
      if (!read && path.sessionMade) this.run.unknown(`${name} could not be read`)
      this.run.state({ kind: 'run-code', language: 'powershell', origin, read, host: undefined, by: name })
      if (source !== undefined) this.text(source)
    }
    return UNKNOWN_RESULT
  }

  private outside(words: readonly AbstractValue[]): AbstractValue {
    const said = words.map((word, index) =>
      quoteWithUnknowns(index === 0 ? this.madeHere(knownOf(word)) : knownOf(word)),
    )
    const line = `${this.environment.assignments()}${said.join(' ')}`
    if (words.some((word) => knownOf(word).includes('\0'))) this.run.unknown('an argument is not known')
    const grade = this.run.recorder.runsShell({ text: line, sources: sourcesOf(words) }, 'PowerShell')
    this.run.grade = weakestGrade(this.run.grade, grade)
    return valueFrom([{ kind: 'command', program: exactText(words[0]) ?? '?', secret: false }])
  }

  /** A program by its name alone that this session put into the working directory is the one there. */
  private madeHere(name: string): string {
    const plain = name.replaceAll('\\', '/')
    return !plain.includes('/') && this.run.recorder.pathOf(plain).sessionMade ? `./${plain}` : plain
  }

  private readonly blocks = new Map<AbstractValue, readonly PsStatement[]>()

  value(expression: Expression): AbstractValue {
    if (!this.run.spends(1)) return UNKNOWN_RESULT
    const value = this.valueOf(expression)
    this.run.budget -= valueSize(value)
    return value
  }

  private valueOf(expression: Expression): AbstractValue {
    switch (expression.type) {
      case 'text':
        return { known: expression.text, sources: [], glob: expression.bare && /[*?]/.test(expression.text) }
      case 'expand':
        return expression.parts.length === 0
          ? textValue('')
          : concatValues(expression.parts.map((part) => this.value(part)))
      case 'number':
        return numberValue(expression.value)
      case 'variable':
        return this.variable(expression.name)
      case 'group':
        return this.body(expression.body)
      case 'block': {
        const value: AbstractValue = { sources: [], type: 'block' }
        this.blocks.set(value, expression.body)
        return value
      }
      case 'type':
        return referenceValue(`[${expression.name.replace(/^system\./, '')}]`)
      case 'list':
        return listValue(expression.items.map((item) => this.value(item)))
      case 'hash':
        return {
          fields: new Map(
            expression.entries.map(([key, value]) => [knownOf(this.value(key)).toLowerCase(), this.value(value)]),
          ),
          sources: [],
        }
      case 'index': {
        const object = this.value(expression.object)
        const key = this.value(expression.key)
        const field = object.fields?.get((exactText(key) ?? '').toLowerCase())
        if (key.items && object.known !== undefined)
          return textValue(key.items.map((item) => object.known?.at(item.number ?? 0) ?? '').join(''))
        const item = key.number === undefined ? undefined : object.items?.at(key.number)
        return (
          field ??
          item ??
          (object.known !== undefined && key.number !== undefined
            ? textValue(object.known.at(key.number) ?? '')
            : valueFrom(allSources(object)))
        )
      }
      case 'unary':
        return applyUnary(expression.operator, this.value(expression.value))
      case 'binary':
        return applyBinary(expression.operator, this.value(expression.left), this.value(expression.right))
      case 'member':
        return this.member(expression)
    }
  }

  private variable(written: string): AbstractValue {
    const name = withoutScope(written)
    const own = this.variables.get(name)
    if (own) return own
    return automaticVariable(name, this.run)
  }

  private member(expression: Extract<Expression, { type: 'member' }>): AbstractValue {
    const object = this.value(expression.object)
    const name = knownOf(this.value(expression.name)).toLowerCase()
    if (!expression.args) return object.fields?.get(name) ?? memberValue(object, name)
    const args = expression.args.map((argument) => this.value(argument))
    const evaluate = (value: AbstractValue, by: string) => this.runText(value, by)
    if (object.type === 'block' && /^invoke/.test(name)) return this.runBlock(object, args[0] ?? UNKNOWN_RESULT)
    if (name === 'setenvironmentvariable') this.environment.doubt()
    if (/^invokescript$|^newscriptblock$/.test(name)) return this.runText(args[0] ?? UNKNOWN_RESULT, name)
    if (object.ref && /^\[[^\]]*\]$/.test(object.ref))
      return staticCall({ owner: object.ref.slice(1, -1), name, args, evaluate }, this.run)
    return methodCall({ object, name, args, evaluate }, this.run)
  }
}

function withoutScope(name: string): string {
  return name.toLowerCase().replace(/^(?:global|script|local|private|variable):/, '')
}
