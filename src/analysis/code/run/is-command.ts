import { programFor } from '../../programs/registry.ts'

export function isCommand(known: string): boolean {
  const [head = '', rest] = known.trimStart().split(/\s+/, 2)
  return rest !== undefined && isProgram(head)
}

export function isProgram(head: string): boolean {
  return /^[\w./~-]+$/.test(head) && programFor(head) !== undefined
}
