import type { EffectDraft } from '../effects.ts'
import type { EffectRecorder } from '../programs/program.ts'
import { findConfigProblems } from './config-lines.ts'
import type { WrittenFile } from './file-effects.ts'
import { findSecurityRegressions } from './loosened.ts'

export function findDisabledProtections(
  file: WrittenFile,
  recorder: Pick<EffectRecorder, 'facts' | 'unknown'>,
): readonly EffectDraft[] {
  const weakens = (content: string) =>
    findConfigProblems({ ...file, content }, [], recorder.facts).filter(({ kind }) => kind === 'weaken')
  const now = weakens(file.content)
  const before = new Set(now.length === 0 ? [] : weakens(file.before ?? '').map((draft) => JSON.stringify(draft)))
  return [...findSecurityRegressions(file, recorder), ...now.filter((draft) => !before.has(JSON.stringify(draft)))]
}
