import type { JudgeChoice, LocalServer } from '../choice.ts'
import { jsonFields } from '../local/ask-program.ts'

/** Servers that people run on their own machine, where they listen by default; each speaks the Messages API. */
export const LOCAL_SERVERS: readonly LocalServer[] = [
  { title: 'Ollama', baseUrl: 'http://127.0.0.1:11434' },
  { title: 'LM Studio', baseUrl: 'http://127.0.0.1:1234' },
  { title: 'llama-server', baseUrl: 'http://127.0.0.1:8080' },
  { title: 'vLLM', baseUrl: 'http://127.0.0.1:8000' },
]

const SERVER_MS = 1_500

/** Both lists of models that such servers give; a page that is no list is another server. */
export async function localServerChoice({ title, baseUrl }: LocalServer): Promise<JudgeChoice | undefined> {
  try {
    const response = await fetch(`${baseUrl}/v1/models`, { signal: AbortSignal.timeout(SERVER_MS), redirect: 'error' })
    const list = jsonFields(await response.text())['data']
    const models = (Array.isArray(list) ? (list as readonly unknown[]) : []).flatMap((one) => {
      const id = typeof one === 'object' && one !== null && 'id' in one ? one.id : undefined
      return typeof id === 'string' && /^[\w./:@-]{1,120}$/.test(id) ? [id] : []
    })
    const [model] = models
    if (model === undefined) return undefined
    const count = models.length === 1 ? `the model ${model}` : `${models.length} models, of which ${model}`
    return {
      transport: 'messages',
      title: `${title} on this machine, with ${count}`,
      billing: 'local',
      terms: 'Nothing leaves this machine, and nothing is paid.',
      settings: { transports: ['messages'], baseUrl, model },
    }
  } catch (error) {
    // Nobody answers there, or somebody else does.
    void error
    return undefined
  }
}
