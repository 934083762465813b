/** Shows how far a suite is. */
export interface Progress {
  step(done: number, note?: string): void
  end(): void
}

const WIDTH = 28
const PAUSE_MS = 100

/** A bar on a terminal; elsewhere a line for every tenth of long work. It writes to stderr, so that stdout stays a result. */
export function progress(title: string, total: number, out: NodeJS.WriteStream = process.stderr): Progress {
  if (!out.isTTY) return inLines(title, total, out)
  let shown = 0
  return {
    step: (done, note = '') => {
      const now = performance.now()
      if (now - shown < PAUSE_MS && done < total) return
      shown = now
      const part = total === 0 ? 1 : Math.min(1, done / total)
      const bar = '█'.repeat(Math.round(part * WIDTH)).padEnd(WIDTH, '░')
      out.write(`\r\x1b[2K${title} ${bar} ${done}/${total} ${note}`)
    },
    end: () => {
      out.write('\r\x1b[2K')
    },
  }
}

const LONG = 1_000

function inLines(title: string, total: number, out: NodeJS.WriteStream): Progress {
  let tenths = 0
  return {
    step: (done, note = '') => {
      const now = Math.floor((done / total) * 10)
      if (total < LONG || now <= tenths) return
      tenths = now
      out.write(`${title}: ${done}/${total} ${note}\n`)
    },
    end: () => undefined,
  }
}
