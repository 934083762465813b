import { describe, expect, it } from 'vitest'
import { isDryRunDeclined } from './dry-run-options.ts'
import { asksByPosition } from './verb-positions.ts'

describe('words of a sub-command, by their places', () => {
  it.each([
    ['get delete', true],
    ['jobs list', false],
    ['describe job purge', true],
    ['logs transfer', true],
    ['logs payout', true],
    ['logs', true],
    ['apps logs publish', true],
    ['functions logs read drop', true],
    ['release what-if', true],
    ['deployment inspect nightly', true],
    ['preview deploy prod', true],
    ['logs delete', false],
    ['logs rotate main', false],
    ['logs transfer main backup', false],
    ['status set down', false],
    ['delete get', false],
    ['destroy what-if', false],
    ['release what-if main', false],
    ['preview delete prod', false],
    ['delete-group show', false],
    ['', false],
  ])('%s: %s', (words, asks) => {
    expect(asksByPosition(words.split(' '), false)).toBe(asks)
  })

  it.each(['logs transfer', 'preview deploy prod'])('%s acts where an option says that it is done', (words) => {
    expect(asksByPosition(words.split(' '), true)).toBe(false)
  })
})

describe('a rehearsal', () => {
  it.each([
    ['--dry-run', false],
    ['--dry-run=client', false],
    ['--no-dry-run', true],
    ['--dry-run=false', true],
    ['--what-if=no', true],
    ['-WhatIf:$false', true],
    ['--no-check-certificate', false],
    ['--check=full', false],
    ['dry-run=false', false],
  ])('%s: taken back %s', (known, declined) => {
    expect(isDryRunDeclined([{ known }])).toBe(declined)
  })
})
