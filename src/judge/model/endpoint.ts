export const OFFICIAL_ENDPOINT = 'https://api.anthropic.com'

/** Is it Anthropic's own endpoint? Without one named, it is. */
export function isOfficial(baseUrl: string | undefined): boolean {
  if (baseUrl === undefined) return true
  return URL.canParse(baseUrl) && new URL(baseUrl).origin === OFFICIAL_ENDPOINT
}
