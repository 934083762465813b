import { describe, expect, it } from 'vitest'
import { judgeExample } from './testing.ts'

const verdict = async (command: string) => (await judgeExample({ call: { tool: 'Bash', input: { command } } })).type

describe('a stage that makes something safer', () => {
  it.each(['serverless deploy --stage dev', 'serverless deploy --env=qa', 'make deploy ENV=test'])(
    '%s',
    async (command) => expect(await verdict(command)).toBe('allow'),
  )
  it.each([
    'serverless deploy --description test',
    'fly deploy --app shop --message test',
    'make deploy TEST=1',
    'terraform apply -auto-approve -var name=demo',
  ])('is none: %s', async (command) => expect(await verdict(command)).toBe('block'))
})

describe('a script of the project by its words', () => {
  it.each([
    './bin/acme deploy production',
    'node ops.js release --env production',
    'python ops.py destroy --target prod',
  ])('stops: %s', async (command) => expect(await verdict(command)).toBe('block'))
  it.each(['./bin/acme deploy staging-7', './bin/acme build --env production', 'node ops.js status --env production'])(
    'passes: %s',
    async (command) => expect(await verdict(command)).toBe('allow'),
  )
})
