import { Component, type ComponentChildren } from 'preact'
import type { ServerRefusal } from '../core/api.ts'
import type { Loaded } from '../core/load.ts'
import { Notice, Shown } from './text.tsx'

/** What the server refused, and what to do about it. */
export function ProblemNotice({ problem, again }: { readonly problem: ServerRefusal; readonly again?: () => void }) {
  return (
    <Notice kind="error">
      <p>
        <strong>
          <Shown text={problem.message} />
        </strong>
      </p>
      {problem.problems.length > 0 && (
        <ul>
          {problem.problems.map((text) => (
            <li>
              <Shown text={text} />
            </li>
          ))}
        </ul>
      )}
      {problem.hint !== undefined && (
        <p>
          <Shown text={problem.hint} />
        </p>
      )}
      {again && (
        <p>
          <button type="button" onClick={again}>
            Try again
          </button>
        </p>
      )}
    </Notice>
  )
}

interface LoadedViewProps<T> {
  readonly loaded: Loaded<T>
  readonly children: (value: T) => ComponentChildren
}

/** What was loaded, or that it is on its way, or why it is not there. */
export function LoadedView<T>({ loaded, children }: LoadedViewProps<T>) {
  const { value, problem, loading, reload } = loaded
  return (
    <>
      {problem && <ProblemNotice problem={problem} again={reload} />}
      {value !== undefined && children(value)}
      {value === undefined && !problem && (
        <p class="empty" aria-busy="true">
          {loading ? 'Loading …' : 'Nothing here.'}
        </p>
      )}
    </>
  )
}

/** One record that cannot be drawn does not take the page with it. */
export class ErrorBoundary extends Component<{ readonly children: ComponentChildren }, { readonly failed?: string }> {
  override state: { readonly failed?: string } = {}

  static override getDerivedStateFromError(error: unknown) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }

  override render() {
    if (this.state.failed === undefined) return this.props.children
    return (
      <Notice kind="error">
        <p>
          <strong>This page could not be drawn.</strong> <Shown text={this.state.failed} />
        </p>
      </Notice>
    )
  }
}
