import { expect, it } from 'vitest'
import * as irongate from '../../src/index.ts'

it('the public API is exactly this', () => {
  expect(Object.keys(irongate).sort()).toEqual([
    'check',
    'createEmbeddedJudge',
    'createGate',
    'createMemory',
    'createTools',
    'featureFlags',
    'fixedFacts',
    'gateFor',
    'hostFacts',
    'judgeFor',
    'memoryState',
    'policyFromObject',
    'readPolicy',
    'refreshFlags',
    'settingsFlags',
    'transcriptOf',
    'withTelemetry',
  ])
})
