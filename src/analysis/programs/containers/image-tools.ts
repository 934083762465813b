import { addressOf, endsIn } from '../../hosts.ts'
import type { Command } from '../../words.ts'
import { type OptionGrammar, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { registryOf, statePublishedTag } from './images.ts'
import { listing, listsEverything } from './listings.ts'

interface ImageTool {
  readonly names: readonly string[]
  /** First words that only show. */
  readonly reads: RegExp
  /** First words that build or fetch locally. */
  readonly works: RegExp
  /** First words that put something into a registry, or take it out. */
  readonly publishes: RegExp
  readonly removes: RegExp
}

const GLOBAL: OptionGrammar = {
  flags: ['debug', 'insecure-policy', 'help', 'version', 'h', 'v', 'D', 'insecure'],
  values: 'n namespace a address r runtime-endpoint i image-endpoint policy root c config platform t timeout'.split(
    ' ',
  ),
  stopAtOperand: true,
}

/** Options that give a container a hold on this machine. */
const OPENS = /^--(?:privileged|allow-new-privs|cap-add)\b|(?:^|,)(?:src|source)=\/(?:,|etc|root|var|proc|dev|$)/

const NEVER = /^(?!)/

const TOOLS: readonly ImageTool[] = [
  {
    names: ['skopeo'],
    reads: /^(?:inspect|list-tags|manifest-digest)/,
    works: /^standalone/,
    publishes: /^(?:copy|sync)/,
    removes: /^delete/,
  },
  {
    names: ['crane', 'regctl', 'oras', 'gcrane'],
    reads:
      /^(?:ls|manifest(?! (?:delete|rm|push|put))|config|digest|catalog|validate|version|tag ls|discover|repo ls|image (?:inspect|manifest|digest))/,
    works: /^(?:pull|export|image export)/,
    publishes:
      /^(?:push|copy|cp|append|mutate|rebase|tag(?! (?:rm|del|delete)\b)|manifest (?:push|put)|image copy|attach|flatten)/,
    removes: /^(?:delete|(?:tag|repo|image|manifest|blob|artifact) (?:rm|del|delete))\b/,
  },
  {
    names: ['buildah', 'kaniko', 'img', 'nixpacks', 'pack', 'jib', 'buildctl', 'apko', 'melange'],
    reads: /^(?:images|containers|inspect|info|version|ls|du)/,
    works: /^(?:bud|build|from|config|commit|copy|add|pull|tag|umount|mount|unshare|run)/,
    publishes: /^(?:push|publish)/,
    removes: /^(?:rm|rmi|prune)/,
  },
  {
    // ko sends what it builds to a registry unless told to keep it here.
    names: ['ko'],
    reads: /^(?:version|deps)|^\S+ (?:.* )?(?:--local|-L|--push=false)(?: |$)/,
    works: NEVER,
    publishes: /^(?:build|publish|resolve|apply|create|run)/,
    removes: /^delete/,
  },
  {
    names: ['ctr', 'crictl'],
    reads:
      /^(?:ps|pods|images?(?: ls)?$|images? (?:ls|list)|inspect|logs|info|version|stats|containers? (?:ls|info)|tasks? ls|snapshots? ls|namespaces? ls)/,
    works: /^(?:pull|images? pull|images? import|create|runp|start)/,
    publishes: /^images? push/,
    removes: /^(?:rm|rmp|rmi|stop|stopp|images? (?:rm|del)|containers? (?:rm|del)|tasks? (?:kill|rm)|namespaces? rm)/,
  },
]

function readImageTool(tool: ImageTool, command: Command, scribe: Scribe): Standing {
  const options = readOptions(command.args, GLOBAL)
  const words = options.operands.map((word) => word.known.replaceAll('\0', '…'))
  const text = words.slice(0, 8).join(' ')
  const insecure = words.find((word) => /^--(?:src-|dest-)?tls-verify=(?:false|0)$/.test(word))
  if (insecure) scribe.effect({ kind: 'weaken', area: 'tls', feature: `${command.name} ${insecure}` })
  const opened = words.find((word) => OPENS.test(word))
  if (opened) scribe.effect({ kind: 'weaken', area: 'sandbox', feature: `${command.name} ${opened}` })
  if (options.has('help', 'version', 'h', 'v') || words.includes('--help') || text === '') return 'proven'
  if (tool.reads.test(text)) return 'expected'
  if (words[0] === 'exec')
    return scribe.runs(
      options.operands.slice(2).filter((word) => !/^-[it]+$/.test(word.known)),
      `${command.name} exec`,
      { place: { kind: 'container', name: words[1] ?? '' } },
    )
  if (/^tag \S+ [\w.-]+/.test(text) && tool.publishes.test(text)) {
    const [, image = '', ...tags] = words.filter((word) => !word.startsWith('-'))
    for (const tag of tags) statePublishedTag(`${image.replace(/[:@][^/]*$/, '')}:${tag}`, scribe)
    return 'plain'
  }
  if (tool.publishes.test(text)) return published(tool.names.includes('ko') ? ['registry'] : words, scribe)
  if (tool.removes.test(text)) {
    const remote = tool.names.includes('skopeo') || tool.names.includes('crane')
    if (remote)
      scribe.effect({
        kind: 'publish',
        registry: registryOf(words.at(-1) ?? ''),
        what: words.at(-1) ?? '',
        removes: true,
      })
    else
      scribe.effect({
        kind: 'resource-change',
        system: 'docker',
        verb: 'delete',
        target: words.slice(1).join(' '),
        mass:
          words.some((word) => /^(?:-[a-z]*a[a-z]*|--all|--prune)$/.test(word)) ||
          options.operands.some(listsEverything),
        stage: 'development',
        family: 'compute',
        certainty: 'likely',
      })
    return 'plain'
  }
  return tool.works.test(text) ? 'expected' : 'unknown'
}

/** A copy publishes when its last word is a registry; to a directory or archive it does not. */
function published(words: readonly string[], scribe: Scribe): Standing {
  const target = words.at(-1) ?? ''
  if (/^(?:dir|docker-archive|oci|oci-archive|docker-daemon|containers-storage):/.test(target)) return 'plain'
  const registry = registryOf(target)
  const local = addressOf(registry.split(':')[0] ?? '') === 'loopback' || endsIn(registry, ['localhost'])
  scribe.effect({ kind: 'publish', registry, what: target, removes: false, certainty: local ? 'possible' : 'certain' })
  return 'plain'
}

export const IMAGE_TOOLS: readonly Program[] = TOOLS.map((tool) => ({
  names: tool.names,
  read: (command, scribe) => readImageTool(tool, command, scribe),
  output: (command) => listing(readOptions(command.args, GLOBAL).operands),
}))
