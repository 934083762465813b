import { expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const kinds = (command: string): readonly string[] => effectsOf(command).map(({ kind }) => kind)

it.each([
  ['a longer name of what is known', 'heroku run:inside web.1 bash', 'remote-exec'],
  ['the same in the middle', 'az storage container-rm delete --name backups', 'resource-change'],
  ['a thing called help', 'kubectl delete ns help', 'resource-change'],
  ['a thing called help, by a spec', 'doctl databases delete help', 'resource-change'],
  ['which version it is to be', 'helm upgrade shop ./chart --version 3', 'deploy'],
  ['what is served from now on', 'edgectl service-version activate 7', 'deploy'],
])('%s: %s', (_, command, kind) => {
  expect(kinds(command)).toContain(kind)
})

it.each([
  'heroku help run',
  'aws ec2 terminate-instances help',
  'doctl compute help',
  'helm upgrade --version',
  'heroku run:list',
])('%s only tells', (command) => {
  expect(kinds(command).filter((kind) => kind !== 'run-program')).toEqual([])
})

it.each([
  "nohup bash -c 'rm -rf ~/x' --help",
  "timeout 5 bash -c 'rm -rf ~/x' --version",
  "flock /tmp/lock bash -c 'rm -rf ~/x' --help",
  "flock /tmp/lock -c 'rm -rf ~/x' --help",
  "dotenvx run bash -c 'rm -rf ~/x' --help",
  "dotenvx run -- bash -c 'rm -rf ~/x' --dry-run",
  'dotenvx run rm -rf ~/x',
])('%s asks what it runs, and no more', (command) => {
  expect(kinds(command)).toContain('delete-path')
})
