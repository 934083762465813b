import { describe, expect, it } from 'vitest'
import { createdByCommand } from '../flow/created-by-command.ts'
import { effectsOf, readCommand } from '../testing.ts'
import type { Command, Word } from '../words.ts'
import { forwardedPorts } from './forwarded-ports.ts'
import { startedServers } from './session-servers.ts'

const command = (text: string, background = false): Command => {
  const [name, ...args] = text.split(' ')
  const words = args.map((known) => ({ text: known, known }) as Word)
  return { name, args: words, cwd: '/home/dev/project', background } as unknown as Command
}

const stops = (text: string) => effectsOf(text).find(({ kind }) => kind === 'service-control')?.certainty

describe('servers of the session', () => {
  it.each([
    ['quuxd --port 7001 --daemonize yes', ['server on port 7001']],
    ['quux start -D /tmp/data', ['server of /tmp/data']],
    ['quux-server --listen=127.0.0.1:7001 --data-dir ./db', ['server on port 7001', 'server of /home/dev/project/db']],
    ['quux status --port 7001', []],
    ['quux start', []],
  ])('%s leaves %j', (text, marks) => {
    expect(startedServers(command(text))).toEqual(marks)
  })

  it('are told by what a background command is given', () => {
    expect(startedServers(command('quux --port 7001', true))).toEqual(['server on port 7001'])
  })

  it('may be stopped by the port or the place that both name', () => {
    expect(stops('pg_ctl -D /tmp/pg start; pg_ctl -D /tmp/pg stop')).toBe('possible')
    expect(stops('redis-server --port 7001 --daemonize yes; redis-cli -p 7001 shutdown')).toBe('possible')
    expect(stops('pg_ctl -D /tmp/pg start; pg_ctl -D /var/lib/pg stop')).toBe('certain')
    expect(stops('redis-server --port 7001 & redis-cli -h db.example.org -p 7001 shutdown')).toBe('certain')
    expect(stops('redis-cli -p 7001 shutdown')).toBe('certain')
  })
})

describe('containers of the session with nothing in them from before', () => {
  const drops = (text: string, before: string) => {
    const started = new Set(readCommand(before).commands.flatMap((each) => createdByCommand(each).started))
    return effectsOf(text, { session: { started } }).find(({ kind }) => kind === 'database-change')?.certainty
  }
  const RUN = 'docker run -d --name quux -p 127.0.0.1:7432:5432'

  it.each([
    ['psql -h 127.0.0.1 -p 7432 -c "drop table a"', `${RUN} postgres:16`],
    ['mysql -h 127.0.0.1 --port=7306 -e "drop database a"', 'podman run -d -p 7306:3306 --name quux mariadb'],
    ['docker exec quux psql -U postgres -c "drop schema a cascade"', `${RUN} postgres:16`],
    ['docker exec quux psql -c "drop table a"', `${RUN} -e POSTGRES_HOST_AUTH_METHOD=trust postgres:16`],
    ['docker exec -it quux redis-cli flushall', 'docker run --name quux -v ./seed:/seed:ro redis'],
  ])('%s after %s', (text, before) => {
    expect(drops(text, before)).toBe('possible')
  })

  it.each([
    ['psql -h 127.0.0.1 -p 5432 -c "drop table a"', `${RUN} postgres:16`],
    ['psql -h db.quux.example -p 7432 -c "drop table a"', `${RUN} postgres:16`],
    ['psql -h 127.0.0.1 -p 7432 -c "drop table a"', `${RUN} -v pgdata:/var/lib/postgresql/data postgres:16`],
    ['docker exec quux psql -c "drop table a"', `${RUN} --mount source=pgdata,target=/data postgres:16`],
    ['docker exec quux psql -h db -c "drop table a"', `${RUN} postgres:16`],
    ['docker exec quux psql -c "drop table a"', `${RUN} --network shop_default postgres:16`],
    ['docker exec quux psql -c "drop table a"', `${RUN} -e PGHOST=db.quux.example postgres:16`],
    ['docker exec quux psql -c "drop table a"', `${RUN} -e PGHOST postgres:16`],
    ['docker exec -e PGHOST=db quux psql -c "drop table a"', `${RUN} postgres:16`],
    ['docker exec other psql -c "drop table a"', `${RUN} postgres:16`],
    ['docker exec quux psql -c "drop table a"', 'docker start quux'],
  ])('%s after %s is asked about', (text, before) => {
    expect(drops(text, before)).toBe('certain')
  })
})

describe('forwarded ports', () => {
  it.each([
    ['kubectl port-forward svc/a 7080:80', ['7080']],
    ['kubectl --context=prod-eu port-forward svc/a 7080:80', ['7080']],
    ['kubectl --context=k3d-quux port-forward svc/a 7080:80', []],
    ['kubectl --context minikube proxy --port 7001', []],
  ])('%s: %j', (text, ports) => {
    expect(forwardedPorts(command(text))).toEqual(ports)
  })
})
