import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const change = (text: string) => effectsOf(text).find(({ kind }) => kind === 'resource-change')

describe('containers of this machine', () => {
  it.each([
    'docker rm -f $(docker ps -aq)',
    'docker ps -q | xargs docker stop',
    'docker rmi $(docker images -q)',
    'podman rm --all',
    'docker image prune -a -f',
    'docker rm $(docker ps -aq -f status=exited)',
    'docker container prune -f',
  ])('%s covers all there are', (text) => {
    expect(change(text)).toMatchObject({ mass: true })
    expect(change(text)?.certainty).not.toBe('possible')
  })

  it.each([
    'docker rm -f $(docker ps -aq --filter name=orders-test)',
    'docker ps -a | grep orders | xargs docker rm',
    'docker stop $(docker compose ps -q)',
    'docker rm -f orders',
  ])('%s keeps to some', (text) => {
    expect(change(text)).toMatchObject({ mass: false })
  })

  it.each(['docker image prune -f', 'docker builder prune -af'])('%s only clears leftovers', (text) => {
    expect(change(text)).toMatchObject({ certainty: 'possible' })
  })

  it.each([
    ['docker run --rm -v ~/notes:/n alpine rm -rf /n', '/home/dev/notes'],
    ["docker run -v ~/notes:/n alpine sh -c 'rm -rf /n/old'", '/home/dev/notes/old'],
    ['docker run --mount type=bind,source=/srv/x,target=/x alpine rm -rf /x', '/srv/x'],
  ])('%s deletes %s', (text, place) => {
    const deletions = effectsOf(text).flatMap((effect) => (effect.kind === 'delete-path' ? [effect.path.real] : []))
    expect(deletions).toContain(place)
  })

  it.each([
    'docker run --rm -v ~/notes:/n:ro alpine rm -rf /n',
    'docker run --rm -v ~/notes:/n alpine rm -rf /notes',
    'docker run --rm -v .:/app alpine rm -rf /app/dist',
  ])('%s deletes nothing of a home', (text) => {
    const zones = effectsOf(text).flatMap((effect) => (effect.kind === 'delete-path' ? [effect.path.zone] : []))
    expect(zones).not.toContain('home')
  })

  const started = (name: string) => ({ session: { started: new Set([name]) } })

  it('a project that this session started is its own', () => {
    const own = effectsOf('docker compose down -v', started('compose project'))
    expect(own).toMatchObject([{ certainty: 'possible' }])
    const other = effectsOf('docker compose -p shop down -v', started('compose project'))
    expect(other).toMatchObject([{ certainty: 'certain' }])
  })
})
