/** One event of a stream, with its bytes as they came. */
export interface StreamFrame {
  readonly bytes: Buffer
  /** The name in its `event:` line; empty without one. */
  readonly event: string
  /** Its `data:` lines, joined; undefined without any. */
  readonly data: string | undefined
}

const LF = 10
const CR = 13

/**
 * Cuts a stream of server-sent events into frames, wherever its chunks begin and end. Every byte comes out again, once and in order:
 * the frames' bytes put together, and the rest, are the stream.
 */
export class FrameSplitter {
  readonly #most: number
  #pieces: Buffer[] = []
  #held = 0
  /** The line that is being read has something in it. */
  #inLine = false
  /** The last byte was a CR: an LF that follows belongs to the same end of a line. */
  #afterCr = false
  /** A frame ended with a CR: an LF that follows belongs to it. */
  #ended = false

  constructor(most: number) {
    this.#most = most
  }

  /** More of a frame than is kept: the stream is not understood from here on. */
  get isTooLong(): boolean {
    return this.#held > this.#most
  }

  /** The frames that this chunk ends. */
  push(chunk: Buffer): readonly StreamFrame[] {
    const frames: StreamFrame[] = []
    let start = 0
    let at = 0
    const cut = () => {
      this.#keep(chunk.subarray(start, at))
      frames.push(this.#take())
      start = at
    }
    if (this.#ended && chunk.length > 0) {
      this.#ended = false
      if (chunk[0] === LF) at++
      this.#afterCr = false
      cut()
    }
    while (at < chunk.length) {
      const byte = chunk[at++]
      if (byte === LF && this.#afterCr) {
        this.#afterCr = false
        continue
      }
      this.#afterCr = byte === CR
      if (byte !== LF && byte !== CR) {
        this.#inLine = true
        continue
      }
      const isBlank = !this.#inLine
      this.#inLine = false
      if (!isBlank) continue
      if (byte === CR) {
        if (at === chunk.length) {
          this.#ended = true
          break
        }
        if (chunk[at] === LF) at++
        this.#afterCr = false
      }
      cut()
    }
    this.#keep(chunk.subarray(start))
    return frames
  }

  /** What is left when the stream ends: a whole frame whose last line end may have been cut, or a part of one. */
  rest(): { readonly frame: StreamFrame | undefined; readonly bytes: Buffer } {
    const isWhole = this.#ended
    this.#ended = false
    const frame = this.#take()
    return { frame: isWhole ? frame : undefined, bytes: frame.bytes }
  }

  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return
    this.#pieces.push(bytes)
    this.#held += bytes.length
  }

  #take(): StreamFrame {
    const bytes = this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#held = 0
    return { bytes, ...fieldsOf(bytes.toString('utf8')) }
  }
}

function fieldsOf(text: string): Omit<StreamFrame, 'bytes'> {
  let event = ''
  const data: string[] = []
  for (const line of text.split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(':')
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (name === 'event') event = value
    else if (name === 'data') data.push(value)
  }
  return { event, data: data.length === 0 ? undefined : data.join('\n') }
}

/** The frame with other data; its other lines stay as they are. */
export function replaceFrameData({ bytes }: StreamFrame, data: string): Buffer {
  const end = /\r\n|\n|\r/.exec(bytes.toString('utf8'))?.[0] ?? '\n'
  const kept = bytes
    .toString('utf8')
    .split(/\r\n|\n|\r/)
    .filter((line) => line !== '' && !/^data(?::|$)/.test(line))
  return Buffer.from([...kept, `data: ${data}`, '', ''].join(end))
}
