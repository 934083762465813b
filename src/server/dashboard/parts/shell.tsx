import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { asks, waitingOf } from '../core/asks.ts'
import { useCell } from '../core/cell.ts'
import { connection, retry } from '../core/connection.ts'
import { countdown, counted } from '../core/format.ts'
import { useNow } from '../core/load.ts'
import { linkTo, route } from '../core/router.ts'
import { nextTheme, theme } from '../core/theme.ts'

const PAGES = [
  ['live', 'Live'],
  ['pending', 'Pending'],
  ['sessions', 'Sessions'],
  ['overview', 'Overview'],
  ['policy', 'Policy'],
  ['playground', 'Playground'],
  ['health', 'Health'],
] as const

const PARENTS: ReadonlyMap<string, string> = new Map([
  ['session', 'sessions'],
  ['decision', 'live'],
])

/** What stands around every page: the way to the others, the state of the connection, and what is said aloud. */
export function Shell({ children, paired }: { readonly children: ComponentChildren; readonly paired: boolean }) {
  const [open, setOpen] = useState(false)
  const { parts } = useCell(route)
  // A page that was chosen closes the menu.
  useEffect(() => setOpen(false), [parts])
  return (
    <div class="shell">
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href={linkTo('live')}>
          <img src="/icon.svg" alt="" width="22" height="22" />
          Irongate
        </a>
        {paired && <WaitingLink />}
        <ThemeSwitch />
        {paired && (
          <button
            type="button"
            class="menu-button"
            aria-expanded={open}
            aria-controls="menu"
            onClick={() => setOpen(!open)}
          >
            Menu
          </button>
        )}
      </header>
      {paired && <Menu open={open} current={parts[0] ?? 'live'} />}
      <main id="main" tabIndex={-1}>
        {paired && <Lost />}
        {children}
      </main>
      <Announcer />
    </div>
  )
}

function Menu({ open, current }: { readonly open: boolean; readonly current: string }) {
  const waiting = waitingOf(useCell(asks)).length
  const page = PARENTS.get(current) ?? current
  return (
    <nav id="menu" aria-label="Pages" data-open={open}>
      <ul>
        {PAGES.map(([id, name]) => (
          <li>
            <a href={linkTo(id)} aria-current={id === page ? 'page' : undefined}>
              {name}
              {id === 'pending' && waiting > 0 && (
                <span class="badge">
                  {waiting}
                  <span class="away"> waiting</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
      <Link />
    </nav>
  )
}

/** On a phone the menu is folded: what waits must be seen nevertheless. */
function WaitingLink() {
  const waiting = waitingOf(useCell(asks)).length
  if (waiting === 0) return null
  return (
    <a class="waiting-link" href={linkTo('pending')}>
      {waiting} waiting
    </a>
  )
}

function Link() {
  const { state } = useCell(connection)
  const words = { live: 'Connected', connecting: 'Connecting …', lost: 'Connection lost', refused: 'Not paired' }[state]
  return (
    <p class="link-state" data-state={state}>
      <span class="dot" aria-hidden="true" />
      {words}
    </p>
  )
}

function Lost() {
  const link = useCell(connection)
  if (link.state !== 'lost') return null
  return (
    <div class="notice lost" data-kind="warning" role="alert">
      <p>
        <strong>Connection lost:</strong> {link.why}. What you see may be old. <Again at={link.retryAt} />
      </p>
      <button type="button" onClick={retry}>
        Try now
      </button>
    </div>
  )
}

function Again({ at }: { readonly at: number }) {
  return <span aria-hidden="true">Next try in {countdown(at - useNow(500))}.</span>
}

function ThemeSwitch() {
  const chosen = useCell(theme)
  const words = { system: 'as the system', light: 'light', dark: 'dark' }[chosen]
  return (
    <button
      type="button"
      class="theme-switch"
      aria-label={`Colours: ${words}. Change them`}
      title={`Colours: ${words}`}
      onClick={() => theme.set(nextTheme(chosen))}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <circle cx="8" cy="8" r="5.5" fill="none" stroke="currentColor" stroke-width="1.5" />
        {chosen !== 'light' && (
          <path
            d={chosen === 'dark' ? 'M8 2.5a5.5 5.5 0 0 1 0 11 5.5 5.5 0 0 1 0-11' : 'M8 2.5a5.5 5.5 0 0 1 0 11z'}
            fill="currentColor"
          />
        )}
      </svg>
    </button>
  )
}

/** Says to a screen reader what changes on its own. */
function Announcer() {
  const waiting = waitingOf(useCell(asks)).length
  const [said, setSaid] = useState('')
  useEffect(() => {
    setSaid(waiting === 0 ? '' : `${counted(waiting, 'call waits', 'calls wait')} for your answer.`)
  }, [waiting])
  return (
    <div class="away" role="status" aria-live="assertive">
      {said}
    </div>
  )
}
