import type { EffectDraft } from '../effects.ts'
import type { Scribe } from '../programs/program.ts'
import { configProblems } from './config-lines.ts'
import type { WrittenFile } from './file-effects.ts'
import { loosened } from './loosened.ts'

export function turnedOff(file: WrittenFile, scribe: Pick<Scribe, 'facts' | 'unknown'>): readonly EffectDraft[] {
  const weakens = (content: string) =>
    configProblems({ ...file, content }, [], scribe.facts).filter(({ kind }) => kind === 'weaken')
  const now = weakens(file.content)
  const before = new Set(now.length === 0 ? [] : weakens(file.before ?? '').map((draft) => JSON.stringify(draft)))
  return [...loosened(file, scribe), ...now.filter((draft) => !before.has(JSON.stringify(draft)))]
}
