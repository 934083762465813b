import { mightForbid } from '../judge/consent/index.ts'
import { findings } from '../judge/embedded/findings.ts'
import { forbidsInProse } from '../judge/embedded/unread-prose.ts'
import type { FastPath, FastPathView } from './fast-path.ts'

/** The grade, when nothing stands against it. INVARIANT: a finding, words that may be a boundary, or prose only a model can read sets it aside. */
function graded(view: FastPathView, grade: 'proven' | 'expected'): string | undefined {
  const { action, tool, policy, facts, transcript, model } = view
  if (action.grade !== grade || policy.judge.kind === 'claude') return undefined
  if (policy.autoMode.classifyAllShell && (tool.kind === 'shell' || tool.kind === 'powershell')) return undefined
  if (findings(action, policy, facts).length > 0) return undefined
  if (model && mightForbid(transcript, grade === 'proven' ? 'look' : 'change')) return undefined
  if (grade === 'expected' && forbidsInProse(policy)) return undefined
  return grade === 'proven'
    ? 'changes, sends and runs nothing'
    : 'known project work, its recipe read and free of findings'
}

export const PROVEN: FastPath = { name: 'proven', answers: 'allow', applies: (view) => graded(view, 'proven') }

export const EXPECTED: FastPath = { name: 'expected', answers: 'allow', applies: (view) => graded(view, 'expected') }
