import type { EffectDraft } from '../../effects.ts'
import type { PathUse } from '../../paths/paths.ts'
import { isSecretSource } from '../../text/secrets.ts'
import type { DataSource } from '../../words.ts'
import { uniqueSources } from './abstract-value.ts'

/** What the files that the code wrote hold, by their real paths. */
export class CarriedSources {
  readonly #carried = new Map<string, readonly DataSource[]>()

  of({ real }: PathUse): readonly DataSource[] {
    return (real === undefined ? undefined : this.#carried.get(real)) ?? []
  }

  add(path: PathUse, sources: readonly DataSource[]): void {
    if (path.real !== undefined) this.#carried.set(path.real, uniqueSources([this.of(path), sources]))
  }

  hostAt(path: string): string | undefined {
    const network = this.#carried.get(path)?.find((source) => source.kind === 'network')
    return network && hostInUrl(network.url)
  }
}

/** What it means that data from these sources is saved in a file: a download, or a secret laid down. */
export function savedSources(path: PathUse, sources: readonly DataSource[], by: string): readonly EffectDraft[] {
  return sources.flatMap((source): readonly EffectDraft[] => {
    if (source.kind === 'network')
      return [{ kind: 'download', host: hostInUrl(source.url), url: source.url, to: path, by }]
    if (!isSecretSource(source) || source.kind === 'literal' || path.tags.includes('secret')) return []
    const certainty = path.zone === 'project' ? 'possible' : 'likely'
    return [{ kind: 'expose-secret', source, sink: 'file', by, certainty }]
  })
}

export function filesOfSources(sources: readonly DataSource[]): readonly string[] {
  return sources.flatMap((source) => (source.kind === 'file' ? [source.path] : []))
}

/** Some languages open an address by the functions for files. */
export function sourceOfPath({ text, real, tags }: PathUse): DataSource {
  if (/^(?:https?|ftps?):\/\//i.test(text)) return { kind: 'network', url: text }
  return { kind: 'file', path: real ?? text, secret: tags.includes('secret') }
}

export function hostInUrl(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@\s]*@)?([^/:?#\s]+)/i.exec(url)?.[1] ?? url.split('/')[0] ?? ''
}
