import { WHOLE_ENVIRONMENT } from '../../interpret/values.ts'
import {
  type AbstractValue,
  allSources,
  capList,
  concatValues,
  exactText,
  knownOf,
  listValue,
  referenceValue,
  textValue,
  UNKNOWN_RESULT,
  valueForDisplay,
  valueFrom,
} from '../run/abstract-value.ts'
import {
  argument,
  type Handler,
  type Handlers,
  type Library,
  requiredArgument,
  voidHandler,
} from '../run/call-table.ts'
import { charactersByNumber, decodeBase64, decodeHex, filterHandler, rot13, sprintf } from '../run/constant-values.ts'
import { folderOf } from '../run/operators.ts'
import {
  argumentsHandler,
  changeDirectoryHandler,
  chmodHandler,
  chownHandler,
  constantHandler,
  copyHandler,
  createHandler,
  deleteHandler,
  deserializeHandler,
  evaluateHandler,
  handlerTable,
  identityHandler,
  killHandler,
  linkHandler,
  listHandler,
  moveHandler,
  percentDecodeHandler,
  printHandler,
  readVariableHandler,
  receiverHandler,
  scriptFolderHandler,
  setUserHandler,
  setVariableHandler,
  shellHandler,
  tlsWeakeningIfFalse,
  unreadableHandler,
  workingDirectoryHandler,
} from './handlers.ts'
import { connectHandler, lookupHandler, payloadSources, recordSend, recordSentMail } from './network-handlers.ts'
import { databaseHandler, PHP_MAPPERS } from './object-mappers.ts'

const fetchOrReadHandler: Handler = (call, run) => {
  const target = requiredArgument(call, 0)
  if (/^(?:https?|ftp):/i.test(knownOf(target))) return run.requests({ url: target, method: 'GET', payload: [] })
  if (/^php:\/\/(?:stdin|input)/.test(knownOf(target))) return valueFrom([{ kind: 'argument' }])
  return valueFrom(run.reads(target))
}

const openHandler: Handler = (call, run) => {
  const mode = exactText(call.args[1]) ?? 'r'
  if (!/[waxc+]/.test(mode)) return fetchOrReadHandler(call, run)
  if (/^php:\/\//.test(knownOf(requiredArgument(call, 0)))) return UNKNOWN_RESULT
  return {
    type: 'file',
    sources: [],
    handle: run.opens(requiredArgument(call, 0), mode.includes('a') ? 'append' : 'overwrite'),
  }
}

const fwriteHandler = voidHandler((call, run) => {
  const [handle, data] = call.args
  if (handle?.type === 'socket') {
    recordSend(run, valueForDisplay(handle.fields?.get('host')), [data])
    return
  }
  handle?.handle?.pieces.push(exactText(data))
  handle?.handle?.sources.push(...allSources(data))
})

const filePutHandler = voidHandler((call, run) => {
  const flags = JSON.stringify(call.args[2] ?? '')
  run.writes(requiredArgument(call, 0), /FILE_APPEND/.test(flags) ? 'append' : 'overwrite', call.args[1])
})

const includeHandler = voidHandler((call, run) => {
  const [file] = call.args
  if (!file || knownOf(file).replaceAll('\0', '') === '') return
  if (/^https?:/.test(knownOf(file))) {
    run.downloadRuns('php', [{ kind: 'network', url: knownOf(file) }])
    return
  }
  run.flush()
  for (const path of run.paths(file)) {
    if (path.sessionMade) run.lower(run.recorder.runsFile(path, 'php', call.name))
    else run.lower('expected')
  }
})

const curlInitHandler: Handler = (call) => ({
  type: 'curl',
  sources: [],
  fields: new Map<string, AbstractValue>(call.args[0] ? [['CURLOPT_URL', call.args[0]]] : []),
})

const curlOptionHandler = voidHandler((call, run) => {
  const [handle, option, value] = call.args
  const name = option?.ref ?? ''
  if (name && value) handle?.fields?.set(name, value)
  if (name === 'CURLOPT_SSL_VERIFYPEER' || name === 'CURLOPT_SSL_VERIFYHOST')
    tlsWeakeningIfFalse(name)({ ...call, args: [value ?? UNKNOWN_RESULT] }, run)
})

const curlExecHandler: Handler = (call, run) => {
  const fields = call.args[0]?.fields
  const body = fields?.get('CURLOPT_POSTFIELDS')
  return run.requests({
    url: fields?.get('CURLOPT_URL') ?? UNKNOWN_RESULT,
    method: exactText(fields?.get('CURLOPT_CUSTOMREQUEST')) ?? (body || fields?.has('CURLOPT_POST') ? 'POST' : 'GET'),
    payload: body ? payloadSources([body]) : [],
  })
}

const procOpenHandler: Handler = (call, run) => {
  const descriptors = call.args[1]
  const socket = [...(descriptors?.items ?? []), ...(descriptors?.fields?.values() ?? [])].some(
    (value) => value.type === 'socket',
  )
  if (socket) run.state({ kind: 'listen', reach: 'reverse-shell', executes: true })
  return shellHandler(call, run)
}

const callByNameHandler: Handler = (call) => {
  const [name, ...args] = call.args
  const target = exactText(name)
  const given = call.name === 'call_user_func_array' ? (args[0]?.items ?? args) : args
  if (name?.closure) return call.invoke(name, given)
  return target === undefined ? UNKNOWN_RESULT : call.dispatch(target.toLowerCase(), given)
}

/** `array_map(f, list)`: f gets each of the list. */
const arrayMapHandler: Handler = (call, run) => {
  const [mapper, list] = call.args
  const each = (item: AbstractValue) =>
    callByNameHandler({ ...call, args: [mapper ?? UNKNOWN_RESULT, item] }, run) ?? UNKNOWN_RESULT
  if (list?.items) return listValue(capList(list.items, 2_000, UNKNOWN_RESULT).map(each))
  return { element: each(list?.element ?? UNKNOWN_RESULT), sources: [] }
}

const implodeHandler: Handler = (call) => {
  const [first, second] = call.args
  const [separator, list] = first?.items ? [second ?? textValue(''), first] : [first ?? textValue(''), second]
  return concatValues((list?.items ?? []).flatMap((item, index) => (index === 0 ? [item] : [separator, item])))
}

const CALLS: Handlers = {
  '` shell_exec system exec passthru popen pcntl_exec': shellHandler,
  proc_open: procOpenHandler,
  'eval assert create_function': (call, run) =>
    call.name === 'assert' && call.args[0]?.known === undefined
      ? UNKNOWN_RESULT
      : evaluateHandler({ ...call, args: [call.args.at(-1) ?? UNKNOWN_RESULT] }, run),
  'call_user_func call_user_func_array': callByNameHandler,
  array_map: arrayMapHandler,
  'array_filter array_values array_unique array_reverse array_slice': filterHandler,
  'include include_once require require_once': includeHandler,
  'unlink rmdir': deleteHandler(0, false),
  'rename move_uploaded_file': moveHandler(0),
  copy: copyHandler,
  'symlink link': linkHandler,
  'mkdir touch': createHandler(0),
  chmod: chmodHandler(0, 1),
  'chown chgrp': chownHandler(0),
  'file_get_contents readfile file fopen_r parse_ini_file simplexml_load_file': fetchOrReadHandler,
  fopen: openHandler,
  'fwrite fputs': fwriteHandler,
  'fread fgets stream_get_contents fgetcsv': (call) => valueFrom(allSources(call.args[0])),
  file_put_contents: filePutHandler,
  'scandir opendir': listHandler(0, false),
  'DirectoryIterator RecursiveDirectoryIterator FilesystemIterator': listHandler(0, true),
  'RecursiveIteratorIterator IteratorIterator': (call) => call.args[0],
  '?.{getPathname getRealPath} Path.{getPathname getRealPath}': receiverHandler,
  curl_init: curlInitHandler,
  curl_setopt: curlOptionHandler,
  curl_setopt_array: voidHandler((call) => {
    for (const [name, value] of call.args[1]?.fields ?? []) call.args[0]?.fields?.set(name, value)
  }),
  curl_exec: curlExecHandler,
  'fsockopen pfsockopen stream_socket_client socket_connect': connectHandler,
  mail: (call, run) => {
    const to = valueForDisplay(requiredArgument(call, 0))
    return recordSentMail(run, to, call.args.flatMap(allSources))
  },
  'gethostbyname dns_get_record checkdnsrr': lookupHandler,
  posix_kill: killHandler,
  'posix_setuid posix_setgid': setUserHandler,
  chdir: changeDirectoryHandler,
  getcwd: workingDirectoryHandler,
  getenv: (call, run) => (call.args.length === 0 ? { sources: [WHOLE_ENVIRONMENT] } : readVariableHandler(call, run)),
  putenv: (call, run) => {
    const [name = '', value = ''] = (exactText(call.args[0]) ?? '').split('=')
    return setVariableHandler({ ...call, args: [textValue(name), textValue(value)] }, run)
  },
  base64_decode: constantHandler(decodeBase64),
  hex2bin: constantHandler(decodeHex),
  str_rot13: constantHandler(rot13),
  strrev: constantHandler((whole) => [...whole].reverse().join('')),
  strtolower: constantHandler((whole) => whole.toLowerCase()),
  urldecode: percentDecodeHandler,
  'gzinflate gzuncompress gzdecode': () => textValue('\0'),
  chr: charactersByNumber,
  sprintf: sprintf,
  'implode join': implodeHandler,
  str_replace: (call) => {
    const [what, by, whole] = call.args.map(exactText)
    return textValue(
      what === undefined || by === undefined || whole === undefined || what === ''
        ? '\0'
        : whole.replaceAll(what, () => by),
    )
  },
  'trim rtrim ltrim strval escapeshellarg escapeshellcmd json_encode realpath json_decode': identityHandler,
  dirname: (call) => folderOf(requiredArgument(call, 0)),
  'echo print printf print_r var_dump var_export error_log': printHandler(),
  'mysqli_query mysql_query pg_query': databaseHandler('sql', 'unknown', 1),
  unserialize: deserializeHandler,
  'FFI.cdef dl': unreadableHandler,
  stream_socket_server: voidHandler((call, run) => {
    const address = knownOf(argument(call, 0))
    const loopback = /127\.0\.0\.1|localhost|\[::1\]/.test(address)
    run.acts({ kind: 'listen', reach: loopback ? 'loopback' : 'network', executes: false })
  }),
}

const MENTIONS: Handlers = {
  DIRECTORY_SEPARATOR: () => textValue('/'),
  $_ENV: () => ({ ref: '$_ENV', sources: [WHOLE_ENVIRONMENT] }),
  $_SERVER: () => referenceValue('$_SERVER'),
  $argv: argumentsHandler,
  __DIR__: scriptFolderHandler,
}

const HARMLESS_FUNCTIONS =
  /^(?:array_\w+|str_?\w+|preg_\w+|json_\w+|mb_\w+|is_\w+|in_array|count|sizeof|sort|usort|ksort|asort|rsort|uasort|uksort|range|min|max|abs|floor|ceil|round|sum|intval|floatval|strval|boolval|explode|implode|trim|ltrim|rtrim|substr\w*|ucfirst|ucwords|lcfirst|nl2br|htmlspecialchars|htmlentities|number_format|date\w*|time|microtime|mktime|strtotime|hash\w*|md5|sha1|crc32|bin2hex|random_\w+|rand|mt_rand|uniqid|var_dump|var_export|print_r|print|echo|printf|file_exists|filesize|filemtime|basename|pathinfo|realpath|isset|empty|unset|exit|die|define|defined|constant|function_exists|class_exists|method_exists|get_class|gettype|settype|sleep|usleep|error_reporting|ini_set|set_error_handler|set_time_limit|php_sapi_name|phpversion|PHP_\w+|memory_get_\w+|ob_\w+|list|array|compact|extract|current|key|next|reset|end|each|iterator_\w+|ctype_\w+|filter_var|parse_str|parse_url|http_build_query|url\w+|raw\w+|wordwrap|similar_text|levenshtein|soundex|version_compare|spl_\w+|DateTime\w*|Exception|\w+Exception|ArrayObject|Closure|stdClass|self|parent|static|true|false|null|TRUE|FALSE|NULL|RegExp|\$\w*)/i

export const PHP: Library = {
  calls: handlerTable(CALLS, PHP_MAPPERS),
  mentions: handlerTable(MENTIONS),
  environment: new Set(['$_ENV']),
  harmless: (name) =>
    name.startsWith('?.')
      ? !/write|delete|remove|exec|send|save|query/i.test(name)
      : !name.includes('\\') && HARMLESS_FUNCTIONS.test(name),
  // What has a namespace comes from a package.
  familiar: (module) => !module.includes('\\'),
  opaque: () => false,
  exports: () => [],
  moduleFiles: () => [],
}
