import { MODES } from '../../../decision.ts'
import { type CallDraft, exampleOf, fieldOf, TOOLS } from '../core/draft.ts'

interface CallFormProps {
  readonly draft: CallDraft
  readonly set: (draft: CallDraft) => void
}

/** A call to be typed. */
export function CallForm({ draft, set }: CallFormProps) {
  const field = fieldOf(draft.tool)
  const chooseTool = (tool: string) => {
    // An example that nobody touched gives way to that of the next tool.
    const untouched = draft.input.trim() === '' || draft.input === exampleOf(draft.tool)
    set({ ...draft, tool, ...(untouched && { input: exampleOf(tool) }) })
  }
  return (
    <form class="card form" onSubmit={(event) => event.preventDefault()} aria-label="The call">
      <label class="field">
        <span>Tool</span>
        <input
          list="tools"
          value={draft.tool}
          maxLength={200}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => chooseTool(event.currentTarget.value)}
        />
        <datalist id="tools">
          {TOOLS.map((tool) => (
            <option value={tool} />
          ))}
        </datalist>
      </label>
      <label class="field">
        <span>{field === undefined ? 'Input (JSON)' : field === 'command' ? 'Command' : 'File'}</span>
        <textarea
          class="mono"
          rows={field === undefined ? 8 : 5}
          value={draft.input}
          spellcheck={false}
          autocapitalize="off"
          autocomplete="off"
          placeholder={field === 'command' ? 'git push --force origin main' : ''}
          onInput={(event) => set({ ...draft, input: event.currentTarget.value })}
        />
      </label>
      <label class="field">
        <span>Folder</span>
        <input
          class="mono"
          value={draft.cwd}
          placeholder="/home/you/project"
          maxLength={4096}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => set({ ...draft, cwd: event.currentTarget.value })}
        />
      </label>
      <div class="form-row">
        <label class="field">
          <span>Mode</span>
          <select value={draft.mode} onChange={(event) => set({ ...draft, mode: event.currentTarget.value })}>
            {[...new Set([...MODES, draft.mode])].map((mode) => (
              <option value={mode}>{mode}</option>
            ))}
          </select>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={draft.headless}
            onChange={(event) => set({ ...draft, headless: event.currentTarget.checked })}
          />
          <span>Nobody is there to ask</span>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={draft.model}
            onChange={(event) => set({ ...draft, model: event.currentTarget.checked })}
          />
          <span>Ask the judge’s model, too (costs)</span>
        </label>
      </div>
      <label class="field">
        <span>What the person said, one sentence a line</span>
        <textarea
          rows={2}
          value={draft.said}
          placeholder="force push main"
          onInput={(event) => set({ ...draft, said: event.currentTarget.value })}
        />
      </label>
    </form>
  )
}
