import { expect, it } from 'vitest'
import { meansAct } from './act-synonyms.ts'

it.each([
  ['copy', 'cp'],
  ['send', 'upload'],
  ['publish', 'push'],
  ['deploy', 'rollout'],
  ['clean_up', 'prune'],
  ['drop', 'dropuser'],
  ['unban', 'unbanip'],
])('who says %s means %s', (said, done) => {
  expect(meansAct(said, done)).toBe(true)
})

it.each([
  ['copy', 'publish'],
  ['put', 'deploy'],
  ['send', 'rollout'],
  ['clean_up', 'destroy'],
  ['clean_up', 'uninstall'],
  ['drop', 'dropdatabase'],
  ['remove', 'removecluster'],
  ['revoke', 'revokeall'],
])('who says %s does not mean %s', (said, done) => {
  expect(meansAct(said, done)).toBe(false)
})
