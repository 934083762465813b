import { launcherInCommand, shellQuote } from '../../install/launcher-script.ts'

/** Stands in every file of ours. A file of the same name without it is somebody else's, and stays. */
const PLUGIN_MARK = '// Written by `irongate init`'

/** How long a call may be looked at, in milliseconds. The host has no limit of its own. */
export const PLUGIN_TIMEOUT_MS = 90_000

/**
 * The plugin that stands in the host: starts the gate with one event, and throws unless it clearly says yes. It is code of its own,
 * without a package, and does nothing when it is loaded: the host continues without a plugin that fails then.
 */
export function pluginText(command: string): string {
  const started = JSON.stringify([
    launcherInCommand(command) ?? '',
    ...command.replace(/^'(?:[^']|'\\'')*' /, '').split(' '),
  ])
  return `${PLUGIN_MARK}; run it again instead of editing this file.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const GATE = ${started}
const LIMIT_MS = ${PLUGIN_TIMEOUT_MS}
const SHORT_MS = 30000
const MOST = 1000000
// It lies over the conversation, which keeps a denial when the agent has ended.
const SHOWN_MS = 30000
${PLUGIN}`
}

const PLUGIN = String.raw`
const WAYS_OUT =
  'In a terminal: \u0060irongate doctor\u0060 shows more; \u0060npm install --global irongate && irongate init\u0060 brings it back. ' +
  'To remove it by hand, delete ' + fileURLToPath(import.meta.url) + ', then restart the agent.'

/** What the gate says to one event. Anything but a whole answer in time is an error, and an error stops the call. */
function ask(event, fields, limit) {
  return new Promise((resolve, reject) => {
    const fail = (why) => reject(new Error('irongate: ' + why + ', so it blocks.\n' + WAYS_OUT))
    const child = spawn(GATE[0], [...GATE.slice(1), event], { cwd: '/', env: {}, detached: true })
    const timer = setTimeout(() => {
      fail('the gate took longer than ' + limit / 1000 + ' seconds')
      stop(child)
    }, limit)
    let said = ''
    let why = ''
    child.stdout.on('data', (data) => {
      said += data
      if (said.length > MOST) stop(child)
    })
    child.stderr.on('data', (data) => {
      why = (why + data).slice(0, 4000)
    })
    child.on('error', (error) => {
      clearTimeout(timer)
      fail('the gate cannot be started (' + (error && error.code) + ', ' + GATE[0] + ')')
    })
    child.on('close', (status, signal) => {
      clearTimeout(timer)
      if (status === 2 && why.trim() !== '') return reject(new Error(why.trim()))
      if (status !== 0 || signal) return fail('the gate ended with ' + (signal || 'status ' + status))
      try {
        resolve(answerIn(said))
      } catch {
        fail('the gate gave no answer that can be read')
      }
    })
    // A gate that ends without reading is known by its status.
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify({ event, ...fields }))
  })
}

function answerIn(said) {
  const answer = JSON.parse(said)
  if (!['allow', 'pass', 'deny'].includes(answer.decision)) throw new Error('no decision')
  return answer
}

/** The launcher and what it started. */
function stop(child) {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}

/** What was judged is what runs: a plugin that is asked after this one cannot change it any more. */
function freeze(value) {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const part of Object.values(value)) freeze(part)
}

const isRun = process.argv[2] === 'run'
const attended = !(isRun || process.argv[2] === 'github') || process.argv.some((word) => /^(-i|--interactive|--mini)$/.test(word))

export const Irongate = async ({ client, directory }) => {
  const parents = new Map()
  const created = new Set()
  const begun = new Set()
  const models = new Map()
  const expanded = new Map()
  const asked = new Map()
  const kept = new Map()
  const settings = new Map()
  let servers = []

  /** A sub-agent is a session with a parent. */
  async function placeOf(id) {
    let session = id
    for (let depth = 0; depth < 32; depth++) {
      const parent = await parentOf(session)
      if (!parent) return { session, ...(session !== id && { agent: id }), cwd: directory, attended }
      session = parent
    }
    throw new Error('irongate: whose sub-agent this is cannot be found out. The call is blocked.')
  }

  async function parentOf(id) {
    if (!parents.has(id)) {
      const { data } = await client.session.get({ path: { id } })
      if (!data || data.id !== id) throw new Error('irongate: the host does not know this session. The call is blocked.')
      parents.set(id, data.parentID)
    }
    return parents.get(id)
  }

  /** Puts what was said of stopped calls into the conversation, where it stays. No model is sent it. */
  async function keep(id) {
    const texts = kept.get(id) || []
    kept.delete(id)
    if (texts.length === 0) return
    const parts = [{ type: 'text', text: texts.join('\n\n'), ignored: true }]
    await client.session.prompt({ path: { id }, body: { noReply: true, ...settings.get(id), parts } })
  }

  function show(message) {
    if (!message) return
    if (isRun) process.stderr.write(message + '\n')
    else
      Promise.resolve(client.tui.showToast({ body: { title: 'Irongate', message, variant: 'warning', duration: SHOWN_MS } })).catch(() => {})
  }

  /** Once for each session in this process. The gate works without. */
  async function begin({ agent, ...place }) {
    if (begun.has(place.session)) return
    begun.add(place.session)
    const { notice } = await ask('start', { ...place, fresh: created.has(place.session) }, SHORT_MS).catch(() => ({}))
    if (!isRun) show(notice)
  }

  async function prompted(place, text, typed) {
    const answer = await ask('prompt', { ...place, text, typed, run: isRun }, SHORT_MS).catch((error) => ({ reason: error.message }))
    if (answer.decision === 'pass' || answer.decision === 'allow') return show(answer.notice)
    // The host shows nobody why a prompt was not taken.
    show(answer.reason)
    throw new Error(answer.reason)
  }

  const serverOf = (tool) => servers.filter((name) => tool.startsWith(name + '_')).sort((a, b) => b.length - a.length)[0]

  return {
    config: async (config) => {
      servers = Object.keys((config && config.mcp) || {}).map((name) => name.replace(/[^a-zA-Z0-9_-]/g, '_'))
    },

    event: async ({ event }) => {
      try {
        const { type, properties } = event
        if (type === 'session.created') created.add(properties.info.id)
        if (type === 'session.idle') await keep(properties.sessionID)
        if (type === 'permission.asked' && properties.tool) asked.set(properties.id, properties.tool.callID)
        if (type !== 'permission.replied' || properties.reply !== 'reject') return
        const call = asked.get(properties.requestID)
        if (call) await ask('refused', { ...(await placeOf(properties.sessionID)), call }, SHORT_MS)
      } catch {
        // Nobody waits for it.
      }
    },

    // What a short form stands for was not typed; what was typed is told here.
    'command.execute.before': async ({ command, sessionID, arguments: words }, { parts }) => {
      expanded.set(sessionID, parts)
      const place = await placeOf(sessionID)
      await prompted(place, ('/' + command + ' ' + (words || '')).trim(), !place.agent)
    },

    'chat.message': async ({ sessionID }, { message, parts }) => {
      const place = await placeOf(sessionID)
      if (message && message.model) models.set(sessionID, message.model.modelID)
      if (message && message.model) settings.set(sessionID, { agent: message.agent, model: message.model })
      await begin(place)
      const texts = parts.filter((part) => part.type === 'text' && !part.synthetic && !part.ignored).map((part) => part.text)
      const form = expanded.get(sessionID) || []
      const isExpanded = texts.some((text) => form.some((part) => part.text === text))
      if (isExpanded) expanded.delete(sessionID)
      if (texts.length > 0) await prompted(place, texts.join('\n'), !place.agent && !isExpanded)
    },

    'tool.execute.before': async ({ tool, sessionID, callID }, { args }) => {
      const place = await placeOf(sessionID)
      const fields = { tool, server: serverOf(tool), call: callID, input: args, model: models.get(sessionID) }
      const answer = await ask('tool', { ...place, ...fields }, LIMIT_MS)
      if (answer.decision === 'allow' || answer.decision === 'pass') return freeze(args)
      if (attended && answer.notice) {
        show(answer.notice)
        if (!isRun) kept.set(place.session, [...(kept.get(place.session) || []), answer.notice])
      }
      if (answer.stop) Promise.resolve(client.session.abort({ path: { id: place.session } })).catch(() => {})
      throw new Error(answer.reason || 'irongate: denied')
    },

    'tool.execute.after': async ({ sessionID, callID }) => {
      // It ran: nothing that goes wrong now may look as if it had not.
      await placeOf(sessionID).then((place) => ask('ran', { ...place, call: callID }, SHORT_MS)).catch(() => {})
    },
  }
}
`

const GATE_COMMAND_LINE = /^const GATE = (\[.*\])$/m

/** Is a text one of ours, of whatever version? */
export function isOwnPlugin(text: string): boolean {
  return text.startsWith(PLUGIN_MARK)
}

/** The commands that a file of ours starts. */
export function pluginCommands(text: string): readonly string[] {
  const started = isOwnPlugin(text) ? GATE_COMMAND_LINE.exec(text)?.[1] : undefined
  if (started === undefined) return []
  try {
    const [launcher, ...words]: unknown[] = JSON.parse(started)
    return typeof launcher === 'string' ? [`${shellQuote(launcher)} ${words.join(' ')}`] : []
  } catch {
    return []
  }
}
