import { describe, expect, it } from 'vitest'
import { bash } from '../../categories/category.ts'
import { EXAMPLES } from '../../categories/examples.ts'
import { CATEGORIES } from '../../categories/index.ts'
import { collectFindings, isCertainFinding, isHardFinding } from '../../judge/embedded/findings.ts'
import { testPolicy } from '../../judge/embedded/test-policy.ts'
import { judgeExample, understandExample } from '../../judge/embedded/testing.ts'
import { consentHintFor } from './index.ts'

const POLICY = testPolicy()

/** What a message suggests must be true: said by the person, it clears the call. */
describe('the hint clears what it stands beside', () => {
  for (const { id, hard } of CATEGORIES) {
    if (hard) continue
    for (const example of EXAMPLES.get(id)?.block ?? []) {
      const { action, facts } = understandExample(example)
      const found = collectFindings(action, POLICY, facts).filter((finding) => isCertainFinding(finding))
      const hints = found.map((finding) => consentHintFor(finding, action))
      if (found.length === 0 || found.some((finding) => isHardFinding(finding, POLICY)) || hints.includes(undefined))
        continue
      it(`${id}: ${hints.join('; ')}`, async () => {
        const said = hints.map((text) => `${text}.`).join(' ')
        expect((await judgeExample({ ...example, user: [said] })).type).not.toBe('block')
      })
    }
  }
})

/** The same of programs that nobody lists, whose words are all there is to go by. */
describe('the hint for a program without a reader names what it works on', () => {
  it.each([
    ['boxer destroy --force lab-7', 'lab-7'],
    ['boxer vm terminate lab-7 --region north -y', 'lab-7'],
    ['queuectl --server mq.acme.example purge orders-tmp', 'orders-tmp'],
    ['chipprog --chip x32 --port /dev/ttyUSB7 erase_flash', '/dev/ttyUSB7'],
    ['heroku ps:scale worker=0 -a shop-lab', 'worker'],
    ['heroku config:set LOG=trace -a blog-lab', 'blog-lab'],
    ['vagrant destroy -f trial', 'trial'],
    ['regctl tag delete registry.acme.example/web:old', 'registry.acme.example/web'],
    ['php artisan migrate:refresh', 'migrate:refresh'],
    ['loginctl enable-linger kim', 'kim'],
    ["ssh lab-7 'sudo reboot'", 'lab-7'],
    ["ssh lab-7 'frobnicate -x'", 'lab-7'],
    ['turso db destroy trial -y', 'trial'],
  ])('%s', async (command, name) => {
    const { action, facts } = understandExample(bash(command))
    const hints = collectFindings(action, POLICY, facts)
      .filter(isCertainFinding)
      .map((finding) => consentHintFor(finding, action))
    expect(hints.join(' ')).toContain(name)
    for (const hint of hints) expect(hint).not.toMatch(/ (?:-\S+|delete|destroy|purge|terminate)(?: |$)/)
    const said = hints.map((text) => `${text}.`).join(' ')
    expect((await judgeExample(bash(command, { user: [said] }))).type).not.toBe('block')
    expect((await judgeExample(bash(command, { user: ['run the tests'] }))).type).toBe('block')
  })
})
