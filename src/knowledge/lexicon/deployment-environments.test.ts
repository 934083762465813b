import { describe, expect, it } from 'vitest'
import { readCommand } from '../../analysis/testing.ts'
import { environmentOfCommand } from './deployment-environments.ts'

const environment = (line: string): string => {
  const command = readCommand(line).commands.at(-1)
  return command ? environmentOfCommand(command) : ''
}

describe('the stage of a command', () => {
  it.each([
    ['tool apply --context orders-prod-eu', 'production'],
    ['tool apply --url "$PROD_DB"', 'production'],
    ['tool apply --url "$(cat ~/.db/prod-url)"', 'production'],
    ['DATABASE_URL=$(< live.dsn) tool upgrade', 'production'],
    ['tool apply --context dev', 'development'],
    ['tool apply --url "$(cat dev-url)"', 'development'],
    // Who does it, and with which key, is no place.
    ['tool create --ssh-key dev', 'unknown'],
    ['tool create --key ~/.ssh/dev', 'unknown'],
    ['tool create --key dev.pem', 'unknown'],
    ['tool create --api-key=dev', 'unknown'],
    ['tool delete --key dev/orders', 'development'],
    ['tool delete --key prod/orders', 'production'],
    ['tool create --user=test', 'unknown'],
    ['tool create --login qa --context live', 'production'],
  ])('%s', (line, expected) => expect(environment(line)).toBe(expected))
})
