import { showInvisible } from '../../cli/io.ts'
import { radiusText } from '../../cli/pending.ts'
import { hasRedaction } from '../../redaction/redact.ts'
import type { PendingAsk } from '../api/shapes.ts'

/** Nothing of the page runs, and nothing of it is fetched: every text on it is a model's. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
} as const

function htmlPage(status: number, body: string): Response {
  const style =
    'body{font:1rem/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid;padding:.75rem}button,input{font:inherit;padding:.5rem 1rem;margin:.25rem .5rem .25rem 0}'
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Irongate</title><style>${style}</style><main>${body}</main></html>`
  return new Response(html, { status, headers: HEADERS })
}

export function notePage(status: number, text: string): Response {
  return htmlPage(status, `<h1>Irongate</h1><p>${escapeHtml(text)}</p>`)
}

/** The call whole, what it would reach, why it waits, and the form that answers it. */
export function answerPage(ask: PendingAsk): Response {
  const { tool, input, cwd, host, machine, message, until, scope, radius } = ask
  const text = typeof input['command'] === 'string' ? input['command'] : JSON.stringify(input, undefined, 2)
  const secrets = hasRedaction(input) ? '<p>Secrets are not kept: «secret:…» stands for each of them.</p>' : ''
  const rows = radius.map((row) => `<li>${escapeHtml(radiusText(row))}</li>`).join('')
  const session =
    scope === undefined
      ? ''
      : `<button name="answer" value="session">Yes, for this session: ${escapeHtml(scope)}</button>`
  return htmlPage(
    200,
    `<h1>May this run?</h1>
<p>${escapeHtml(tool)} in ${escapeHtml(cwd)} (${escapeHtml(host)} on ${escapeHtml(machine)})</p>
<pre>${escapeHtml(text)}</pre>${secrets}
<p>${escapeHtml(message)}</p>
${rows === '' ? '' : `<h2>It would</h2><ul>${rows}</ul>`}
<form method="post" autocomplete="off">
<p><label>PIN <input name="pin" type="password" inputmode="numeric" required autocomplete="off"></label></p>
<p><button name="answer" value="no">No</button><button name="answer" value="yes">Yes, once</button>${session}</p>
</form>
<p>It is denied at ${escapeHtml(new Date(until).toISOString())} if nobody answers.</p>`,
  )
}

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** As text of a page, with what nobody can see made visible. */
function escapeHtml(text: string): string {
  return showInvisible(text).replace(/[&<>"']/g, (sign) => HTML_ENTITIES[sign] ?? '')
}
