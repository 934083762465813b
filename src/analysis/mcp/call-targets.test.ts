import { describe, expect, it } from 'vitest'
import { partsOf } from '../target.ts'
import { findNamedTargets, isPublicExposure } from './call-targets.ts'
import { classifyToolVerb } from './tool-verbs.ts'

const names = (input: Record<string, unknown>) =>
  (findNamedTargets('srv', input).targets ?? []).map(
    (target) => partsOf(target).find(({ role }) => role === 'name' || role === 'repository')?.names ?? [],
  )

describe('the things that a call names', () => {
  it.each([
    [{ key: 'INFRA' }, [['INFRA']]],
    [{ owner: 'shop', repo: 'site' }, [['shop/site', 'site']]],
    [{ project_id: 'prj1', database: 'ledger' }, [['ledger']]],
    [{ login: 'ana.maro@example.com' }, [['ana.maro@example.com', 'ana maro']]],
    [{ channel: '#launch' }, [['#launch', 'launch']]],
    [{ names: ['a-queue', 'b-queue'], reason: 'no longer used at all' }, [['a-queue'], ['b-queue']]],
    [{ org: 'shop' }, [['shop']]],
  ])('%j', (input, expected) => {
    expect(names(input)).toEqual(expected)
  })

  it('counts a pattern as several', () => {
    expect(findNamedTargets('srv', { pattern: 'cart:*' }).targets).toMatchObject([{ amount: 'several' }])
  })

  it.each([{ page_id: '3f2b1c9a-1111-2222-3333-444455556666' }, { id: 7 }, { confirm: true }, { reason: 'spam' }, {}])(
    '%j names nothing that people say',
    (input) => {
      expect(findNamedTargets('srv', input)).toEqual({})
    },
  )
})

describe('a call that opens something to everybody', () => {
  const opens = (tool: string, input: Record<string, unknown>) => isPublicExposure(tool, classifyToolVerb(tool), input)

  it.each([
    ['publish_board_to_web', { board: 'Plan' }],
    ['publish_space', { space: 'Plan', anonymous_access: true }],
    ['update_document', { document: 'Plan', link_access: 'anyone_with_link' }],
    ['create_permission', { file: 'Plan', type: 'anyone', role: 'reader' }],
    ['update_repository', { repo: 'site', private: false }],
    ['create_board', { name: 'Plan', visibility: 'public' }],
    ['set_sharing', { file: 'Plan', is_public: 'true' }],
  ])('%s %j', (tool, input) => {
    expect(opens(tool, input)).toBe(true)
  })

  it.each([
    ['share_file', { file: 'Plan', email: 'kim@example.com' }],
    ['create_repository', { name: 'site', private: true }],
    ['update_document', { document: 'Plan', visibility: 'team' }],
    ['get_public_page', { page: 'Plan', is_public: true }],
    ['unpublish_page', { page: 'Plan', public: true }],
    ['reply_to_ticket', { ticket: 12, public: true }],
    ['create_event', { title: 'Lunch', visibility: 'public' }],
    ['create_issue', { title: 'Make the page public', body: 'public' }],
  ])('%s %j opens nothing', (tool, input) => {
    expect(opens(tool, input)).toBe(false)
  })
})
