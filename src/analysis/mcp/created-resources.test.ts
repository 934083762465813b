import { describe, expect, it } from 'vitest'
import type { ToolInput } from '../tool.ts'
import { isEndingSessionResources, listCreatedResources } from './created-resources.ts'

type Told = readonly [tool: string, input: ToolInput]

const own = ([made, given]: Told, [tool, input]: Told): boolean =>
  isEndingSessionResources('boxes', tool, {
    input,
    started: new Set(listCreatedResources(`mcp__boxes__${made}`, given)),
  })

describe('what the session made through a server', () => {
  it.each<readonly [Told, Told]>([
    [
      ['create_panel', { uid: 't1', title: 'Trial' }],
      ['delete_panel', { uid: 't1' }],
    ],
    [
      ['run_box', { image: 'alpine', name: 't1' }],
      ['remove_box', { box: 't1', force: true }],
    ],
    [
      ['create_shelf', { shelf_name: 't1', size: 3 }],
      ['drop_shelf', { shelfName: 't1' }],
    ],
    [
      ['create_pod', { name: 't1', namespace: 'a' }],
      ['delete_pod', { name: 't1', namespace: 'a' }],
    ],
  ])('%j, then %j: its own', (made, then) => expect(own(made, then)).toBe(true))

  it.each<readonly [Told, Told]>([
    [
      ['create_panel', { uid: 't1' }],
      ['delete_panel', { uid: 't2' }],
    ],
    [
      ['create_panel', { uid: 't1' }],
      ['delete_folder', { uid: 't1' }],
    ],
    [
      ['create_panel', { uid: 't1' }],
      ['delete_panel', { uid: 't1', ids: ['a', 'b'] }],
    ],
    [
      ['create_panel', { uid: 't1' }],
      ['delete_panel', {}],
    ],
    [
      ['create_pod', { name: 't1', namespace: 'a' }],
      ['delete_pod', { name: 't1', namespace: 'b' }],
    ],
    [
      ['start_box', { name: 't1' }],
      ['remove_box', { name: 't1' }],
    ],
    [
      ['run_box', { name: 't1' }],
      ['remove_box', { name: 't1' }],
    ],
    [
      ['get_panel', { uid: 't1' }],
      ['delete_panel', { uid: 't1' }],
    ],
    [
      ['run_box', { image: 'alpine', name: 't1' }],
      ['remove_box', { box: 't1', volumes: true }],
    ],
  ])('%j, then %j: not', (made, then) => expect(own(made, then)).toBe(false))

  it('is another server’s under the same name', () => {
    const started = new Set(listCreatedResources('mcp__crates__create_panel', { uid: 't1' }))
    expect(isEndingSessionResources('boxes', 'delete_panel', { input: { uid: 't1' }, started })).toBe(false)
  })
})
