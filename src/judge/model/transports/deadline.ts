import { cleanReason } from '../parse.ts'
import type { ModelAnswer, ModelCall } from '../transport.ts'

/** Why a call ended, where the caller or the clock ended it. */
export type EndCause = 'interrupted' | 'deadline' | undefined

/** Never throws. Runs the work until it is done, the caller interrupts, or time is up; whichever is first decides. */
export async function withDeadline(
  { deadlineMs, signal }: Pick<ModelCall, 'deadlineMs' | 'signal'>,
  work: (signal: AbortSignal, ended: () => EndCause) => Promise<ModelAnswer>,
): Promise<ModelAnswer> {
  if (signal?.aborted) return { failure: { kind: 'interrupted', detail: '' } }
  const controller = new AbortController()
  let reason: EndCause
  let end: (why: Exclude<EndCause, undefined>) => void = () => undefined
  const over = new Promise<ModelAnswer>((resolve) => {
    end = (why) => {
      reason ??= why
      controller.abort()
      resolve({ failure: { kind: reason, detail: '' } })
    }
  })
  const timer = setTimeout(() => end('deadline'), deadlineMs)
  const interrupt = (): void => end('interrupted')
  signal?.addEventListener('abort', interrupt)
  try {
    return await Promise.race([over, work(controller.signal, () => reason)])
  } catch (error) {
    const detail = cleanReason(error instanceof Error ? error.message : String(error)).slice(0, 160)
    return { failure: { kind: reason ?? 'crashed', detail } }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', interrupt)
  }
}
