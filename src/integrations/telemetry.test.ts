import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { metrics, SpanStatusCode, trace } from '@opentelemetry/api'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeClaude, startFakeClaude } from '../../test/fake-claude/server.ts'
import { writeRecord } from '../audit/record-writer.ts'
import { recordFor } from '../audit/testing.ts'
import { requestTestServer, startTestServer } from '../server/serve/testing.ts'
import { check } from './library/check.ts'
import { reportDecision } from './telemetry.ts'

let claude: FakeClaude
let home = ''
beforeAll(async () => {
  claude = await startFakeClaude()
  home = mkdtempSync(join(tmpdir(), 'irongate-telemetry-'))
  mkdirSync(join(home, '.irongate'))
})
afterAll(async () => {
  await claude.close()
  rmSync(home, { recursive: true, force: true })
})

let spans: InMemorySpanExporter
let figures: { readonly flush: () => Promise<ReadonlyMap<string, readonly unknown[]>> }
beforeEach(() => {
  spans = new InMemorySpanExporter()
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }))
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 600_000 })
  const provider = new MeterProvider({ readers: [reader] })
  metrics.setGlobalMeterProvider(provider)
  figures = {
    flush: async () => {
      await provider.forceFlush()
      const all = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
      return new Map(all.map(({ descriptor, dataPoints }) => [descriptor.name, dataPoints]))
    },
  }
})
afterEach(() => {
  trace.disable()
  metrics.disable()
})

const judgedBy = () => ({
  judge: { kind: 'claude', baseUrl: claude.url, apiKey: 'sk-test-only', model: 'claude-test-1' },
})
const decisionSpans = () => spans.getFinishedSpans().filter(({ name }) => name === 'irongate.check')

describe('a decision of the library', () => {
  it('is one span with its outcome, and none of its text', async () => {
    await check('Bash', { command: 'git push --force origin secret-branch' }, { home, cwd: home, settings: {} })
    expect(spans.getFinishedSpans().map(({ name }) => name)).toEqual(['irongate.check'])
    const [span] = decisionSpans()
    expect(span?.attributes).toEqual({
      'irongate.outcome': 'deny',
      'irongate.reason': 'verdict',
      'irongate.category': 'git-destructive',
      'irongate.host': 'library',
      'gen_ai.tool.name': 'Bash',
    })
    expect(JSON.stringify(span?.attributes)).not.toContain('secret-branch')
    const found = await figures.flush()
    expect(found.get('irongate.decisions')).toMatchObject([
      { value: 1, attributes: { 'irongate.outcome': 'deny', 'irongate.category': 'git-destructive' } },
    ])
    expect(found.get('irongate.check.duration')).toMatchObject([
      { value: { count: 1 }, attributes: { 'irongate.outcome': 'deny', 'irongate.judged': false } },
    ])
    expect(found.has('gen_ai.client.token.usage')).toBe(false)
  })

  it('holds each call to the model, with its tokens', async () => {
    claude.play([{ says: '<block>yes</block>' }, { says: '<block>no</block>' }])
    await check('Bash', { command: 'make release-notes' }, { home, cwd: home, settings: judgedBy() })
    const [decision] = decisionSpans()
    const calls = spans.getFinishedSpans().filter(({ name }) => name === 'chat claude-test-1')
    expect(calls).toHaveLength(2)
    for (const call of calls) {
      expect(call.parentSpanContext?.spanId).toBe(decision?.spanContext().spanId)
      expect(call.attributes).toMatchObject({
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'anthropic',
        'gen_ai.request.model': 'claude-test-1',
      })
    }
    const usages = claude.seen.slice(-2).map(({ usage }) => usage)
    const whole = (usage: (typeof usages)[number]) =>
      (usage?.input_tokens ?? 0) + (usage?.cache_read_input_tokens ?? 0) + (usage?.cache_creation_input_tokens ?? 0)
    expect(calls.map(({ attributes }) => attributes['gen_ai.usage.input_tokens'])).toEqual(usages.map(whole))
    expect(decision?.attributes['irongate.judge.input_tokens']).toBe(whole(usages[0]) + whole(usages[1]))
    const found = await figures.flush()
    expect(found.get('gen_ai.client.operation.duration')).toMatchObject([{ value: { count: 2 } }])
    expect(found.get('gen_ai.client.token.usage')).toMatchObject([
      { value: { count: 2, sum: whole(usages[0]) + whole(usages[1]) }, attributes: { 'gen_ai.token.type': 'input' } },
      { value: { count: 2 }, attributes: { 'gen_ai.token.type': 'output' } },
    ])
  })

  it('of a judge that cannot be had is an error', async () => {
    claude.play(() => ({ fault: { kind: 'status', status: 401 } }))
    const { outcome } = await check('Bash', { command: 'make notes' }, { home, cwd: home, settings: judgedBy() })
    expect(outcome).not.toBe('allow')
    expect(decisionSpans()[0]?.status.code).toBe(SpanStatusCode.ERROR)
  })
})

describe('a decision of the server', () => {
  it('is told once, decided here or taken in as a Record of a hook', async () => {
    const server = await startTestServer({ threads: 0 })
    try {
      const body = { tool: 'Bash', input: { command: 'rm -rf /' }, cwd: server.home, record: true }
      await requestTestServer(server, '/api/v1/check', { key: server.token, body })
      writeRecord(join(server.home, '.irongate/state'), recordFor({ session: 'hooked', at: Date.now() }))
      for (let round = 0; decisionSpans().length < 2 && round < 100; round++)
        await new Promise((resolve) => setTimeout(resolve, 50))
      // The Record of the first one was taken in with the other.
      expect((await requestTestServer(server, '/api/v1/records', { key: server.token })).json.records).toHaveLength(2)
      expect(decisionSpans().map(({ attributes }) => attributes['irongate.host'])).toHaveLength(2)
      expect(decisionSpans()[0]?.attributes).toMatchObject({ 'irongate.host': 'api', 'irongate.outcome': 'deny' })
    } finally {
      await server.end()
    }
  })
})

describe('without listeners', () => {
  it('nothing is loaded', () => {
    const program = `
      const { check } = await import(${JSON.stringify(new URL('../index.ts', import.meta.url).href)})
      await check('Bash', { command: 'ls' }, { settings: {} })
      const { createRequire } = await import('node:module')
      const loaded = Object.keys(createRequire(import.meta.url).cache ?? {})
      process.stdout.write(String(loaded.some((path) => path.includes('opentelemetry'))))`
    expect(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })).toBe('false')
  })

  it('a listener that throws changes nothing', () => {
    trace.disable()
    trace.setGlobalTracerProvider({
      getTracer: () => {
        throw new Error('no')
      },
    })
    const told = { tool: 'Bash', host: 'x', outcome: 'deny', reason: 'verdict', ms: 1, at: Date.now() } as const
    expect(() => reportDecision(told)).not.toThrow()
  })
})
