/** A client that is kept running between questions. */
export interface Resident {
  readonly running: boolean
  /** It is asked something now. */
  readonly busy: boolean
  kill(): void
}

/** Each takes some 200 megabytes: two stages of one model, and one that is about to change. */
const MOST_RESIDENTS = 3
const IDLE_MS = 10 * 60_000

export interface ResidentPool<Client extends Resident> {
  /** The one of this name, started where there is none. */
  get(name: string, start: () => Client): Client
}

/** All of this process: policies come and go, and the clients stay. */
const CLOSERS: (() => void)[] = []

/** Keeps the clients that were asked last, for as long as somebody asks. */
export function residentPool<Client extends Resident>(): ResidentPool<Client> {
  const all = new Map<string, { readonly client: Client; readonly idle: NodeJS.Timeout }>()
  const leave = (name: string): void => {
    const kept = all.get(name)
    all.delete(name)
    clearTimeout(kept?.idle)
    kept?.client.kill()
  }
  CLOSERS.push(() => {
    for (const name of [...all.keys()]) leave(name)
  })
  return {
    get: (name, start) => {
      const known = all.get(name)
      all.delete(name)
      clearTimeout(known?.idle)
      const client = known?.client.running ? known.client : start()
      all.set(name, { client, idle: setTimeout(() => leave(name), IDLE_MS).unref() })
      const rest = [...all].filter(([other, kept]) => other !== name && !kept.client.busy)
      for (const [other] of rest.slice(0, Math.max(0, all.size - MOST_RESIDENTS))) leave(other)
      return client
    },
  }
}

/** Ends all that are running. */
export function closeResidents(): void {
  for (const close of CLOSERS) close()
}
