import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { showInvisible } from '../../../cli/io.ts'
import { cut, isoTime, shownBytes, shownTime, splitShownText } from '../core/format.ts'

/** More marks than this make no page clearer; they are then written out without being marked. */
const MOST_MARKS = 2000

/** A text of a record. What cannot be seen is written out and marked; nothing in it is ever taken for markup. */
export function Shown({ text }: { readonly text: string }) {
  if (/^[\n\t -~]*$/.test(text)) return <>{text}</>
  const pieces = splitShownText(text)
  if (pieces.length > MOST_MARKS) return <>{showInvisible(text.toWellFormed())}</>
  return (
    <>
      {pieces.map((piece) =>
        piece.unseen ? (
          <span class="unseen" title="a character that cannot be seen">
            {piece.text}
          </span>
        ) : (
          piece.text
        ),
      )}
    </>
  )
}

/** Code within a line. */
export function Inline({ text, most = 300 }: { readonly text: string; readonly most?: number }) {
  return (
    <code class="inline">
      <Shown text={cut(text, most)} />
    </code>
  )
}

interface CodeProps {
  readonly text: string
  readonly label: string
  /** Shown at once, however long it is: the viewer is about to answer for it. */
  readonly whole?: boolean
}

const SHORT = 4000

/** A command or a text in full; a long one opens on request. */
export function Code({ text, label, whole = false }: CodeProps) {
  const [open, setOpen] = useState(whole)
  const long = text.length > SHORT
  const shown = open || !long ? text : text.slice(0, SHORT)
  return (
    <div class="code-box">
      <Scroll label={label} kind="code">
        <pre>
          <code>
            <Shown text={shown} />
          </code>
        </pre>
      </Scroll>
      {long && (
        <p class="code-more">
          <span>{shownBytes(text.length)} of text</span>
          {!whole && (
            <button type="button" class="link" onClick={() => setOpen(!open)}>
              {open ? 'Show less' : 'Show all'}
            </button>
          )}
        </p>
      )}
    </div>
  )
}

interface ScrollProps {
  readonly label: string
  readonly kind?: string
  readonly children: ComponentChildren
}

/** What may be larger than its place. It must be reached by keyboard to be scrolled. */
export function Scroll({ label, kind = 'scroll', children }: ScrollProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section class={kind} tabIndex={0} aria-label={showInvisible(label)}>
      {children}
    </section>
  )
}

/** A moment in the viewer's zone, with the exact one as title. */
export function Time({ at, now = Date.now() }: { readonly at: number; readonly now?: number }) {
  const iso = isoTime(at)
  return (
    <time dateTime={iso} title={iso}>
      {shownTime(at, now)}
    </time>
  )
}

interface OutcomeProps {
  readonly outcome: string
  /** Only what the gate would have said: it looked on. */
  readonly shadow?: boolean | undefined
}

export function OutcomeBadge({ outcome, shadow = false }: OutcomeProps) {
  return (
    <span class="outcome" data-outcome={outcome} data-shadow={shadow} title={shadow ? 'shadow mode' : undefined}>
      {shadow ? `[${outcome}]` : outcome}
    </span>
  )
}

interface NoticeProps {
  readonly kind: 'info' | 'warning' | 'error'
  readonly children: ComponentChildren
}

export function Notice({ kind, children }: NoticeProps) {
  return (
    <div class="notice" data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}

/** A title with what a page is for, and what can be done on it. */
export function PageHead({ title, about, children }: PageHeadProps) {
  return (
    <header class="page-head">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {about !== undefined && <p class="quiet">{about}</p>}
      </div>
      {children !== undefined && <div class="actions">{children}</div>}
    </header>
  )
}

interface PageHeadProps {
  readonly title: ComponentChildren
  readonly about?: ComponentChildren
  readonly children?: ComponentChildren
}

export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <p class="empty">{children}</p>
}
