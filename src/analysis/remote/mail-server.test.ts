import { describe, expect, it } from 'vitest'
import { judgeExample } from '../../judge/embedded/testing.ts'

const passes = async (command: string) =>
  (await judgeExample({ call: { tool: 'Bash', input: { command } } })).type === 'allow'

describe('mail that a catcher on this machine takes', () => {
  it.each([
    'swaks --server 127.0.0.1:2025 --from a@shop.example --to ida@acme.io --body hello',
    'swaks -s localhost:2525 -t ida@acme.io --body hi',
    'swaks --server localhost -p 1025 --to ida@acme.io --body hi',
    'swaks --server localhost --to ida@shop.test --body hi',
    'msmtp --host=localhost --port=1025 ida@acme.io < mail.txt',
    'mailx -S smtp=localhost:1025 -s hello ida@acme.io < a.txt',
    'mailx -S smtp=smtp://127.0.0.1:2525 ida@acme.io < a.txt',
    'curl smtp://localhost:1025 --mail-from a@b.test --mail-rcpt ida@acme.io -T mail.txt',
    'sendemail -s localhost:1025 -f a@b.test -t ida@acme.io -m hi',
    'mailsend -smtp localhost -port 1025 -to ida@acme.io -from a@b.test',
  ])('%s', async (command) => {
    expect(await passes(command)).toBe(true)
  })
})

describe('mail that a server hands on', () => {
  it.each([
    'swaks --server smtp.acme.io:1025 --to ida@acme.io --body hello',
    'swaks --server 127.0.0.1:25 --to ida@acme.io --body hello',
    'swaks --server localhost --to ida@acme.io --body hello',
    'swaks --to ida@acme.io --ehlo localhost:1025 --body hello',
    'swaks --server smtp.acme.io --to ida@acme.io -s localhost:1025',
    'swaks --server "$MAILHOST" --to ida@acme.io --body localhost:1025',
    'swaks --server 127.0.0.1.evil.example:1025 --to ida@acme.io',
    'mailx -s localhost:1025 -S smtp=smtp.acme.io:587 ida@acme.io < a.txt',
    'swaks --server localhost --to ida@shop.test,ann@acme.io --body hi',
    'msmtp --host=localhost --port=587 ida@acme.io < mail.txt',
    'swaks --server localhost:1025 --to ida@acme.io && swaks --to ida@acme.io',
  ])('%s', async (command) => {
    expect(await passes(command)).toBe(false)
  })
})
