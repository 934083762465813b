import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'
import { forwardedPortKey } from './forwarded-ports.ts'

const own = (text: string, started: readonly string[] = []) =>
  effectsOf(text, { session: { started: new Set(started) } })
    .filter(({ kind }) => kind === 'resource-change')
    .map((effect) => effect.own === true && effect.certainty === 'possible')

const REMOVAL = 'aws s3 rb s3://quux --force'

describe('what stands in for a service on this machine', () => {
  it.each([
    `AWS_ENDPOINT_URL=http://localhost:4566 ${REMOVAL}`,
    `AWS_ENDPOINT_URL_S3=http://[::1]:4566 ${REMOVAL}`,
    `export AWS_ENDPOINT_URL=http://127.0.0.1:4566; ${REMOVAL}`,
    `env AWS_ENDPOINT_URL=http://localhost:4566 ${REMOVAL}`,
    `${REMOVAL} --endpoint-url=http://localhost:4566`,
  ])('%s', (text) => {
    expect(own(text)).toEqual([true])
  })

  it.each([
    `AWS_ENDPOINT_URL=http://localhost:4566 env -u AWS_ENDPOINT_URL ${REMOVAL}`,
    `AWS_ENDPOINT_URL=http://localhost:4566 sudo ${REMOVAL}`,
    `AWS_ENDPOINT_URL=http://localhost:4566; ${REMOVAL}`,
    `AWS_ENDPOINT_URL_SQS=http://localhost:4566 ${REMOVAL}`,
    `AWS_ENDPOINT_URL=http://localhost:4566 ${REMOVAL} --endpoint-url "$E"`,
    `export AWS_ENDPOINT_URL=http://localhost:4566; eval "$X"; ${REMOVAL}`,
  ])('%s is none', (text) => {
    expect(own(text)).not.toContain(true)
  })

  it('is none behind a port that was handed on', () => {
    const text = `AWS_ENDPOINT_URL=http://localhost:4566 ${REMOVAL}`
    expect(own(text, [forwardedPortKey('4566')])).toEqual([false])
    expect(own(text, [forwardedPortKey('9000')])).toEqual([true])
    expect(own(text, [forwardedPortKey('*')])).toEqual([false])
  })

  it('has to be started by the session where its usual place is this machine', () => {
    const text = 'CONSUL_HTTP_ADDR=localhost:8500 consul kv delete quux'
    expect(own(text)).toEqual([false])
    expect(own(text, ['server on port 8500'])).toEqual([true])
  })
})
