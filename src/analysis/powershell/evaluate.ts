import type { Run } from '../code/run/run.ts'
import {
  type Abstract,
  allSources,
  concat,
  either,
  exact,
  from,
  knownOf,
  listOf,
  numeric,
  reference,
  sizeOf,
  sourcesOf,
  text,
  UNKNOWN,
  wordOf,
} from '../code/run/value.ts'
import { weakest } from '../programs/standing.ts'
import type { Command } from '../words.ts'
import { aliasesOf, isForProgram, isSwitch, resolveName } from './aliases.ts'
import { type CmdletCall, quote } from './call.ts'
import { findCmdlet } from './cmdlets.ts'
import { memberValue, methodCall, staticCall } from './dotnet.ts'
import { applyBinary, applyUnary, automatic, roundsOf } from './operators.ts'
import { PowerShellParser } from './parse.ts'
import { type Expression, type PsArgument, type PsCommand, type PsStatement, parametersOf } from './syntax.ts'

const MAX_DEPTH = 40
const COMMAND = 25

export class PowerShell {
  readonly run: Run
  readonly commands: Command[] = []
  private readonly variables = new Map<string, Abstract>()
  private readonly functions = new Map<string, readonly PsStatement[]>()
  private readonly active = new Set<string>()
  private depth = 0

  constructor(run: Run) {
    this.run = run
  }

  text(source: string): Abstract {
    const parser = new PowerShellParser(source)
    const body = parser.script()
    if (parser.confusions > 0) this.run.unknown('this PowerShell is not understood in full')
    return this.body(body)
  }

  body(statements: readonly PsStatement[], input: Abstract = UNKNOWN): Abstract {
    if (this.depth > MAX_DEPTH || this.run.budget-- <= 0) {
      this.run.unknown('nested too deep', 'unread')
      return UNKNOWN
    }
    this.depth++
    for (const statement of statements)
      if (statement.type === 'function') this.functions.set(statement.name, statement.body)
    const values = statements.map((statement) => this.statement(statement, input))
    this.depth--
    const printed = values.filter((value) => value !== UNKNOWN)
    return printed.length === 1 ? (printed[0] ?? UNKNOWN) : printed.length === 0 ? UNKNOWN : listOf(printed)
  }

  private statement(statement: PsStatement, input: Abstract): Abstract {
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
        return either(values)
      }
      case 'each': {
        const list = this.value(statement.list)
        const items = roundsOf(list, this.run)
        const results = items.map((item) => {
          this.variables.set(statement.name, item)
          return this.body(statement.body, item)
        })
        return listOf(results)
      }
      case 'function':
        return UNKNOWN
    }
  }

  private pipeline(statement: Extract<PsStatement, { type: 'pipeline' }>, input: Abstract): Abstract {
    let value = input
    statement.stages.forEach((stage, index) => {
      const given = index === 0 ? UNKNOWN : value
      value = stage.type === 'command' ? this.command(stage, given) : this.value(stage.value)
      for (const redirect of stage.redirects) {
        const target = this.value(redirect.target)
        if (!/^\$?null$/i.test(knownOf(target)))
          this.run.writes(target, redirect.append ? 'append' : 'overwrite', value, '>')
      }
    })
    if (!statement.target) return value
    this.assign(statement.target, statement.operator, value)
    return UNKNOWN
  }

  private assign(target: Expression, operator: string, value: Abstract): void {
    if (target.type === 'variable') {
      const name = scoped(target.name)
      if (name.startsWith('env:')) this.run.lower('expected')
      const old = this.variables.get(name)
      this.variables.set(
        name,
        operator === '+=' && old ? (old.items ? listOf([...old.items, value]) : concat([old, value])) : value,
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

  private command(command: PsCommand, input: Abstract): Abstract {
    if (!this.run.spends(COMMAND + sizeOf(input))) return UNKNOWN
    const head = this.value(command.head)
    if (head.closure === undefined && command.head.type === 'block') return this.body(command.head.body, input)
    const block = this.blocks.get(head)
    if (command.called && block) return this.body(block, input)
    const written = exact(head)
    this.note(command, written)
    if (written === undefined) {
      const args = command.args.map((argument) => this.argumentValue(argument))
      this.run.dynamicRun('powershell', 'a command whose name is not known')
      return from(sourcesOf(args))
    }
    if (written === '') return UNKNOWN
    const name = resolveName(written, this.run)
    const own = this.functions.get(written.toLowerCase())
    if (own && !this.active.has(name)) return this.ownFunction(name, own, command, input)
    const cmdlet = isForProgram(written, parametersOf(command)) ? undefined : findCmdlet(name)
    if (!cmdlet) return this.external(aliasesOf(this.run).get(written.toLowerCase()) ?? written, command, input)
    const call = this.bind(name, command, input)
    return this.run.handling(name, () => cmdlet(call, this.run)) ?? from(allSources(input))
  }

  private ownFunction(name: string, body: readonly PsStatement[], command: PsCommand, input: Abstract): Abstract {
    this.active.add(name)
    const args = command.args.map((argument) => this.argumentValue(argument))
    this.variables.set('args', listOf(args))
    const value = this.body(body, input)
    this.active.delete(name)
    return value
  }

  private note(command: PsCommand, name: string | undefined): void {
    const words = command.args.map((argument) =>
      wordOf(argument.type === 'parameter' ? text(argument.raw) : this.quiet(argument.value)),
    )
    this.commands.push({
      name,
      head: wordOf(name === undefined ? text('\0') : text(name)),
      args: words,
      assignments: [],
      redirects: [],
      stdin: { kind: 'inherited' },
      stdout: 'terminal',
      span: command.span,
      via: [],
      through: [],
      cwd: this.run.scribe.facts.cwd,
      background: false,
    })
  }

  private quiet(expression: Expression): Abstract {
    if (expression.type === 'text') return text(expression.text)
    if (expression.type === 'expand') return concat(expression.parts.map((part) => this.quiet(part)))
    if (expression.type === 'variable') return this.variable(expression.name)
    return text('\0')
  }

  private argumentValue(argument: PsArgument): Abstract {
    if (argument.type === 'value') return this.value(argument.value)
    return argument.value ? this.value(argument.value) : text(argument.raw)
  }

  private bind(name: string, command: PsCommand, input: Abstract): CmdletCall {
    const named = new Map<string, Abstract>()
    const positional: Abstract[] = []
    const words: Abstract[] = []
    const { args } = command
    for (let at = 0; at < args.length; at++) {
      const argument = args[at]
      if (!argument) break
      if (argument.type === 'value') {
        const value = this.value(argument.value)
        if (argument.splat && value.fields) for (const [key, field] of value.fields) named.set(key.toLowerCase(), field)
        else positional.push(value)
        words.push(value)
        continue
      }
      const next = args[at + 1]
      words.push(text(argument.raw))
      let value = reference('true')
      if (argument.value) value = this.value(argument.value)
      else if (!isSwitch(argument.name, name) && next?.type === 'value') {
        value = this.value(next.value)
        at++
      }
      named.set(argument.name, value)
      if (value.ref !== 'true') words.push(value)
    }
    return {
      name,
      named,
      positional,
      words,
      input,
      runText: (value, by) => this.runText(value, by),
      runBlock: (value, given) => this.runBlock(value, given),
      external: (words) => this.outside(words),
    }
  }

  private runText(value: Abstract, by: string): Abstract {
    if (this.blocks.has(value)) return this.runBlock(value, UNKNOWN)
    if (this.run.downloadRuns('powershell', allSources(value), by)) return UNKNOWN
    const source = exact(value)
    if (source === undefined) {
      const known = knownOf(value)
      if (known.replaceAll('\0', '').trim().length > 3) this.text(known.replaceAll('\0', '$unknown_part'))
      this.run.dynamicRun('powershell', by)
      return UNKNOWN
    }
    this.run.lower('plain')
    return this.text(source)
  }

  private runBlock(value: Abstract, given: Abstract): Abstract {
    const body = this.blocks.get(value)
    if (!body) return UNKNOWN
    const items = roundsOf(given, this.run)
    const results = items.map((item) => {
      this.variables.set('_', item)
      this.variables.set('psitem', item)
      return this.body(body, item)
    })
    return results.length === 1 ? (results[0] ?? UNKNOWN) : listOf(results)
  }

  private external(name: string, command: PsCommand, input: Abstract): Abstract {
    const words = [text(name), ...command.args.flatMap((argument) => this.argumentWords(argument))]
    const sources = allSources(input)
    if (/\.ps1$/i.test(name)) return this.script(name)
    if (/^(?:ba|z|da)?sh$|^(?:python|node|perl|ruby)\d?$/.test(name) && this.run.downloadRuns('shell', sources, name))
      return UNKNOWN
    return this.outside(words)
  }

  private script(name: string): Abstract {
    for (const path of this.run.paths(text(name))) {
      const source = path.real === undefined ? undefined : this.run.scribe.readText(path.real)
      const own = path.zone === 'project'
      const origin = path.sessionMade ? 'session-file' : own ? 'project-file' : 'outside-file'
      const read = source !== undefined
      this.run.lower(own ? 'expected' : 'plain')
      if (!read && path.sessionMade) this.run.unknown(`${name} could not be read`)
      this.run.state({ kind: 'run-code', language: 'powershell', origin, read, host: undefined, by: name })
      if (source !== undefined) this.text(source)
    }
    return UNKNOWN
  }

  private argumentWords(argument: PsArgument): Abstract[] {
    if (argument.type === 'parameter')
      return argument.value ? [concat([text(argument.raw), this.value(argument.value)])] : [text(argument.raw)]
    const value = this.value(argument.value)
    return value.items && argument.value.type !== 'list'
      ? [...value.items]
      : value.items
        ? [concat(value.items.flatMap((item, index) => (index === 0 ? [item] : [text(','), item])))]
        : [value]
  }

  private outside(words: readonly Abstract[]): Abstract {
    const line = words.map((word, index) => quote(index === 0 ? this.madeHere(knownOf(word)) : knownOf(word))).join(' ')
    if (words.some((word) => knownOf(word).includes('\0'))) this.run.unknown('an argument is not known')
    const standing = this.run.scribe.runsShell({ text: line, sources: sourcesOf(words) }, 'PowerShell')
    this.run.standing = weakest(this.run.standing, standing)
    return from([{ kind: 'command', program: exact(words[0]) ?? '?', secret: false }])
  }

  /** A program by its name alone that this session put into the working directory is the one there. */
  private madeHere(name: string): string {
    const plain = name.replaceAll('\\', '/')
    return !plain.includes('/') && this.run.scribe.pathOf(plain).sessionMade ? `./${plain}` : plain
  }

  private readonly blocks = new Map<Abstract, readonly PsStatement[]>()

  value(expression: Expression): Abstract {
    if (!this.run.spends(1)) return UNKNOWN
    const value = this.valueOf(expression)
    this.run.budget -= sizeOf(value)
    return value
  }

  private valueOf(expression: Expression): Abstract {
    switch (expression.type) {
      case 'text':
        return { known: expression.text, sources: [], glob: expression.bare && /[*?]/.test(expression.text) }
      case 'expand':
        return expression.parts.length === 0 ? text('') : concat(expression.parts.map((part) => this.value(part)))
      case 'number':
        return numeric(expression.value)
      case 'variable':
        return this.variable(expression.name)
      case 'group':
        return this.body(expression.body)
      case 'block': {
        const value: Abstract = { sources: [], type: 'block' }
        this.blocks.set(value, expression.body)
        return value
      }
      case 'type':
        return reference(`[${expression.name.replace(/^system\./, '')}]`)
      case 'list':
        return listOf(expression.items.map((item) => this.value(item)))
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
        const field = object.fields?.get((exact(key) ?? '').toLowerCase())
        if (key.items && object.known !== undefined)
          return text(key.items.map((item) => object.known?.at(item.number ?? 0) ?? '').join(''))
        const item = key.number === undefined ? undefined : object.items?.at(key.number)
        return (
          field ??
          item ??
          (object.known !== undefined && key.number !== undefined
            ? text(object.known.at(key.number) ?? '')
            : from(allSources(object)))
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

  private variable(written: string): Abstract {
    const name = scoped(written)
    const own = this.variables.get(name)
    if (own) return own
    return automatic(name, this.run)
  }

  private member(expression: Extract<Expression, { type: 'member' }>): Abstract {
    const object = this.value(expression.object)
    const name = knownOf(this.value(expression.name)).toLowerCase()
    if (!expression.args) return object.fields?.get(name) ?? memberValue(object, name)
    const args = expression.args.map((argument) => this.value(argument))
    const evaluate = (value: Abstract, by: string) => this.runText(value, by)
    if (object.type === 'block' && /^invoke/.test(name)) return this.runBlock(object, args[0] ?? UNKNOWN)
    if (/^invokescript$|^newscriptblock$/.test(name)) return this.runText(args[0] ?? UNKNOWN, name)
    if (object.ref && /^\[[^\]]*\]$/.test(object.ref))
      return staticCall({ owner: object.ref.slice(1, -1), name, args, evaluate }, this.run)
    return methodCall({ object, name, args, evaluate }, this.run)
  }
}

function scoped(name: string): string {
  return name.toLowerCase().replace(/^(?:global|script|local|private|variable):/, '')
}
