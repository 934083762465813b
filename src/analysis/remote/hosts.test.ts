import { describe, expect, it } from 'vitest'
import { classifyHost, deceptiveHost, hostOf, isPasteSite, urlParts } from './hosts.ts'

describe('hostOf', () => {
  it.each([
    ['https://example.com/a?b#c', 'example.com'],
    ['example.com:8080/x', 'example.com'],
    ['https://good.com@evil.net/', 'evil.net'],
    ['https://good.com:pw@evil.net:99/', 'evil.net'],
    ['https://evil.net#@good.com/', 'evil.net'],
    ['https://evil.net?@good.com/', 'evil.net'],
    ['HTTPS://Example.COM./', 'example.com'],
    ['git@github.com:org/repo', 'github.com'],
    ['http://2130706433/', '127.0.0.1'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://0177.0.0.01/', '127.0.0.1'],
    ['http://0xa9fea9fe/latest', '169.254.169.254'],
    ['http://[::1]:80/', '0:0:0:0:0:0:0:1'],
    ['http://[::ffff:169.254.169.254]/', '169.254.169.254'],
    ['http://①②⑦.0.0.1/', '127.0.0.1'],
    ['http://exa%6dple.com/', 'example.com'],
    ['http://evil。com/', 'evil.com'],
    ['', ''],
    ['https://', ''],
    ['file:///etc/passwd', ''],
  ])('%s → %s', (url, host) => {
    expect(hostOf(url)).toBe(host)
  })

  it('keeps unknown parts marked', () => {
    expect(hostOf('https://\0.evil.net/x')).toBe('\0.evil.net')
    expect(urlParts('https://u:p@h.io:8/x').userinfo).toBe('u:p')
  })

  it('comes to an end on hostile input', () => {
    hostOf(`http://${'a@'.repeat(100_000)}`)
    hostOf(`http://${'1.'.repeat(100_000)}`)
    hostOf(`http://[${':'.repeat(100_000)}]`)
  })
})

describe('addressOf', () => {
  it.each([
    ['localhost', 'loopback'],
    ['api.localhost', 'loopback'],
    ['127.8.9.1', 'loopback'],
    ['0', 'loopback'],
    ['::1', 'loopback'],
    ['[::1]', 'loopback'],
    ['10.1.2.3', 'private'],
    ['172.31.0.1', 'private'],
    ['172.32.0.1', 'public'],
    ['192.168.1.1', 'private'],
    ['fe80::1', 'private'],
    ['postgres', 'private'],
    ['db.cluster.local', 'private'],
    ['169.254.169.254', 'metadata'],
    ['2852039166', 'metadata'],
    ['metadata.google.internal.', 'metadata'],
    ['100.100.100.200', 'metadata'],
    ['168.63.129.16', 'metadata'],
    ['fd00:ec2::254', 'metadata'],
    ['169.254.169.254.nip.io', 'metadata'],
    ['x.10-0-0-1.sslip.io', 'private'],
    ['abc.oast.fun', 'callback'],
    ['WEBHOOK.SITE', 'callback'],
    ['notwebhook.site', 'public'],
    ['example.com', 'public'],
    ['\0.oastify.com', 'callback'],
    ['example.\0', 'unknown'],
    ['', 'unknown'],
    ['constructor', 'private'],
  ] as const)('%s is %s', (host, address) => {
    expect(classifyHost(host)).toBe(address)
  })
})

describe('other knowledge of hosts', () => {
  it.each([
    ['xn--pple-43d.com', 'punycode'],
    ['аpple.com', 'mixed-scripts'],
    ['exam\u200bple.com', 'control-characters'],
    ['example.com', undefined],
  ])('%s', (host, why) => {
    expect(deceptiveHost(host)).toBe(why)
  })

  it('knows paste sites', () => {
    expect(isPasteSite('transfer.sh')).toBe(true)
    expect(isPasteSite('transfer.sh.example.com')).toBe(false)
  })
})
