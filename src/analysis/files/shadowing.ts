import { programFor } from '../programs/registry.ts'
import type { WrittenFile } from './file-effects.ts'

/** Directories of a home that stand in PATH. */
const PROGRAMS =
  /\/(?:\.local\/bin|bin|\.bin|\.cargo\/bin|go\/bin|\.npm-global\/bin|\.yarn\/bin|\.deno\/bin|\.bun\/bin)\/([^/]{1,100})$/

/** Programs the system brings; others are ordinarily installed by putting them there. */
const SHADOWED =
  /^(?:git|ssh|scp|sudo|su|ls|cat|cp|mv|rm|ps|env|sh|bash|zsh|curl|wget|grep|sed|awk|find|tar|make|gcc|cc|ld|gpg|crontab|systemctl|login|passwd|which|man|less|vi|vim|nano)$/

/** The name that a file answers to in a home's PATH. */
export function nameInPath({ path }: WrittenFile): string | undefined {
  return path.zone === 'home' ? PROGRAMS.exec(path.real ?? '')?.[1] : undefined
}

/** The program of that name which a file in a home's PATH would stand before. */
export function shadowedProgram(file: WrittenFile): string | undefined {
  const name = nameInPath(file)
  return name !== undefined && SHADOWED.test(name) && programFor(name) !== undefined ? name : undefined
}
