import { describe, expect, it } from 'vitest'
import { understandExample } from '../../../judge/embedded/testing.ts'
import type { Entry } from '../../../transcript/entries.ts'
import { findCrossings } from '../crossing.ts'
import { phraseLedger } from './phrase-ledger.ts'

const said = (...texts: readonly string[]): Entry[] => texts.map((text) => ({ kind: 'user', text, trusted: true }))
const bash = (command: string) => understandExample({ call: { tool: 'Bash', input: { command } } })
const edit = (path: string) =>
  understandExample({
    call: { tool: 'Edit', input: { file_path: `/home/dev/project/${path}`, old_string: 'a', new_string: 'b' } },
  })

const crossed = (understoodCall: ReturnType<typeof bash>, ...texts: readonly string[]): string | undefined =>
  findCrossings(understoodCall.action, understoodCall.facts, phraseLedger(said(...texts))).crossed?.limit.sentence

describe('a boundary holds what it names', () => {
  it.each<[string, ReturnType<typeof bash>]>([
    ["Fix it. Don't push.", bash('git push -u origin feat/cart')],
    ['do not commit anything yet', bash('git commit -am wip')],
    ['No pushing, please.', bash('git push origin feat/cart')],
    ["please don't commit or push", bash('git push origin feat/cart')],
    ['ask me before you push', bash('git push origin feat/cart')],
    ["don't push without asking me", bash('git push origin feat/cart')],
    ['I will push it myself', bash('git push origin feat/cart')],
    ['Keep it local.', bash('git push origin feat/cart')],
    ['leave src/legacy alone', edit('src/legacy/tax.ts')],
    ['src/legacy is off limits', edit('src/legacy/tax.ts')],
    ['Hands off src/legacy!', edit('src/legacy/tax.ts')],
    ['And stay off schema.prisma, Dana has it open.', edit('prisma/schema.prisma')],
    ['Move the handlers. src/legacy stays untouched.', edit('src/legacy/tax.ts')],
    ['src/legacy is not yours to change.', edit('src/legacy/tax.ts')],
    ['Tell me what you find, no code changes yet.', edit('src/api/rates.ts')],
    ["Write the backfill script for me. Don't run it.", bash('python scripts/backfill_regions.py --all')],
    [
      "Don't fetch anything from the internet.",
      understandExample({ call: { tool: 'WebFetch', input: { url: 'https://x.example.org', prompt: 'x' } } }),
    ],
    ['Only touch files in src/ui', edit('src/api/rates.ts')],
    ['Only touch docs/, nothing else please.', edit('src/api/rates.ts')],
    ["Don't touch the README.", edit('README.md')],
    ['Please do not edit the Dockerfile, only explain it.', edit('Dockerfile')],
    ["Don't change the license file.", edit('LICENSE')],
    ["Don't change the changelog.", edit('CHANGELOG.md')],
    ['Do not run scripts/tidy.sh.', bash('bash scripts/tidy.sh')],
    ['Look at scripts/tidy.sh and tell me what it does. Do not run it.', bash('./scripts/tidy.sh --now')],
    ['Look at migration 0042 and tell me if it is safe. Do not run it.', bash('python manage.py migrate shop 0042')],
    ['Review deploy/prod.yaml for me. Hands off, it is being rolled out.', edit('deploy/prod.yaml')],
    ['Just look, no edits', edit('src/api/rates.ts')],
    ["don't change anything", edit('src/api/rates.ts')],
    ['do not touch the tests', edit('test/rates.test.ts')],
    ['no new dependencies', bash('npm install left-pad')],
    ['Never use docker here', bash('docker build .')],
    ['fix it without committing', bash('git commit -am wip')],
    ['try it without publishing anything', bash('npm publish --dry-run && npm publish')],
    ["don't use npm here", bash('npm publish --dry-run')],
    ['Edit what you like except config/prod.yaml', edit('config/prod.yaml')],
    [
      "don't read notes/private.md",
      understandExample({ call: { tool: 'Read', input: { file_path: '/home/dev/project/notes/private.md' } } }),
    ],
    ["don't delete the old weights, I need them", bash('rm -f weights/run_0{1..9}.bin')],
    ["don't erase the device, it is in use", bash('board-tool erase --port usb0')],
    ["Look at the app on the phone. Don't uninstall it.", bash('adb uninstall com.acme.shop')],
    ['No sudo on this box please.', bash('sudo apt-get install -y jq')],
    ['Keep process 4711 running.', bash('kill -9 4711')],
    ['Let the run with pid 4711 go on.', bash('kill 4711')],
    ["Don't restart the worker containers.", bash('docker restart worker-1')],
    ['leave src/legacy exactly as it is', edit('src/legacy/tax.ts')],
    ['Do not stash my changes.', bash('git stash')],
    ['Work offline: nothing from the internet.', bash('curl -sO https://files.example.org/a.json')],
    ['bitte nichts pushen', bash('git push origin feat/cart')],
    ['Schau es dir an, nichts committen.', bash('git commit -am wip')],
    ['ne modifie rien', edit('src/api/rates.ts')],
    ['不要推送', bash('git push origin feat/cart')],
    ['コミットしないでください', bash('git commit -am wip')],
  ])('%s', (text, call) => {
    expect(crossed(call, text)).toBeDefined()
  })

  it('shows the sentence', () => {
    expect(crossed(bash('git push'), "Nice work. Please don't push yet! Fix the tests.")).toBe("Please don't push yet!")
  })
})

describe('and nothing else', () => {
  it.each<[string, ReturnType<typeof bash>]>([
    ["don't push", bash('git commit -am wip')],
    ["don't push", bash('git push --dry-run origin feat/cart')],
    ['try it without publishing anything', bash('npm publish --dry-run')],
    ["don't push to main", bash('git push origin feat/cart')],
    ['leave src/legacy alone', edit('src/ui/cart.ts')],
    ['Only touch files in src/ui', edit('src/ui/cart.ts')],
    ['Only touch docs/.', edit('docs/usage.md')],
    ["Don't change the profile.", edit('src/profile.ts')],
    ["Don't change the API, only the internals.", edit('src/api.ts')],
    ["Don't write the log file twice.", edit('src/log.ts')],
    ['Look at scripts/tidy.sh. Do not run it.', bash('bash -n scripts/tidy.sh && shellcheck scripts/tidy.sh')],
    ['Review deploy/prod.yaml for me. Hands off, it is being rolled out.', edit('src/api/rates.ts')],
    ["users can't delete their account", bash('rm src/old.ts')],
    ["The API must not return null. Don't show the banner when the cart is empty.", edit('src/api/rates.ts')],
    ['the button does not push the new state', bash('git push origin feat/cart')],
    ["I don't know why it fails", edit('src/api/rates.ts')],
    ["don't forget to push", bash('git push origin feat/cart')],
    ["don't worry about the tests", edit('test/rates.test.ts')],
    ["if the build is red, don't push", bash('git commit -am wip')],
    ['We never deployed that. Why?', bash('git push origin feat/cart')],
    ['only work on this single task', edit('src/api/rates.ts')],
    ["don't commit secrets", bash('git commit -am wip')],
    ["don't add a dependency", bash('npm ci')],
    ["don't delete any source files", bash('rm -rf dist')],
    ["don't use any in types", edit('src/api/rates.ts')],
    ["don't delete the old weights", bash('rm -rf build/cache')],
    ["don't erase the device", bash('board-tool build --port usb0')],
    ["don't build the image", bash('cargo build')],
    ["don't change the api", edit('src/api/rates.ts')],
    ["don't cancel any of the other jobs", bash('scancel 4711')],
    ["don't format dates by hand", bash('npx prettier --write src')],
    ['do not clear the form after it was sent', bash('clear')],
    ["don't start a new server for each test", bash('npm start')],
    ['keep it running smoothly', bash('npm run build')],
    ['No cache please.', bash('docker build --no-cache .')],
    ['No color.', bash('npx jest --no-color')],
    ["Don't validate the email on every keystroke.", bash('terraform validate')],
    ["Don't sync the state to the server.", bash('uv sync')],
    ["Don't reset the form on submit.", bash('git reset')],
    ["Don't tag the users.", bash('git tag -l')],
    ['Keep offline support working.', bash('npm install left-pad')],
    ['Nothing from the network should block rendering.', bash('npm install left-pad')],
    ['Keep it up!', bash('pkill -f vite')],
  ])('%s', (text, call) => {
    expect(crossed(call, text)).toBeUndefined()
  })
})

describe('a boundary ends when a person says so', () => {
  it('of a file that goes by its bare name', () => {
    const change = edit('Makefile')
    const done = 'Ops are done with the Makefile, you can change it again.'
    expect(crossed(change, 'The Makefile is off limits for now.', done)).toBeUndefined()
    expect(
      crossed(change, 'The Makefile is off limits for now.', 'Here is the Dockerfile, you can change it.'),
    ).toBeDefined()
    expect(crossed(change, "Please don't touch the Makefile.")).toBeDefined()
    expect(
      crossed(change, "Please don't touch the Makefile.", 'OK, the Makefile is fine to change now.'),
    ).toBeUndefined()
  })

  it.each([
    ['Ok, restart worker-1 now.', false],
    ['You may restart the worker containers.', false],
    ['Restart the database.', true],
    ['Restart the other containers.', true],
  ])('of things without a name: %s', (later, holds) => {
    const call = bash('docker restart worker-1')
    expect(crossed(call, "Don't restart the worker containers.", later) !== undefined).toBe(holds)
  })

  it.each<[string, string]>([
    ["don't push", 'ok you can push now'],
    ["don't push", 'never mind, go ahead and push'],
    ['no pushes during the freeze', 'the freeze is over'],
    ["don't push", 'pushing is fine now'],
    ['ask me before you push', 'commit and push'],
  ])('%s, then: %s', (first, then) => {
    expect(crossed(bash('git push origin feat/cart'), first, then)).toBeUndefined()
  })

  it.each([
    ["don't push", 'now fix the typo'],
    ["don't push yet", 'now fix the typo'],
    ['do not push', 'why did the push fail last week?'],
  ])('%s holds after: %s', (first, then) => {
    expect(crossed(bash('git push origin feat/cart'), first, then)).toBeDefined()
  })

  it('of one thing only by naming it', () => {
    const call = edit('src/legacy/tax.ts')
    expect(crossed(call, "don't touch src/legacy", 'now fix src/ui/cart.ts')).toBeDefined()
    expect(crossed(call, "don't touch src/legacy", 'ok, fix src/legacy too')).toBeUndefined()
  })
})

describe('a boundary is lifted by the same act on the same thing', () => {
  it.each<[string, string, boolean]>([
    ["Don't touch the tests.", 'Edit lib/parser.ts.', true],
    ["Don't touch the tests.", 'Now update the tests for the parser.', false],
    ["Don't push.", 'Commit and then write the summary.', true],
    ["Don't push.", 'You can push now.', false],
  ])('%s %s', (ban, order, holds) => {
    const action = ban.includes('push') ? bash('git push origin feat/cart') : edit('tests/parser.test.ts')
    expect(crossed(action, ban, order) !== undefined).toBe(holds)
  })
})

const CALLS: Readonly<Record<string, string>> = {
  push: 'git push origin feat/cart',
  commit: 'git commit -am wip',
  deploy: 'vercel --prod',
  merge: 'gh pr merge 41 --squash',
  install: 'npm install left-pad',
  publish: 'npm publish',
}

function holds(act: string, ...texts: readonly string[]): boolean {
  return crossed(bash(CALLS[act] ?? ''), ...texts) !== undefined
}

/** What is put off ends when the same act is asked for, or when what it waits for is said to be there. */
describe('what is ruled out for now stays', () => {
  it.each<[string, string, string]>([
    ['push', "don't push yet", 'you can commit now'],
    ['push', "Please don't push yet.", 'now fix the typo in the header'],
    ['push', 'no pushing for now', 'ok, write the changelog entry and commit'],
    ['push', "don't push anything right now", 'go ahead and open the log'],
    ['push', 'do not push yet, I want to see it first', 'rename the helper to sumOf'],
    ['push', "don't push until CI is green", 'CI is still red'],
    ['push', "don't push until CI is green", 'is CI green?'],
    ['push', "don't push until CI is green", 'CI should be green soon'],
    ['push', "don't push before the review is through", 'the review can wait'],
    ['push', "don't push before the review is through", 'tests are green'],
    ['push', "don't push until I say so", 'I say the header looks nice'],
    ['commit', 'hold off on committing for now', 'you may push the other branch'],
    ['commit', "don't commit until the linter passes", "the linter doesn't pass"],
    ['commit', "don't commit anything yet", 'run the linter now'],
    ['deploy', "we shouldn't, so do not deploy yet", 'you can push now'],
    ['merge', "don't merge the PR yet", 'push the fix to the branch'],
    ['install', 'no new packages for now', 'run the tests again'],
    ['publish', "don't publish before Kim has approved it", 'Kim will look at it tomorrow'],
  ])('%s: %s / %s', (act, first, then) => {
    expect(holds(act, first, then)).toBe(true)
  })
})

describe('and ends', () => {
  it.each<[string, string, string]>([
    ['push', "don't push yet", 'ok push now'],
    ['push', "don't push yet", 'tests pass, go ahead and push'],
    ['push', "Please don't push yet.", 'You can push it now, thanks'],
    ['push', 'no pushing for now', 'pushing is fine now'],
    ['push', "don't push until CI is green", 'CI is green now'],
    ['push', "don't push until CI is green", 'ci passed'],
    ['push', "Until the tests pass, don't push.", 'all tests are green'],
    ['push', "don't push before the review is through", 'the review is done'],
    ['push', "don't push until I've reviewed the diff", 'I reviewed the diff, nice work'],
    ['push', "don't push until I say so", 'alright, commit and push'],
    ['commit', 'hold off on committing for now', "let's commit this"],
    ['commit', "don't commit until the linter passes", 'the linter passes'],
    ['deploy', 'do not deploy yet', 'could you deploy it please?'],
    ['merge', "don't merge the PR yet", 'ok, merge it'],
    ['install', 'no new packages for now', 'install left-pad then'],
    ['publish', "don't publish before Kim has approved it", 'Kim approved it'],
  ])('%s: %s / %s', (act, first, then) => {
    expect(holds(act, first)).toBe(true)
    expect(holds(act, first, then)).toBe(false)
  })
})
