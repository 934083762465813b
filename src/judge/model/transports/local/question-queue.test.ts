import { describe, expect, it } from 'vitest'
import type { ModelAnswer } from '../../transport.ts'
import { type QuestionWork, questionQueue } from './question-queue.ts'

const answerOf = (detail: string): ModelAnswer => ({ failure: { kind: 'refused', detail } })
const never = () => new Promise<never>(() => undefined)
const turns = () => new Promise((resolve) => setTimeout(resolve, 5))

function queue(work: QuestionWork<string>) {
  const client = {
    running: true,
    kill: () => {
      client.running = false
    },
  }
  return { client, asked: questionQueue(client, work) }
}
const open = () => new AbortController()

describe('questions to one client', () => {
  it('are answered one after another, and it is made ready before, and tidied after each', async () => {
    const done: string[] = []
    const work = (name: string) => async () => {
      done.push(`${name} begins`)
      await turns()
      done.push(`${name} ends`)
    }
    const { client, asked } = queue({
      prepare: work('prepare'),
      answer: async (question) => {
        await work(question)()
        return answerOf(question)
      },
      tidy: work('tidy'),
    })
    expect(asked.busy).toBe(false)
    const answers = ['a', 'b'].map((question) => asked.ask(question, open().signal))
    expect(asked.busy).toBe(true)
    expect(await Promise.all(answers)).toEqual([answerOf('a'), answerOf('b')])
    await expect.poll(() => asked.busy).toBe(false)
    expect(done).toEqual(['prepare', 'a', 'tidy', 'b', 'tidy'].flatMap((name) => [`${name} begins`, `${name} ends`]))
    expect(client.running).toBe(true)
    expect(asked.running).toBe(true)
  })

  it.each<[string, Partial<QuestionWork<string>>]>([
    ['it is made ready', { prepare: never }],
    ['it answers', { answer: never }],
    ['it is tidied', { tidy: never }],
  ])('a client that hangs while %s ends with the question that is given up', async (_name, work) => {
    const { client, asked } = queue({ answer: (question) => Promise.resolve(answerOf(question)), ...work })
    if (work.tidy) await asked.ask('first', open().signal)
    const giving = open()
    void asked.ask('second', giving.signal)
    await turns()
    expect(client.running).toBe(true)
    giving.abort()
    expect(client.running).toBe(false)
  })

  it("whoever gives up while another's question is answered ends nothing, and is not asked", async () => {
    const seen: string[] = []
    let answer: (answer: ModelAnswer) => void = () => undefined
    const { client, asked } = queue({
      answer: (question) => {
        seen.push(question)
        return new Promise((resolve) => {
          answer = resolve
        })
      },
    })
    const first = asked.ask('first', open().signal)
    const giving = open()
    void asked.ask('second', giving.signal)
    await turns()
    giving.abort()
    answer(answerOf('first'))
    expect(await first).toEqual(answerOf('first'))
    await expect.poll(() => asked.busy).toBe(false)
    expect(seen).toEqual(['first'])
    expect(client.running).toBe(true)
  })

  it('whoever gives up after the answer ends nothing', async () => {
    const { client, asked } = queue({ answer: (question) => Promise.resolve(answerOf(question)) })
    const giving = open()
    await asked.ask('first', giving.signal)
    giving.abort()
    expect(client.running).toBe(true)
  })

  it('a client that cannot be made ready ends; an answer that throws is told', async () => {
    const failing = () => Promise.reject(new Error('no'))
    const { client, asked } = queue({ prepare: failing, answer: failing })
    await expect(asked.ask('first', open().signal)).rejects.toThrow('no')
    expect(client.running).toBe(false)
    await expect.poll(() => asked.busy).toBe(false)
  })
})
