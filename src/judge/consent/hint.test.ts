import { describe, expect, it } from 'vitest'
import { bash } from '../../categories/category.ts'
import { EXAMPLES } from '../../categories/examples.ts'
import { CATEGORIES } from '../../categories/index.ts'
import { findings, isHard, isSure } from '../embedded/findings.ts'
import { testPolicy } from '../embedded/test-policy.ts'
import { judged, understood } from '../embedded/testing.ts'
import { hintFor } from './index.ts'

const POLICY = testPolicy()

/** What a message suggests must be true: said by the person, it clears the call. */
describe('the hint clears what it stands beside', () => {
  for (const { id, hard } of CATEGORIES) {
    if (hard) continue
    for (const example of EXAMPLES.get(id)?.block ?? []) {
      const { action, facts } = understood(example)
      const found = findings(action, POLICY, facts).filter((finding) => isSure(finding))
      const hints = found.map((finding) => hintFor(finding, action))
      if (found.length === 0 || found.some((finding) => isHard(finding, POLICY)) || hints.includes(undefined)) continue
      it(`${id}: ${hints.join('; ')}`, async () => {
        const said = hints.map((text) => `${text}.`).join(' ')
        expect((await judged({ ...example, user: [said] })).type).not.toBe('block')
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
    const { action, facts } = understood(bash(command))
    const hints = findings(action, POLICY, facts)
      .filter(isSure)
      .map((finding) => hintFor(finding, action))
    expect(hints.join(' ')).toContain(name)
    for (const hint of hints) expect(hint).not.toMatch(/ (?:-\S+|delete|destroy|purge|terminate)(?: |$)/)
    const said = hints.map((text) => `${text}.`).join(' ')
    expect((await judged(bash(command, { user: [said] }))).type).not.toBe('block')
    expect((await judged(bash(command, { user: ['run the tests'] }))).type).toBe('block')
  })
})
