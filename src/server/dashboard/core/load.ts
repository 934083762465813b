import { useCallback, useEffect, useState } from 'preact/hooks'
import { ask, type DashboardRequest, ServerRefusal } from './api.ts'
import { useCell } from './cell.ts'
import { connection } from './connection.ts'

export interface Loaded<T> {
  readonly value: T | undefined
  readonly problem: ServerRefusal | undefined
  readonly loading: boolean
  readonly reload: () => void
}

/** What the API says at a path, again when the path changes and after a lost connection; what was there stays until then. */
export function useLoad<T>(path: string | undefined, body?: DashboardRequest['body']): Loaded<T> {
  const link = useCell(connection)
  const round = link.state === 'live' ? link.round : 0
  const [again, setAgain] = useState(0)
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({ value: undefined, problem: undefined, loading: true })
  const sent = body === undefined ? undefined : JSON.stringify(body)
  useEffect(() => {
    if (path === undefined) return undefined
    const control = new AbortController()
    setState((old) => ({ ...old, loading: true }))
    ask<T>(path, { signal: control.signal, ...(sent !== undefined && { body: JSON.parse(sent) }) }).then(
      (value) => setState({ value, problem: undefined, loading: false }),
      (error: unknown) => {
        if (!control.signal.aborted) setState((old) => ({ ...old, problem: refusalOf(error), loading: false }))
      },
    )
    return () => control.abort()
  }, [path, sent, round, again])
  const reload = useCallback(() => setAgain((count) => count + 1), [])
  return { ...state, reload }
}

export function refusalOf(error: unknown): ServerRefusal {
  return error instanceof ServerRefusal ? error : new ServerRefusal(0, { error: String(error) })
}

/** A value that has stood still for a while. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

/** The time, drawn again every so many milliseconds. */
export function useNow(ms: number): number {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), ms)
    return () => clearInterval(timer)
  }, [ms])
  return now
}
