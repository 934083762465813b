import { instructionsIn } from '../../intent/speech/instructions.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import { FOLLOW_VERBS } from './production-changes.ts'

const PATH = /(?:~\/|\.{0,2}\/)?[\w.@+-]{1,120}(?:\/[\w.@+-]{1,120}){0,20}/g
/** Sources, data and settings are worked on; a text without an ending or of prose is read as words. */
const PROSE_FILE = /(?:^|\/)[^./]+$|\.(?:md|mdx|markdown|txt|text|rst|adoc|org|prompt|tmp)$/i
const MAX_NAMES = 200
const MAX_FILES = 8

export interface FollowedFile {
  readonly path: string
  /** Undefined where nobody knows what it says. */
  readonly text: string | undefined
}

/**
 * Texts of this session that a task hands on: what they say is part of it. One in the project may be worked on just as well, so it has to
 * be named behind a verb of following; a note elsewhere is there to be read.
 */
export function followedFiles(task: string, recorder: EffectRecorder): readonly FollowedFile[] {
  if (recorder.untouched()) return []
  const ordered = instructionsIn(task).orders.flatMap(({ verb, object }) => (FOLLOW_VERBS.test(verb) ? [object] : []))
  const followed = new Set(ordered.flatMap(namesIn))
  const files = new Map<string, FollowedFile>()
  for (const name of namesIn(task)) {
    const { real, zone } = recorder.pathOf(name)
    if (real === undefined || files.has(real) || files.size >= MAX_FILES) continue
    const inProject = zone === 'project' || zone === 'project-root'
    if ((inProject && !followed.has(name)) || recorder.provenance(real).kind === 'here') continue
    files.set(real, { path: real, text: recorder.facts.session.written.get(real) ?? recorder.readText(real) })
  }
  return [...files.values()]
}

function namesIn(text: string): readonly string[] {
  const names = (text.match(PATH) ?? []).map((name) => name.replace(/[.:]+$/, ''))
  return [...new Set(names)].filter((name) => /[./]/.test(name) && PROSE_FILE.test(name)).slice(0, MAX_NAMES)
}
