/** For what is kept to do better the next time: where it cannot be kept, a request more is the price, never the verdict. */
export function ignoreErrors<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    void error
    return undefined
  }
}

/** The work's result, or undefined as soon as the signal is set. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const abort = (): void => resolve(undefined)
    signal.addEventListener('abort', abort)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
