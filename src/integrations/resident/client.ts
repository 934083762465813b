import { connect } from 'node:net'
import type { HostAnswer } from '../integration.ts'
import { decodeAnswer, encodeQuestion, HELLO, isOurs, type Question } from './protocol.ts'

/** A resident that does not greet in this time is busy or stopped; the hook is quicker alone. */
const HELLO_MS = 250

/**
 * Asks the resident. Undefined when there is none, or it broke off: the hook then finds the answer itself.
 * Once it has greeted and has the question, it is waited for: the caller's deadline blocks the call.
 */
export function askResident(socket: string, question: Question, helloMs = HELLO_MS): Promise<HostAnswer | undefined> {
  if (!isOurs(socket)) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const connection = connect(socket)
    let text = ''
    const leave = (answer: HostAnswer | undefined) => {
      clearTimeout(patience)
      connection.destroy()
      resolve(answer)
    }
    const patience = setTimeout(() => leave(undefined), helloMs)
    connection.setEncoding('utf8')
    connection.on('data', (chunk: string) => {
      const greeting = text === ''
      text += chunk
      if (!greeting) return
      if (!text.startsWith(HELLO)) return leave(undefined)
      clearTimeout(patience)
      connection.end(encodeQuestion(question))
    })
    connection.on('end', () => leave(decodeAnswer(text.slice(HELLO.length))))
    connection.on('error', () => leave(undefined))
  })
}

/** Whether a resident listens there and is awake. */
export function isAwake(socket: string): Promise<boolean> {
  if (!isOurs(socket)) return Promise.resolve(false)
  return new Promise((resolve) => {
    const connection = connect(socket)
    const leave = (awake: boolean) => {
      clearTimeout(patience)
      connection.destroy()
      resolve(awake)
    }
    const patience = setTimeout(() => leave(false), HELLO_MS)
    connection.once('data', (chunk: Buffer) => leave(chunk.toString().startsWith(HELLO)))
    connection.on('error', () => leave(false))
    connection.on('end', () => leave(false))
  })
}
