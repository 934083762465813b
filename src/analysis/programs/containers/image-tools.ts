import type { FormCall, Spec, SubReader } from '../form/form.ts'
import { specProgram } from '../form/interpret.ts'
import { looseWords, shown } from '../form/words.ts'
import type { Program } from '../program.ts'
import { says } from '../system/words-of.ts'
import { registryOf, statePublished, statePublishedTag } from './images.ts'
import { changesEngine, listing, listsEverything } from './listings.ts'

const GLOBAL = '-n: -a: -r: --runtime-endpoint: -i: --image-endpoint: --policy: --root: -c: --platform: -t:'

const last = ({ loose }: FormCall): string => loose.operands.map(shown).at(-1) ?? ''

/** Options that give a container a hold on this machine. */
const OPENS = /^--(?:privileged|allow-new-privs|cap-add)\b|(?:^|,)(?:src|source)=\/(?:,|etc|root|var|proc|dev|$)/

const opens: SubReader = ({ command: { name = '', args }, scribe }) => {
  const words = args.map(shown)
  const insecure = words.find((word) => /^--(?:src-|dest-)?tls-verify=(?:false|0)$/.test(word))
  if (insecure) scribe.effect({ kind: 'weaken', area: 'tls', feature: `${name} ${insecure}` })
  const opened = words.find((word) => OPENS.test(word))
  if (opened) scribe.effect({ kind: 'weaken', area: 'sandbox', feature: `${name} ${opened}` })
  return 'proven'
}

/** A copy publishes when its last word is a registry; to a directory or archive it does not. */
const publishes: SubReader = (call) => publishesTo(last(call), call)

function publishesTo(target: string, { scribe }: FormCall): 'plain' {
  if (!/^(?:dir|docker-archive|oci|oci-archive|docker-daemon|containers-storage):/.test(target))
    statePublished(target, registryOf(target), scribe)
  return 'plain'
}

const tags: SubReader = (call) => {
  const [image = '', ...names] = call.rest.map(shown)
  if (names.length === 0) return publishes(call)
  for (const tag of names) statePublishedTag(`${image.replace(/[:@][^/]*$/, '')}:${tag}`, call.scribe)
  return 'plain'
}

const unpublishes: SubReader = (call) => {
  call.scribe.effect({ kind: 'publish', registry: registryOf(last(call)), what: last(call), removes: true })
  return 'plain'
}

const removes: SubReader = ({ loose, command: { args }, scribe }) => {
  const target = loose.operands.slice(1).map(shown).join(' ')
  const mass = says({ args }, /^(?:-[a-z]*a[a-z]*|--all|--prune)$/) || args.some(listsEverything)
  return changesEngine({ verb: 'delete', target, mass, family: 'compute', certainty: 'likely' }, scribe)
}

const executes: SubReader = ({ command: { name = '', args }, scribe }) => {
  const behind = args.slice(args.findIndex(({ known }) => known === 'exec') + 1)
  const [container, ...words] = behind.slice(behind.findIndex(({ known }) => !known.startsWith('-')))
  return scribe.runs(words, `${name} exec`, { place: { kind: 'container', name: container?.known ?? '' } })
}

const TOOL: Pick<Spec, 'options' | 'also'> = { options: GLOBAL, also: [['**', opens]] }

export const IMAGE_SPECS: readonly Spec[] = [
  {
    names: 'skopeo',
    ...TOOL,
    rules: [
      ['$', 'shows'],
      ['inspect|list-tags|manifest-digest|standalone-*', 'read'],
      ['copy|sync', publishes],
      ['delete', unpublishes],
    ],
    examples: {
      match: ['skopeo copy dir:out docker://registry.acme.io/shop:1', 'skopeo delete docker://registry.acme.io/shop:1'],
      pass: ['skopeo inspect docker://registry.acme.io/shop:1', 'skopeo copy docker://registry.acme.io/shop:1 dir:out'],
    },
  },
  {
    names: 'crane regctl oras gcrane',
    ...TOOL,
    rules: [
      ['$', 'shows'],
      ['delete tag|repo|image|manifest|blob|artifact/rm|del|delete', unpublishes],
      ['tag/ls repo/ls', 'read'],
      ['tag', tags],
      ['push|copy|cp|append|mutate|rebase|attach|flatten manifest/push|put image/copy', publishes],
      [
        'ls|manifest|config|digest|catalog|validate|version|discover|pull|export image/inspect|manifest|digest|export',
        'read',
      ],
    ],
    examples: {
      match: ['crane tag registry.acme.io/shop:1 latest', 'regctl tag rm registry.acme.io/shop:1'],
      pass: ['crane ls registry.acme.io/shop', 'crane pull registry.acme.io/shop:1 shop.tar'],
    },
  },
  {
    names: 'buildah kaniko img nixpacks pack jib buildctl apko melange',
    ...TOOL,
    rules: [
      ['push|publish', publishes],
      ['rm|rmi|prune', removes],
      [
        '$ images|containers|inspect|info|version|ls|du|bud|build*|from|config|commit|copy|add|pull|tag|umount|mount|unshare|run',
        'read',
      ],
    ],
    examples: {
      match: ['buildah push shop registry.acme.io/shop:1', 'buildah rmi -a'],
      pass: ['buildah bud -t shop .'],
    },
  },
  {
    // It sends what it builds to a registry unless told to keep it here.
    names: 'ko',
    options: GLOBAL,
    rules: [
      ['$ version|deps --local|-L --push=false', 'read'],
      ['build|publish|resolve|apply|create|run', (call) => publishesTo('registry', call)],
      ['delete', removes],
    ],
    examples: { match: ['ko build ./cmd/shop'], pass: ['ko build --local ./cmd/shop'] },
  },
  {
    names: 'ctr crictl',
    ...TOOL,
    rules: [
      ['exec', executes],
      ['image|images/push', publishes],
      [
        'rm|rmp|rmi|stop|stopp image|images|container|containers/rm|del task|tasks/kill|rm namespace|namespaces/rm',
        removes,
      ],
      [
        '$ ps|pods|inspect*|logs|info|version|stats|pull|create|runp|start image|images/$ image|images/ls|list|pull|import container|containers/ls|info task|tasks|snapshot|snapshots|namespace|namespaces/ls',
        'read',
      ],
    ],
    examples: {
      match: ['crictl rmi --prune', 'ctr image push registry.acme.io/shop:1'],
      pass: ['crictl ps', 'ctr images ls'],
    },
  },
]

const VALUED = new Set(GLOBAL.replaceAll(':', '').split(' '))

export const IMAGE_TOOLS: readonly Program[] = IMAGE_SPECS.map((spec) => ({
  ...specProgram(spec),
  output: ({ args }) => {
    const [first] = looseWords(args, VALUED).operands
    return listing(first ? args.slice(args.indexOf(first)) : [])
  },
}))
