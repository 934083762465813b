import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { run as serve } from './serve.ts'
import { unitText } from './service-unit.ts'
import { runIn } from './testing.ts'

const SERVICE = { node: '/opt/node 24/bin/node', program: '/opt/irongate/bin/irongate.js', home: '/home/dev' }
const words = ['serve', '--public-url', 'https://gate.example.com', '--tls-key', '/etc/100%/$a "b" <c>&\\d', 'a\nb']

describe('a unit', () => {
  it('of systemd runs the very words, with no right that it does not need', () => {
    const text = unitText({ ...SERVICE, platform: 'linux', words })
    expect(text).toContain(
      'ExecStart="/opt/node 24/bin/node" /opt/irongate/bin/irongate.js serve --public-url https://gate.example.com ' +
        '--tls-key "/etc/100%%/$$a \\"b\\" <c>&\\\\d" "a\\x0ab"\n',
    )
    for (const line of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'ProtectHome=read-only', 'UMask=0077'])
      expect(text).toContain(`\n${line}\n`)
    // Every line is a section, a comment, a setting, or empty.
    for (const line of text.split('\n')) expect(line).toMatch(/^(?:|#.*|\[\w+\]|\w+=.*)$/)
  })

  it.skipIf(!existsSync('/bin/bash'))('of systemd says how it is printed again: with the very words', () => {
    const [, line = ''] =
      /^# Install: irongate (.*) > ~/m.exec(unitText({ ...SERVICE, platform: 'linux', words })) ?? []
    const script = `printf '%s\\0' ${line}`
    const { stdout } = spawnSync('/bin/bash', ['-c', script], { encoding: 'utf8' })
    expect(stdout.split('\0').slice(0, -1)).toEqual([...words, '--print-unit'])
  })

  it('of systemd may write where the state lies, wherever that is', () => {
    const text = unitText({ ...SERVICE, platform: 'linux', words, home: '/srv/100% $mine' })
    expect(text).toContain('ReadWritePaths="/srv/100%% $mine/.irongate"\n')
  })

  const analyze = '/usr/bin/systemd-analyze'
  it.skipIf(!existsSync(analyze))('of systemd is one that systemd itself takes, without a word', () => {
    const folder = mkdtempSync(join(tmpdir(), 'irongate-unit-'))
    // Its runtime directory must be its own.
    mkdirSync(join(folder, 'run'), { mode: 0o700 })
    const verify = (text: string) => {
      writeFileSync(join(folder, 'irongate.service'), text)
      const env = { PATH: '/usr/bin:/bin', HOME: folder, XDG_RUNTIME_DIR: join(folder, 'run') }
      const { status, stdout, stderr } = spawnSync(
        analyze,
        ['verify', '--user', '--man=no', join(folder, 'irongate.service')],
        { env, encoding: 'utf8' },
      )
      return [status, `${stdout}${stderr}`] as const
    }
    const service = { platform: 'linux', node: process.execPath, program: process.argv[1] ?? '', home: folder } as const
    const text = unitText({ ...service, words })
    expect(verify(text)).toEqual([0, ''])
    // It would say so.
    expect(verify(text.replace('UMask=', 'Umask='))[1]).toContain('Umask')
    rmSync(folder, { recursive: true })
  })

  it('of launchd is a property list with the words as they are', () => {
    const text = unitText({ ...SERVICE, platform: 'darwin', words })
    expect(text).toContain('<string>/etc/100%/$a "b" &lt;c&gt;&amp;\\d</string>')
    const tags = [...text.replace(/<!--.*?-->/gs, '').matchAll(/<(\/?)(dict|array|key|string|integer|plist)\b/g)]
    for (const name of ['dict', 'array', 'key', 'string', 'integer', 'plist']) {
      const own = tags.filter(([, , tag]) => tag === name)
      expect(own.filter(([, close]) => close === '/')).toHaveLength(own.length / 2)
    }
    // Two hyphens would end the comment.
    for (const [, comment = ''] of text.matchAll(/<!--(.*?)-->/gs)) expect(comment).not.toContain('--')
  })

  it('is printed, and nothing is started', async () => {
    const { out, status } = await runIn('/nowhere', serve, ['--print-unit', '--port', '9000'])
    expect(status).toBe(0)
    expect(out).toContain('serve')
    expect(out).toContain('9000')
    expect(out).not.toContain('print-unit --port')
    if (process.platform !== 'darwin')
      expect(out).toContain('# Install: irongate serve --port 9000 --home /nowhere --print-unit >')
    await expect(runIn('/nowhere', serve, ['--print-unit', '--port', 'x'])).rejects.toThrow('--port')
  })
})
