import type { EffectDraft } from '../effects.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import type { WrittenFile } from './file-effects.ts'
import { findConfigProblems } from './risky-config-lines.ts'
import { findSecurityRegressions } from './security-regressions.ts'

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
