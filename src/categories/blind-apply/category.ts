import type { DataSource } from '../../analysis/words.ts'
import { APPLY_WORDS } from '../../knowledge/lexicon/act-words.ts'
import type { Category } from '../category.ts'
import { detector } from '../detector.ts'

export const category: Category = {
  id: 'blind-apply',
  title: 'Patches applied unseen',
  summary: 'Applies a patch or diff whose content nobody in this session has read.',
  hard: false,
  policy: `Blocked: git apply, git am, patch and the like on a diff that was downloaded or that this session has not shown or written.
Not blocked: patches this session wrote or printed before, checks without applying (--check, --dry-run, --stat), cherry-picks and
merges of commits that are in the repository.`,
  clears: 'The user asked to apply it and named the patch or where it comes from.',
  ...detector('blind-apply', ['apply-patch'], (effect) => {
    if (effect.seen) return undefined
    const from = sourceName(effect.source)
    return {
      acts: APPLY_WORDS,
      nouns: from === undefined ? [] : [[from, from.slice(from.lastIndexOf('/') + 1)]],
    }
  }),
}

function sourceName(source: DataSource): string | undefined {
  if (source.kind === 'file') return source.path
  return source.kind === 'network' ? source.url : undefined
}
