import { dirname, join } from 'node:path/posix'
import { endingOf, isArchiveEnding } from '../remote/remote-addresses.ts'

/** Shell texts a Dockerfile runs while it is built; copied files keep their names of outside, seen from `root`. */
export function listDockerRuns(content: string, root = ''): readonly string[] {
  const copies = new Map<string, string>()
  const texts: string[] = []
  const script: string[] = []
  let directory = '/'
  for (const line of splitInstructions(content)) {
    const [, keyword = '', rest = ''] = /^\s*(?:ONBUILD\s+)*([A-Za-z]+)\s+([\s\S]*)$/i.exec(line) ?? []
    switch (keyword.toUpperCase()) {
      case 'WORKDIR':
        directory = join(directory, rest.trim())
        break
      case 'COPY':
      case 'ADD':
        for (const [target, source] of parseCopies(rest, directory, root))
          if (DOWNLOAD_ADDRESS.test(source)) script.push(toDownloadCommand(source, target))
          else copies.set(target, source)
        break
      case 'RUN': {
        const text = restoreCopiedNames(toShellText(rest), copies, directory)
        texts.push(text)
        if (script.length > 0) script.push(`(cd ${directory}\n${text}\n)`)
        break
      }
      default:
    }
  }
  return script.length > 0 ? [script.join('\n'), ...texts] : texts
}

const DOWNLOAD_ADDRESS = /^(?:https?|ftp):\/\/[\w.:@%/?&=+,~-]{3,400}$/i

/** What `ADD` does with an address, as a command: whatever runs it later runs a download. */
function toDownloadCommand(url: string, target: string): string {
  const into = /^[\w./-]{1,200}$/.test(target) ? target : '/'
  if (!isArchiveEnding(endingOf(url))) return `curl -sL '${url}' -o ${into}`
  return `curl -sL '${url}' | tar -xz -C ${into.endsWith(url.slice(url.lastIndexOf('/'))) ? dirname(into) : into}`
}

export function listDockerCopies(content: string, root: string): readonly string[] {
  return splitInstructions(content).flatMap((line) => {
    const rest = /^\s*(?:COPY|ADD)\s+([\s\S]*)$/i.exec(line)?.[1]
    return rest === undefined ? [] : parseCopies(rest, '/', root).map(([, source]) => source)
  })
}

/** Lines with continuations and here-documents joined, comments left out. A continuation may split a word. */
function splitInstructions(content: string): string[] {
  const found: string[] = []
  const continued = findEscapeDirective(content) === '`' ? /`[ \t\r]*$/ : /\\[ \t\r]*$/
  const lines = content.split('\n')
  for (let at = 0; at < lines.length; at++) {
    let last = lines[at] ?? ''
    if (/^\s*#/.test(last)) continue
    const parts = [last]
    while (continued.test(last) && at + 1 < lines.length) {
      const next = lines[++at] ?? ''
      if (/^\s*(?:#|\r?$)/.test(next)) continue
      parts[parts.length - 1] = last.replace(continued, '')
      parts.push(next)
      last = next
    }
    const line = parts.join('')
    const marker = /^\s*(?:ONBUILD\s+)*RUN\s.*<<-?\s*["']?(\w{1,40})["']?/i.exec(line)?.[1]
    if (marker === undefined) {
      found.push(line)
      continue
    }
    const body: string[] = []
    while (at + 1 < lines.length && (lines[++at] ?? '').trim() !== marker) body.push(lines[at] ?? '')
    const bare = /RUN(?:\s+--\S+)*\s+<<\S+\s*$/i.test(line)
    found.push(bare ? `RUN ${body.join('\n')}` : `${line}\n${body.join('\n')}\n${marker}`)
  }
  return found
}

function findEscapeDirective(content: string): string | undefined {
  for (const line of content.slice(0, 4000).split('\n')) {
    const directive = /^\s*#\s*(\w+)\s*=\s*(\S+)/.exec(line)
    if (!directive) return undefined
    if (directive[1]?.toLowerCase() === 'escape') return directive[2]
  }
  return undefined
}

function toShellText(rest: string): string {
  const text = rest.trim().replace(/^(?:--[\w-]+(?:=\S+)?\s+)+/, '')
  if (!/^\[.*\]$/s.test(text)) return text
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .map((match) => `'${(match[1] ?? '').replaceAll("'", `'\\''`)}'`)
    .join(' ')
}

function parseCopies(rest: string, directory: string, root: string): (readonly [string, string])[] {
  if (/--from=/.test(rest)) return []
  const words = rest
    .trim()
    .split(/\s+/)
    .filter((word) => !word.startsWith('--'))
  const target = words.pop()
  if (target === undefined) return []
  const inside = join(directory, target)
  return words.map((source) => {
    const folder = source === '.' || source.endsWith('/')
    const whole = folder || !(target.endsWith('/') || target === '.')
    return [
      whole ? inside.replace(/\/$/, '') : join(inside, source.slice(source.lastIndexOf('/') + 1)),
      root === '' || DOWNLOAD_ADDRESS.test(source)
        ? source
        : `${join(root, source)}${folder ? '/' : ''}`.replace(/\/+$/, folder ? '/' : ''),
    ] as const
  })
}

function restoreCopiedNames(text: string, copies: ReadonlyMap<string, string>, directory: string): string {
  return text.replace(/(^|[\s@=:'"])(\/?[\w.][\w./-]{0,200})/g, (whole, before: string, path: string) => {
    if (!/[./]/.test(path)) return whole
    const inside = path.startsWith('/') ? path : join(directory, path)
    const same = copies.get(inside)
    if (same !== undefined) return `${before}${same}`
    for (let end = inside.lastIndexOf('/'); end > 0; end = inside.lastIndexOf('/', end - 1)) {
      const target = inside.slice(0, end)
      const source = copies.get(target)
      if (source !== undefined && (source === '.' || source.endsWith('/') || dirname(inside) === target))
        return `${before}${join(source, inside.slice(end + 1))}`
    }
    return whole
  })
}

const KNOWN_INSTALLERS =
  /^(?:(?:deb|rpm)\.nodesource\.com|sh\.rustup\.rs|bun\.(?:sh|com)|deno\.land|astral\.sh|install\.python-poetry\.org|get\.(?:docker\.com|sdkman\.io|pnpm\.io|helm\.sh|k3s\.io)|(?:raw\.|objects\.|release-assets\.)?githubusercontent\.com|github\.com|gitlab\.com|dl\.google\.com|sdk\.cloud\.google\.com|packages\.microsoft\.com|aka\.ms|dot\.net|apt\.llvm\.org|fnm\.vercel\.app|mise\.(?:run|jdx\.dev)|starship\.rs|bootstrap\.pypa\.io|sh\.brew\.sh|dlcdn\.apache\.org|nodejs\.org|go\.dev|golang\.org|nixos\.org|install\.determinate\.systems|composer\.github\.io|getcomposer\.org|awscli\.amazonaws\.com|cli\.github\.com|taskfile\.dev|just\.systems|dl\.k8s\.io|apt\.releases\.hashicorp\.com|releases\.hashicorp\.com|packagecloud\.io|download\.docker\.com|foundry\.paradigm\.xyz|volta\.sh|get\.volta\.sh|(?:cli|uploader)\.codecov\.io|coveralls\.io|(?:binaries|scanner)\.sonar(?:source|cloud)\.(?:com|io))$/i

export function isKnownInstaller(host: string | undefined): boolean {
  return host !== undefined && KNOWN_INSTALLERS.test(host)
}
