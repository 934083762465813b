import { describe, expect, it } from 'vitest'
import { run as serve } from './serve.ts'
import { unitText } from './service-unit.ts'
import { runIn } from './testing.ts'

const SERVICE = { node: '/opt/node 24/bin/node', program: '/opt/irongate/bin/irongate.js', home: '/home/dev' }
const words = ['serve', '--public-url', 'https://gate.example.com', '--tls-key', '/etc/100%/$a "b" <c>&\\d']

describe('a unit', () => {
  it('of systemd runs the very words, with no right that it does not need', () => {
    const text = unitText({ ...SERVICE, platform: 'linux', words })
    expect(text).toContain(
      'ExecStart="/opt/node 24/bin/node" /opt/irongate/bin/irongate.js serve --public-url https://gate.example.com ' +
        '--tls-key "/etc/100%%/$$a \\"b\\" <c>&\\\\d"\n',
    )
    for (const line of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'ProtectHome=read-only', 'UMask=0077'])
      expect(text).toContain(`\n${line}\n`)
    // Every line is a section, a comment, a setting, or empty.
    for (const line of text.split('\n')) expect(line).toMatch(/^(?:|#.*|\[\w+\]|\w+=.*)$/)
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
    await expect(runIn('/nowhere', serve, ['--print-unit', '--port', 'x'])).rejects.toThrow('--port')
  })
})
