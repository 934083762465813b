/** Runs what it is given one after another: a client that is asked twice at once makes one question of both. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const run = last.then(work, work)
    last = run.catch(() => undefined)
    return run
  }
}
