import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileRecords } from '../../src/audit/file-records.ts'
import { newestRecord } from '../../src/audit/query.ts'
import { stateFolder } from '../../src/state/state-folder.ts'
import { LAUNCHER, NEW } from './clients.ts'
import { type InteractiveSession, openSession } from './interactive.ts'
import type { Said, Scripts } from './messages-server.ts'
import { createRecording, type Recording } from './recording.ts'
import { createSandbox, hostEnvironment, type Sandbox } from './sandbox.ts'
import { KEYS, needsLogin, openTerminal } from './terminal.ts'

const DOCUMENT = 'docs/agents/claude-code.md'
const BEGIN = '<!-- Recorded by test/hosts/recorded-session.host-test.ts; UPDATE_DOCS=1 writes it anew. -->'
const END = '<!-- End of the recording. -->'

/** Nothing is wrapped and nothing scrolls away, so that no length of a path changes a line. */
const SIZE = { rows: 240, columns: 700 }
/** An entry of the settings is longer. */
const OWN_SIZE = { ...SIZE, columns: 2000 }

let box: Sandbox
let recording: Recording
let session: InteractiveSession
beforeEach(() => {
  box = createSandbox({ bare: true })
  recording = createRecording(box)
  box.write('README.md', '# Shop\n')
  box.write('drafts/old/chapter.md', 'months of work\n')
  const git = (...words: readonly string[]) => execFileSync('git', ['-C', box.project, ...words])
  git('checkout', '--quiet', '-b', 'main')
  git('config', 'user.name', 'me')
  git('config', 'user.email', 'me@localhost')
  git('add', 'README.md')
  git('commit', '--quiet', '-m', 'Begin')
  execFileSync('git', ['init', '--quiet', '--bare', `${box.home}/origin.git`])
  git('remote', 'add', 'origin', `${box.home}/origin.git`)
})
afterEach(async () => {
  await session?.close()
  box.remove()
})

type Reply = readonly [question: RegExp, reply: string | ((shown: string) => string)]
const NUMBER: Reply = [/Type \d{4} to confirm:/, (shown) => /Type (\d{4}) to confirm:/.exec(shown)?.[1] ?? '']

/** A command that the person types in a terminal of their own, with their replies; recorded as it stood on the screen. */
async function typed(words: readonly string[], ...replies: readonly Reply[]): Promise<void> {
  const env = {
    ...hostEnvironment(box.home, 'http://127.0.0.1:9'),
    PATH: `${dirname(NEW)}:/usr/local/bin:/usr/bin:/bin`,
  }
  const terminal = openTerminal([process.execPath, LAUNCHER, ...words], {
    cwd: box.project,
    env,
    size: OWN_SIZE,
    login: true,
  })
  for (const [question, reply] of replies) {
    const shown = await terminal.see(question)
    terminal.type(`${typeof reply === 'string' ? reply : reply(shown)}${KEYS.enter}`)
  }
  expect(await terminal.ended, terminal.screen()).toBe(0)
  recording.terminal(['irongate', ...words].join(' '), terminal.screen())
}

/** A prompt of the person's, and what came of it on the client's screen. */
async function prompted(prompt: string, until: RegExp): Promise<void> {
  await session.say(prompt)
  await session.see(until)
  recording.screen(session.screen(), `❯ ${prompt}`)
}

const call = (command: string, description: string): Said => ({ tool: 'Bash', input: { command, description } })
const lastStopped = async () =>
  (await newestRecord(fileRecords(stateFolder(box.home)), { decisions: ['deny', 'ask'] }))?.id ?? ''
/** The agent's last words, and the client's sign that its turn is over. */
const ended = (words: string) => new RegExp(`● ${words.replaceAll('.', '\\.')}\\s+✻`)
const ASKS = /Do you want to proceed\?/

const SCRIPTS: Scripts = {
  build: [[call('mkdir build', 'Make a folder')], ['The folder build is there.']],
  room: [[call('rm -rf drafts/old', 'Delete old drafts')], ['I was not allowed to delete drafts/old.']],
  again: [[call('rm -rf drafts/old', 'Delete old drafts')], ['It is gone.']],
  notes: [[call('git commit --quiet --allow-empty -m Notes', 'Commit')], ['Committed.']],
  site: [[call('git push --quiet origin main', 'Push')], ['I was not allowed to push to main.']],
  more: [[call('git push --quiet origin main', 'Push')], ['Pushed.']],
  away: [[call('rm -rf build', 'Delete the build folder')], ['Done.']],
}

describe.skipIf(needsLogin())('the recorded session of docs/agents/claude-code.md', () => {
  it('is what the real client and the real command line show', async () => {
    recording.say('In a terminal. The answers after the questions are typed.')
    await typed(
      ['init'],
      [/wait\s+five\s+minutes\s+for\s+your\s+answer\?/, 'n'],
      [/Write this\? \[y\/N\]/, 'y'],
      [/so\s+that\s+you\s+aren't\s+asked\s+twice\?/, 'y'],
      [/Look\s+for\s+one\s+you\s+already\s+have\?/, 'n'],
    )

    recording.say('A new session of Claude Code in the project. Lines that begin with ❯ are typed.')
    session = await openSession(box, SCRIPTS, { size: SIZE })
    await session.see('Irongate is on')
    recording.screen(session.screen(), '  ⎿  SessionStart')
    recording.say('An allowed call runs without a question, as chosen above.')
    await prompted('Make a folder for the build. [[build]]', ended('The folder build is there.'))

    recording.say('A denied call. The agent reads the reason; you read how to allow it.')
    await prompted('Free some space, please. [[room]]', ended('I was not allowed to delete drafts/old.'))
    await prompted('/irongate-why', /For the user: [\s\S]*●[\s\S]*✻/)
    recording.say('In another terminal. The number is typed; no agent can.')
    await typed(['approve', await lastStopped()], NUMBER)
    await prompted('Try that again, please. [[again]]', ended('It is gone.'))

    recording.say('Allow a call from now on.')
    await prompted('Go on, please. [[site]]', ended('I was not allowed to push to main.'))
    await typed(['allow', await lastStopped(), '--rule', '1'], NUMBER)
    await prompted('Once more, please. [[more]]', ended('Pushed.'))

    recording.say('You rule something out, so Irongate asks. `1` is pressed.')
    await prompted("Write the notes, and don't commit yet. [[notes]]", ASKS)
    await session.press('1', () => session.screen().includes('Committed.'))

    recording.say('While Irongate is paused, Claude Code asks as it does without it.')
    await typed(['off', '--for', '30m'], NUMBER)
    await prompted('Take the build folder away. [[away]]', ASKS)
    await session.press('1', () => session.screen().includes('Done.'))
    await typed(['on'])

    recording.say('Uninstall.')
    await session.close()
    await typed(['uninstall'], [/Take the hook out of these files\? \[y\/N\]/, 'y'])

    const document = readFileSync(DOCUMENT, 'utf8')
    const [before = '', rest = ''] = document.split(BEGIN)
    const after = rest.slice(rest.indexOf(END))
    const written = `${before}${BEGIN}\n\n${recording.text()}\n${after}`
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(DOCUMENT, written)
    else expect(document, 'UPDATE_DOCS=1 writes it anew').toBe(written)
  })
})
