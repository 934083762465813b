import { useMemo, useState } from 'preact/hooks'
import { treeOfText } from '../../../settings/tree.ts'
import type { WhatIfResponse } from '../../api/shapes.ts'
import { ask, type ServerRefusal } from '../core/api.ts'
import { refusalOf } from '../core/load.ts'
import { ProblemNotice } from './problem.tsx'
import { WhatIfPanel } from './what-if.tsx'

interface PolicyEditorProps {
  readonly text: string
  readonly saved: () => void
}

type Work = 'none' | 'trying' | 'saving'

/** The user's settings as text. They can be saved once it was seen what they would change. */
export function PolicyEditor({ text, saved }: PolicyEditorProps) {
  const [edited, setEdited] = useState(text)
  const [days, setDays] = useState(7)
  const [work, setWork] = useState<Work>('none')
  const [tried, setTried] = useState<{ readonly text: string; readonly found: WhatIfResponse } | undefined>()
  const [problem, setProblem] = useState<ServerRefusal | undefined>()
  const syntax = useMemo(() => syntaxOf(edited), [edited])
  const doing = async (what: Work, act: () => Promise<void>) => {
    setWork(what)
    setProblem(undefined)
    await act().catch((error: unknown) => setProblem(refusalOf(error)))
    setWork('none')
  }
  const attempt = () =>
    doing('trying', async () => {
      setTried(undefined)
      const found = await ask<WhatIfResponse>('/policy/what-if', { body: { settings: edited, days } })
      setTried({ text: edited, found })
    })
  const save = () =>
    doing('saving', async () => {
      await ask('/policy/user', { method: 'PUT', body: { text: edited, before: text } })
      saved()
    })
  const unchanged = edited === text
  const seen = tried?.text === edited
  const off = unchanged || syntax !== undefined || work !== 'none'
  return (
    <div class="editor">
      <label class="field">
        <span class="away">Text of your settings</span>
        <textarea
          class="mono"
          rows={Math.min(28, Math.max(10, edited.split('\n').length + 1))}
          value={edited}
          spellcheck={false}
          autocapitalize="off"
          aria-invalid={syntax !== undefined}
          aria-describedby="editor-state"
          onInput={(event) => setEdited(event.currentTarget.value)}
        />
      </label>
      <p id="editor-state" class={syntax === undefined ? 'quiet' : 'fault'} role="status">
        {syntax ??
          (unchanged ? 'Unchanged.' : seen ? 'Tried; it can be saved.' : 'Changed. Try it before you save it.')}
      </p>
      <div class="actions">
        <label class="inline-field">
          <span>Against the last</span>
          <select value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
            {[1, 7, 30, 90].map((count) => (
              <option value={count}>{count === 1 ? '1 day' : `${count} days`}</option>
            ))}
          </select>
        </label>
        <button type="button" class={seen ? '' : 'primary'} disabled={off} onClick={() => void attempt()}>
          {work === 'trying' ? 'Trying …' : 'What would change?'}
        </button>
        <button type="button" class={seen ? 'primary' : ''} disabled={off || !seen} onClick={() => void save()}>
          {work === 'saving' ? 'Saving …' : 'Save'}
        </button>
        {!unchanged && (
          <button type="button" class="link" onClick={() => setEdited(text)}>
            Undo all
          </button>
        )}
      </div>
      {problem && <ProblemNotice problem={problem} />}
      {tried && <WhatIfPanel found={tried.found} stale={!seen} />}
    </div>
  )
}

/** Why the text cannot be read, with the place; the gate's own reader says it. */
function syntaxOf(text: string): string | undefined {
  if (text.trim() === '') return undefined
  const read = treeOfText(text)
  if (read.kind === 'tree') return undefined
  const { line, column } = read.at
  return line === undefined ? read.problem : `Line ${line}, column ${column ?? 1}: ${read.problem}.`
}
