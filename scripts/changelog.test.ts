import { expect, it } from 'vitest'
import { previousTag, releaseNotes } from './changelog.ts'

const CHANGELOG = `# Changelog

## 0.10.0 - 2027-01-02

### Added

- One.

## 0.2.0 - 2026-11-20

### Fixed

- Two.
`

it.each([
  ['0.10.0', '### Added\n\n- One.'],
  ['0.2.0', '### Fixed\n\n- Two.'],
  ['0.1.0', undefined],
  ['0.2', undefined],
])('notes of %s', (version, notes) => expect(releaseNotes(CHANGELOG, version)).toBe(notes))

it.each([
  ['v0.10.0', 'v0.9.1'],
  ['v0.9.1', 'v0.2.0'],
  ['v0.2.0', undefined],
  ['v1.0.0', 'v0.10.0'],
])('before %s comes %s', (tag, before) => {
  expect(previousTag(['v0.10.0', 'v0.2.0', 'v0.9.1', 'v0.11.0-beta.1', 'nightly', ''], tag)).toBe(before)
})
