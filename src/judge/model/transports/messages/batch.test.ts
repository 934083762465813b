import { expect, it } from 'vitest'
import { action, judgeAt, judgeRequest, TEST_MODEL } from '../../testing.ts'
import type { ModelClient } from '../../transport.ts'
import { type BatchLine, exportJudging, importJudging } from './judging-export.ts'

const CASES = ['ls', 'git push -f', 'rm -rf x']

let runs = 1_000

/** All cases with this client: what the command line does, without a gate. */
async function run(client: ModelClient): Promise<readonly BatchLine[]> {
  runs++
  const judge = judgeAt('http://unused.invalid', { client: () => client })
  const lines: BatchLine[] = []
  for (const command of CASES) {
    const call = { tool: 'Bash', input: { command }, cwd: '/', sessionId: command, callId: `case ${command}` }
    const { verdict } = await judge.judge(
      judgeRequest(command, { action: action(command, { call }), fence: `fence${runs}-${command.length}x` }),
    )
    lines.push({ id: command, verdict: verdict.type, ...('cause' in verdict && { cause: verdict.cause }) })
  }
  return lines
}

const result = (custom_id: string, text: string, more = {}) =>
  JSON.stringify({
    custom_id,
    result: {
      type: 'succeeded',
      message: {
        type: 'message',
        model: TEST_MODEL,
        content: [{ type: 'text', text }],
        stop_reason: 'end_turn',
        stop_sequence: null,
        usage: { input_tokens: 5, output_tokens: 5 },
        ...more,
      },
    },
  })

const idsOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { custom_id: string }).custom_id)
const verdicts = (lines: readonly BatchLine[]) => lines.map(({ verdict }) => verdict)

it('a bench goes out, comes back, and its second stages go out again', async () => {
  const first = (await exportJudging(run)).requests
  const ids = idsOf(first)
  expect(ids).toHaveLength(3)
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  expect(
    first.split('\n').every((line) => line === '' || Object.keys(JSON.parse(line)).join() === 'custom_id,params'),
  ).toBe(true)

  const results = [
    result(ids[0] ?? '', '<block>no</block>'),
    result(ids[1] ?? '', '<block>yes', { stop_reason: 'stop_sequence', stop_sequence: '</block>' }),
    result(ids[2] ?? '', 'hm'),
  ].join('\n')
  const once = await importJudging(results, run)
  expect(verdicts(once.lines)).toEqual(['allow', 'unavailable', 'unavailable'])
  const second = idsOf(once.next)
  expect(second).toHaveLength(2)
  expect(second.every((id) => id.endsWith('-thinking'))).toBe(true)

  const more = [
    result(second[0] ?? '', '<thinking>x</thinking><block>yes</block><reason>forces</reason>'),
    result(second[1] ?? '', '<block>no</block>'),
  ]
  const twice = await importJudging([results, ...more].join('\n'), run)
  expect(verdicts(twice.lines)).toEqual(['allow', 'block', 'allow'])
  expect(twice.next).toBe('')
})

it.each([
  ['{"type":"errored","error":{"type":"error","error":{"type":"overloaded_error","message":"x"}}}', 'server-error'],
  ['{"type":"errored","error":{"type":"rate_limit_error","message":"x"}}', 'rate-limit'],
  ['{"type":"errored","error":{"error":{"type":"invalid_request_error","message":"bad"}}}', 'misconfigured'],
  ['{"type":"expired"}', 'server-error'],
  ['{"type":"canceled"}', 'server-error'],
  ['{"type":"succeeded"}', 'server-error'],
  ['{"type":"constructor"}', 'server-error'],
  ['{"type":"succeeded","message":null}', 'server-error'],
  ['{"type":"succeeded","message":["x"]}', 'server-error'],
  ['{"type":"succeeded","message":"x"}', 'server-error'],
  ['{"type":"errored","error":null}', 'misconfigured'],
  ['{"type":"errored","error":"overloaded_error"}', 'misconfigured'],
  ['{"type":"errored","error":{"type":"overloaded_error","error":null}}', 'server-error'],
])('a result of %s is %s', async (raw, cause) => {
  const [id = ''] = idsOf((await exportJudging(run)).requests)
  const { lines } = await importJudging(`{"custom_id":${JSON.stringify(id)},"result":${raw}}`, run)
  expect(lines[0]).toMatchObject({ cause })
})

it('names lines it cannot read, and takes the first of two results', async () => {
  const [id = ''] = idsOf((await exportJudging(run)).requests)
  const text = [
    'not json',
    '{"custom_id":1}',
    '',
    'null',
    '[]',
    '7',
    `{"custom_id":"${id}","result":null}`,
    result(id, 'hm'),
    result(id, '<block>no</block>'),
  ].join('\n')
  const { problems, lines } = await importJudging(text, run)
  expect(problems).toEqual([
    'line 1: not a result',
    'line 2: not a result',
    'line 4: not a result',
    'line 5: not a result',
    'line 6: not a result',
    'line 7: not a result',
    `line 9: a second result for ${id}`,
  ])
  expect(verdicts(lines)[0]).not.toBe('allow')
})

it('a verdict for another prompt is not taken for this one', async () => {
  const [id = ''] = idsOf((await exportJudging(run)).requests)
  const other = result(id.replace(/-[0-9a-f]{16}-/, '-0123456789abcdef-'), '<block>no</block>')
  expect(verdicts((await importJudging(other, run)).lines)[0]).toBe('unavailable')
})

it('a reader answers in short, as whoever was asked', async () => {
  const [id = ''] = idsOf((await exportJudging(run)).requests)
  const said = async (text: string) =>
    verdicts((await importJudging(JSON.stringify({ custom_id: id, text }), run)).lines)[0]
  expect([await said('<block>no</block>'), await said('fine with me')]).toEqual(['allow', 'unavailable'])
})
