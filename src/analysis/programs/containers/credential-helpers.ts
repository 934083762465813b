import type { Program } from '../program.ts'

/** Stores of registry passwords: `get` prints one. */
export const CREDENTIAL_HELPERS: Program = {
  names: ['desktop', 'osxkeychain', 'secretservice', 'pass', 'wincred', 'ecr-login', 'gcr', 'gcloud', 'acr-env'].map(
    (store) => `docker-credential-${store}`,
  ),
  read: (command, scribe) => {
    const [verb] = command.args
    if (verb?.known !== 'get') return verb?.known === 'version' || verb?.known === 'list' ? 'expected' : 'plain'
    scribe.effect({
      kind: 'expose-secret',
      source: { kind: 'secret-store', store: 'docker' },
      sink: command.stdout === 'file' ? 'file' : 'output',
      certainty: command.stdout === 'pipe' || command.stdout === 'captured' ? 'possible' : 'certain',
    })
    return 'plain'
  },
}
