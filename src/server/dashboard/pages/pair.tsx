import { PageHead } from '../parts/text.tsx'

/** How a browser comes by a key. */
export function Pair({ ended }: { readonly ended: boolean }) {
  return (
    <div class="pair">
      <PageHead title={ended ? 'This pairing has ended' : 'Pair this browser'} />
      <section class="card">
        {ended && (
          <p>The server was restarted, or the key was revoked. A key lives as long as the run of its server.</p>
        )}
        <p>
          The dashboard shows what your agents do and lets you answer what they ask, so it opens with a key only. Type
          this on a terminal of yours:
        </p>
        <pre class="code">
          <code>irongate pair</code>
        </pre>
        <p>
          It asks you to confirm that you are a person, and prints an address that ends in <code>#key=…</code>. Open
          that address in this browser. The key stays in this tab and is forgotten when you close it.
        </p>
        <p class="quiet">
          No server is running? <code>irongate serve</code> starts one and opens the dashboard by itself.
        </p>
      </section>
    </div>
  )
}
