import { useEffect, useRef } from 'preact/hooks'
import { asks, waitingOf } from './core/asks.ts'
import { useCell } from './core/cell.ts'
import { connection } from './core/connection.ts'
import { type Route, route } from './core/router.ts'
import { DecisionPage } from './pages/decision.tsx'
import { Health } from './pages/health.tsx'
import { Live } from './pages/live.tsx'
import { OverviewPage } from './pages/overview.tsx'
import { Pair } from './pages/pair.tsx'
import { Pending } from './pages/pending.tsx'
import { Playground } from './pages/playground.tsx'
import { PolicyPage } from './pages/policy.tsx'
import { SessionPage } from './pages/session.tsx'
import { SessionsPage } from './pages/sessions.tsx'
import { ErrorBoundary } from './parts/problem.tsx'
import { Shell } from './parts/shell.tsx'
import { PageHead } from './parts/text.tsx'

/** All pages; which one is shown stands behind `#`. */
export function Dashboard({ hasKey }: { readonly hasKey: boolean }) {
  const link = useCell(connection)
  const here = useCell(route)
  const name = here.parts.join('/')
  const paired = hasKey && link.state !== 'refused'
  useTitle(here)
  useFocus(name)
  return (
    <Shell paired={paired}>
      <ErrorBoundary key={name}>{paired ? <Page here={here} /> : <Pair ended={hasKey} />}</ErrorBoundary>
    </Shell>
  )
}

function Page({ here: { parts } }: { readonly here: Route }) {
  const [page = 'live', machine, id] = parts
  switch (page) {
    case 'live':
      return <Live />
    case 'pending':
      return <Pending />
    case 'sessions':
      return <SessionsPage />
    case 'overview':
      return <OverviewPage />
    case 'policy':
      return <PolicyPage />
    case 'playground':
      return <Playground {...(machine !== undefined && id !== undefined && { from: { machine, id } })} />
    case 'health':
      return <Health />
  }
  if (page === 'session' && machine !== undefined && id !== undefined) return <SessionPage machine={machine} id={id} />
  if (page === 'decision' && machine !== undefined && id !== undefined)
    return <DecisionPage machine={machine} id={id} />
  return <PageHead title="There is no such page" about="The menu leads to those that are." />
}

function useTitle({ parts: [page = 'live'] }: Route): void {
  const waiting = waitingOf(useCell(asks)).length
  useEffect(() => {
    const name = `${page.slice(0, 1).toUpperCase()}${page.slice(1, 20)}`
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${name} – Irongate`
  }, [page, waiting])
}

/** A new page takes the focus, so that a screen reader begins there; the first one leaves it where it is. */
function useFocus(name: string): void {
  const first = useRef(true)
  useEffect(() => {
    if (!first.current) {
      document.getElementById('main')?.focus({ preventScroll: true })
      window.scrollTo(0, 0)
    }
    first.current = false
  }, [name])
}
