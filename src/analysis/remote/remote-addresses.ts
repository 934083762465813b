import { hostOf, isForge } from './hosts.ts'

export interface RemoteAddress {
  readonly address: string
  readonly host: string
  /** `file`: one address. `repository`: a whole tree. */
  readonly what: 'file' | 'repository'
  readonly ending: string
}

export function downloadedCodeRun(address: string, host = hostOf(address)) {
  return { kind: 'run-code', language: 'other', origin: 'download', read: false, host, address } as const
}

const MAX_LENGTH = 2_000

const REMOTE_URL = /^(?:[a-z]{1,12}(?:\+|::))*(?:https?|ftps?|git|ssh|oci|s3|gs|hg|svn|hf|docker|ipfs):\/\/[^\s/]+/i
const TUNNELED_URL = /^(?!git|svn|hg|bzr|sl|jj|cvs)[a-z]{2,12}\+(?:ssh|tls|tcp|unix|libssh2?):\/\//i
const STORE_URL = /^([a-z][a-z0-9+-]{1,20}):\/\/[^\s/]+/i
const NON_STORE_SCHEMES =
  /^(?:wss?|grpcs?|tcp|udp|tls|quic|rtmps?|rtsp|rediss?|mongodb(?:\+srv)?|postgres(?:ql)?|mysql|mariadb|amqps?|mqtts?|kafka|nats|ldaps?|smtps?|imaps?|jdbc|odbc|sqlserver|mssql|clickhouse|cassandra|bolt|neo4j(?:\+s)?|vscode|chrome|about|app|exp|android|ios|content|fileb?|unix|npipe|data|sqlite|duckdb|stdin|env|dir|local|localhost|template|containers-storage|docker-daemon|docker-archive|oci-archive|mailto|tel|secret|op|vault|keyring|ref|arn|urn|test|mock|example)$/i
const SCP_ADDRESS = /^[\w.-]+@[\w-]+(?:\.[\w-]+)+:[\w~.-]+\/[\w./-]+$/
const FORGE_PREFIX =
  /^(?:github|gitlab|bitbucket|codeberg|sourcehut|gist|gh|gl|bb|ubi|hf|flake|git):(?:\/\/)?([\w-][\w.-]*\/[\w.-]+)/i
const HOST_PATH = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}\/[\w.~-]+\/[\w.~-]+/i
const CODE_SUFFIX = /@[\w.-]+$|\+[\w./-]+$|\.git(?:$|[#@?/])|\w\/\/\w|\?ref=/

export function parseRemoteAddress(word: string): RemoteAddress | undefined {
  if (word.length > MAX_LENGTH || !/[:/]/.test(word)) return undefined
  if (!word.includes(':'))
    return /^\d{1,3}(?:\.\d{1,3}){3}\/(?!\d{1,2}$)\S/.test(word) ? fileAddress(word) : parseHostPath(word)
  // `name@https://…`, `name @ git+https://…`: the address is what counts.
  const text = word.replace(/^[@\w./-]{1,100}?\s?@\s?(?=(?:[a-z]+\+)?https?:)/i, '')
  if (TUNNELED_URL.test(text)) return undefined
  if (REMOTE_URL.test(text)) return { address: text, host: hostOf(plainUrl(text)), ...addressKind(text) }
  if (SCP_ADDRESS.test(text)) return { address: text, host: hostOf(text), what: 'repository', ending: '' }
  const scheme = STORE_URL.exec(text)?.[1]
  if (scheme !== undefined && !NON_STORE_SCHEMES.test(scheme) && !FORGE_PREFIX.test(text))
    return { address: text, host: hostOf(text), what: 'repository', ending: '' }
  const named = FORGE_PREFIX.exec(text)?.[1]
  if (named !== undefined) {
    const host = /^(?:gl|gitlab)/i.test(text) ? 'gitlab.com' : /^hf/i.test(text) ? 'huggingface.co' : 'github.com'
    return { address: `${host}/${named}`, host, what: 'repository', ending: '' }
  }
  return parseHostWithPort(text) ?? parseHostPath(text)
}

/** `192.0.2.1:80/x`, `host.tld:80/x`: what a machine serves, without a scheme. */
const HOST_WITH_PORT = /^((?:\d{1,3}(?:\.\d{1,3}){3}|(?:[\w-]{1,60}\.){1,6}[a-z]{2,20}):\d{1,5})\/[\w./~+-]+$/i

function parseHostWithPort(text: string): RemoteAddress | undefined {
  return HOST_WITH_PORT.test(text) ? fileAddress(text) : undefined
}

function fileAddress(text: string): RemoteAddress {
  return { address: text, host: hostOf(text), what: 'file', ending: endingOf(text) }
}

/** `host.tld/owner/name`: its dots stand before the first slash, those of most paths do not. */
function parseHostPath(text: string): RemoteAddress | undefined {
  const dot = text.indexOf('.')
  if (dot < 0 || dot > text.indexOf('/') || !HOST_PATH.test(text)) return undefined
  if (!CODE_SUFFIX.test(text) && !isForge(hostOf(text))) return undefined
  return { address: text, host: hostOf(text), what: 'repository', ending: '' }
}

/** `host/owner/name` or `host/name:tag`: an image, where a verb says that one is run. */
export function parseImageAddress(word: string): RemoteAddress | undefined {
  const image = /^((?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?)\/[\w./-]{1,150}(:[\w.-]{1,60})?(?:@sha256:[0-9a-f]+)?$/i.exec(
    word,
  )
  if (!image || (image[2] === undefined && !/\/[\w.-]+\/[\w.-]+$/.test(word))) return undefined
  return { address: word, host: image[1] ?? '', what: 'repository', ending: '' }
}

/** `owner/name` or `owner/name@version`, where an option or a sub-command says that it is one. */
export function parseOwnedName(word: string, versioned: boolean): RemoteAddress | undefined {
  const name = /^([\w-]{1,60}\/[\w.-]{1,100})(@[\w.-]{1,60})?$/.exec(word)
  if (!name || (versioned && name[2] === undefined)) return undefined
  return { address: name[1] ?? word, host: 'github.com', what: 'repository', ending: '' }
}

function plainUrl(text: string): string {
  return text.replace(/^(?:[a-z]{1,12}(?:\+|::))+(?=[a-z]+:\/\/)/i, '')
}

function addressKind(text: string): Pick<RemoteAddress, 'what' | 'ending'> {
  const path = plainUrl(text)
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .replace(/[?#].*$/s, '')
  const ending = /\.([a-z0-9]{1,10})$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  const git = /^(?:git|hg|svn|ssh|oci|docker)\b/i.test(text) || ending === 'git'
  const forge = isForge(hostOf(plainUrl(text))) && /^\/[^/]+\/[^/]+\/?$/.test(path)
  return { what: git || forge ? 'repository' : 'file', ending: git ? '' : ending }
}

const DATA_ENDINGS = new Set(
  `json jsonl ndjson geojson topojson csv tsv psv txt text md mdx markdown rst adoc org tex bib html htm xhtml xml xsd wsdl rss atom opml
svg png jpg jpeg gif webp avif heic ico bmp tif tiff psd ai eps ps pdf djvu epub mobi mp3 mp4 m4a m4v wav flac aac ogg opus webm mkv mov avi
mid midi srt vtt ass ttf otf woff woff2 eot css less scss log out err parquet arrow feather avro orc npy npz mat h5 hdf5 nc grib grib2 grb grb2 fits
gguf ggml safetensors onnx tflite bin dat data raw db sqlite sqlite3 gpkg shp shx dbf prj kml kmz gpx osm pbf mbtiles las laz ply stl obj
mtl glb gltf fbx usdz 3mf step iges dxf dwg gcode fasta fa fastq fq bam sam bed gff gtf vcf pdb cif mol sdf mzml pcap pcapng cap har warc
ics vcard eml mbox doc docx xls xlsx ppt pptx odt ods odp rtf pem crt cer der csr pub sha256 sha512 sha1 md5 sig asc minisig sum
po pot mo xlf xliff strings properties proto avsc thrift graphql gql lock patch diff map snap ipynb bpe vocab model spm arpa torrent`.split(
    /\s+/,
  ),
)

/** Endings of files that hold others: data to look at and to unpack, code where something is taken in. */
const ARCHIVE_ENDINGS = new Set('gz tgz zst tzst xz txz bz2 tbz tbz2 lz4 lzma zip 7z rar tar cpio'.split(' '))

export function isArchiveEnding(ending: string): boolean {
  return ARCHIVE_ENDINGS.has(ending.toLowerCase())
}

export function isDataEnding(ending: string): boolean {
  const name = ending.toLowerCase()
  return DATA_ENDINGS.has(name) || ARCHIVE_ENDINGS.has(name)
}

export function endingOf(path: string): string {
  return /[^/]\.([a-z0-9]{1,10}(?:-[a-z0-9]{1,12})?)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
}

const EVALUATING_CALL =
  /(?:^|[^\w-])(?:source|include|load(?:[-_]?string|[-_]?file|[-_]?reader)?|import|require|eval\w{0,16}|exec(?:ute)?|compile|use|(?:do|load|lua|py3?|ruby|perl|run|source|exec|import|include)[-_]?file|(?:source|include|require|eval|exec|run)[-_]?(?:from[-_]?)?(?:ur[li]|remote|web|script)|Pkg\.add|\w{0,40}install[._]?\w{0,20}|\w{0,20}[._]eval\w{0,16})!?[\s({[]{1,4}(?:(?:new\s)?[\w.:@]{1,40}!?\s?[=({]{1,2}\s{0,2}|(?<=\()(?!(?:down|up)load\s)[\w./-]{1,40}\s{1,2}\(?){0,4}(?:~?[a-z]{0,2}["'`])?((?:https?|ftp):\/\/[^\s"'`)>\]}]{1,400})/i
const IMPORT_FROM_URL = /\bfrom\s{1,4}["']((?:https?):\/\/[^\s"']{1,400})/

const GET_CALL = /(?:^|[^\w])(?:Get|Needs)\[\s?["'](https?:\/\/[^\s"']{1,400})/
const LOADED_OUTPUT =
  /\b(?:load|source|include|call|eval|import)\s{0,3}\(?["']\s?[<|]\s{0,2}[^"'\n]{1,100}?((?:https?|ftp):\/\/[^\s"']{1,400})/
const TRUST_REMOTE_CODE = /["']([\w-]{1,60}\/[\w.-]{1,100})["'][^()]{0,200}\btrust_remote_code\s?=\s?(?:True|1)\b/

const GIT_URL_ENTRY = /\bgit(?:[/_-]?ur[li])?["']?\s{0,2}[:=]?\s{0,2}["']((?:https?|ssh):\/\/[^\s"']{1,400})/i

const INSTALL_FROM_FORGE =
  /\b(?:install|load|import|source)_?(?:github|gitlab|bitbucket|git)\s?\(\s?["']([\w-]{1,60}\/[\w.-]{1,100})/i

/** A call that lays down what an address holds, whatever it is called: the place stands beside the address. */
const DOWNLOAD_TO_FILE =
  /\w[\s(,]{1,4}["']?((?:https?|ftp):\/\/[^\s"'`),]{1,400})["']?[\s,]{1,4}["']?([^\s"'`),=]{3,200})/i
const LOADING_CALL =
  /(?:^|[^a-z])(?:include|source|load\w{0,12}|dofile|eval\w{0,10}|exec\w{0,12}|system|spawn\w{0,8}|require|import|command|run)(?![a-z])/i

function downloadedAndRun(text: string): string | undefined {
  if (!text.includes('://')) return undefined
  const laid = new Map<string, string>()
  for (const statement of text.split(/[\n;]/)) {
    const [, address, place] = DOWNLOAD_TO_FILE.exec(statement) ?? []
    if (address !== undefined && place !== undefined) laid.set(place, address)
    else if (laid.size > 0 && LOADING_CALL.test(statement)) {
      const found = statement.split(/[\s"'`(),]+/).find((word) => laid.has(word))
      if (found !== undefined) return laid.get(found)
    }
  }
  return undefined
}

const APPLY_FROM_URL = /\bapply\s?\(?\s?from\s?[:=]\s?(?:uri\()?["'](https?:\/\/[^\s"']{1,400})/

export function evaluatedAddress(text: string): string | undefined {
  const addressed = text.includes('://')
  if (!addressed && !text.includes('trust_remote_code') && !text.includes('(')) return undefined
  const owned = INSTALL_FROM_FORGE.exec(text)?.[1]
  const model = TRUST_REMOTE_CODE.exec(text)?.[1]
  return (
    EVALUATING_CALL.exec(text)?.[1] ??
    IMPORT_FROM_URL.exec(text)?.[1] ??
    GIT_URL_ENTRY.exec(text)?.[1] ??
    GET_CALL.exec(text)?.[1] ??
    LOADED_OUTPUT.exec(text)?.[1] ??
    APPLY_FROM_URL.exec(text)?.[1] ??
    downloadedAndRun(text) ??
    (model && `https://huggingface.co/${model}`) ??
    (owned && `https://github.com/${owned}`)
  )
}
