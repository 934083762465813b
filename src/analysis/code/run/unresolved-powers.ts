import type { CodeLanguage } from '../../effects.ts'
import { wordSet } from '../syntax.ts'
import { type AbstractValue, exactText, textValue } from './abstract-value.ts'
import { RemoteObjects } from './remote-objects.ts'
import { isProgramCommand } from './remote-typing.ts'
import type { CodeRun } from './run.ts'

type DangerousPower = 'shell' | 'code' | 'delete' | 'write'

const POWER_BY_CALL: readonly (readonly [RegExp, DangerousPower])[] = [
  [/^(?:os|posix|nt)\.(?:system|popen|exec\w{1,4}|spawn\w{1,4}|posix_spawnp?|startfile)$/, 'shell'],
  [/^subprocess\.(?:run|call|check_call|check_output|Popen|getoutput|getstatusoutput)$|^pty\.spawn$/, 'shell'],
  [/^child_process\.(?:exec|execSync|execFile|execFileSync|spawn|spawnSync|fork)$/, 'shell'],
  [/^(?:eval|exec|execfile|__import__|runpy\.run_\w+|vm\.\w+|timeit\.\w+)$/, 'code'],
  [/^(?:os|posix)\.(?:remove|unlink|rmdir|removedirs)$|^shutil\.rmtree$/, 'delete'],
  [/^fs\.(?:rm|rmdir|unlink)(?:Sync)?$/, 'delete'],
  [/^shutil\.(?:copy|copy2|copyfile|move)$|^os\.(?:rename|replace)$/, 'write'],
  [/^fs\.(?:writeFile|appendFile|copyFile|rename)(?:Sync)?$/, 'write'],
]

const DANGEROUS_MODULES = wordSet('os posix subprocess shutil child_process require')

const DANGEROUS_NAMES =
  /^(?:system|popen|exec|shell_exec|passthru|proc_open|pcntl_exec|spawn|execSync|spawnSync|rmtree|rm_rf)$/

const ESCAPE_ATTRIBUTES = wordSet('__subclasses__ __globals__ __getattribute__ __builtins__ __loader__')

const FOLLOWED_CALLS =
  /^(?:util\.promisify|promisify|Reflect\.\w+|getattr|hasattr|callable|isinstance|print|type|id|inspect\.\w+|dir|help|vars|console\.\w+|Object\.freeze|(?:unittest\.)?mock\.\w+|patch(?:\.object)?|monkeypatch\.\w+|importlib\.reload|vi\.\w+|jest\.\w+)$/

export class UnresolvedPowers {
  private readonly powers = new Map<DangerousPower, string>()
  private firm = false
  private readonly texts = new Set<string>()
  private readonly lists: (readonly AbstractValue[])[] = []
  private swept = false
  readonly remote = new RemoteObjects()

  value(ref: string | undefined): void {
    if (ref === undefined) return
    const power = POWER_BY_CALL.find(([pattern]) => pattern.test(ref))?.[1]
    if (power === undefined) return
    this.powers.set(power, ref)
    this.firm = true
  }

  member(name: string): void {
    if (ESCAPE_ATTRIBUTES.has(name)) this.hint(name)
  }

  argument(ref: string | undefined): void {
    if (ref !== undefined && DANGEROUS_MODULES.has(ref)) this.hint(ref)
  }

  hint(by: string): void {
    if (!this.powers.has('shell')) this.powers.set('shell', by)
  }

  text(known: string, language: CodeLanguage): void {
    if ((language === 'php' || language === 'ruby') && DANGEROUS_NAMES.test(known)) this.hint(known)
    if (known.length > 3) this.texts.add(known)
  }

  list(items: readonly AbstractValue[]): void {
    if (items.length > 1 && exactText(items[0]) !== undefined) this.lists.push(items)
  }

  follows(ref: string | undefined): boolean {
    return ref !== undefined && FOLLOWED_CALLS.test(ref)
  }

  sweep(run: CodeRun): void {
    this.remote.settle(run)
    if (this.swept || this.powers.size === 0) return
    this.swept = true
    const certainty = run.certainty
    if (certainty === 'certain') run.certainty = 'likely'
    let met = false
    for (const [power, by] of this.powers) met = this.meets(power, by, run) || met
    run.certainty = certainty
    const [by] = this.powers.values()
    run.unknown(`${by} is handed on as a value`)
    const runs = this.powers.has('shell') || this.powers.has('code')
    if (this.firm && runs && !met) run.dynamicRun(run.language, by ?? 'a function')
  }

  private meets(power: DangerousPower, by: string, run: CodeRun): boolean {
    let met = false
    for (const known of this.texts) {
      for (const part of [known, ...quotedTexts(known)]) {
        if (power === 'shell' && isProgramCommand(part)) run.shell(textValue(part), by)
        else if (power === 'code' && /[(;]/.test(part)) run.code(run.language, textValue(part), by)
        else if (power === 'delete' && isPathText(part)) run.deletes(textValue(part), true, by)
        else if (power === 'write' && isPathText(part)) run.writes(textValue(part), 'overwrite', undefined, by)
        else continue
        met = true
      }
    }
    if (power !== 'shell') return met
    for (const items of this.lists) {
      if (!isProgramCommand(`${exactText(items[0]) ?? ''} `)) continue
      run.program(items, by)
      met = true
    }
    return met
  }
}

function quotedTexts(known: string): readonly string[] {
  return [...known.matchAll(/(["'])([^"'\n]{4,400})\1/g)].map((match) => match[2] ?? '')
}

function isPathText(known: string): boolean {
  return /^(?:\/|~\/?|[A-Za-z]:\\)[^\n\0]*$/.test(known) && known.length < 400
}
