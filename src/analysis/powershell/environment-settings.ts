import { SERVICE_ENDPOINTS } from '../../knowledge/lexicon/service-endpoints.ts'
import { quoteForShell } from '../interpret/synthetic-words.ts'

/** What `$env:NAME = …` of a text hands on to the programs it starts, as far as they are bound by it. */
export class EnvironmentSettings {
  private readonly texts = new Map<string, string | undefined>()
  private doubted = false

  /** `sure`: it stands for itself, and not in a branch or a loop. */
  set(name: string, text: string | undefined, sure: boolean): void {
    const upper = name.toUpperCase()
    if (ENDPOINT_PREFIXES.some((prefix) => upper.startsWith(prefix))) this.texts.set(upper, sure ? text : undefined)
  }

  /** Something names the drive of variables, or reads in another text. */
  doubt(): void {
    this.doubted = true
  }

  /** The words before a command of a shell that say the same. */
  assignments(): string {
    return [...this.texts]
      .filter(([, text]) => text !== '')
      .map(
        ([name, text]) =>
          `${name}=${text === undefined || this.doubted ? '"$irongate_unknown"' : quoteForShell(text)} `,
      )
      .join('')
  }
}

const ENDPOINT_PREFIXES = SERVICE_ENDPOINTS.flatMap(({ variables = '', off }) => [
  ...variables.split(' ').map((name) => name.replace(/\{.*$/, '')),
  ...(off === undefined ? [] : [off]),
]).filter((name) => name !== '')
