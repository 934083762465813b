import type { Abstract } from './value.ts'
import { either } from './value.ts'

export class CodeScope {
  private readonly names = new Map<string, Abstract>()
  private readonly parent: CodeScope | undefined

  constructor(parent?: CodeScope) {
    this.parent = parent
  }

  get(name: string): Abstract | undefined {
    for (let scope: CodeScope | undefined = this; scope; scope = scope.parent) {
      const value = scope.names.get(name)
      if (value) return value
    }
    return undefined
  }

  set(name: string, value: Abstract): void {
    this.names.set(name, value)
  }

  /** Changes a name in the scope that has it; what it was stays possible where that may not happen. */
  update(name: string, value: Abstract, conditional: boolean): void {
    let owner: CodeScope | undefined = this
    while (owner && !owner.names.has(name)) owner = owner.parent
    if (owner) owner.assign(name, value, conditional)
    else this.set(name, value)
  }

  /** Assigns where a branch may or may not run: the old value stays possible. */
  assign(name: string, value: Abstract, conditional: boolean): void {
    const old = this.get(name)
    this.names.set(name, conditional && old && old !== value ? either([value, old]) : value)
  }
}
