import { hasMatchingWord } from '../../../analysis/interpret/command-words.ts'
import { displayText, parseLooseWords } from '../../../analysis/interpret/loose-words.ts'
import type { Program } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec, SpecCall, SpecCallHandler } from '../../../analysis/interpret/spec.ts'
import { createSpecProgram } from '../../../analysis/interpret/spec-interpreter.ts'
import { parseRegistry, recordImagePublish, recordImageTagPublish } from './images.ts'
import { describeListing, isUnfilteredListing, recordEngineChange } from './listings.ts'

const GLOBAL_OPTIONS = '-n: -a: -r: --runtime-endpoint: -i: --image-endpoint: --policy: --root: -c: --platform: -t:'

const lastOperand = ({ loose }: SpecCall): string => loose.operands.map(displayText).at(-1) ?? ''

/** Options that give a container a hold on this machine. */
const HOST_ACCESS_OPTION =
  /^--(?:privileged|allow-new-privs|cap-add)\b|(?:^|,)(?:src|source)=\/(?:,|etc|root|var|proc|dev|$)/

const analyzeHostAccess: SpecCallHandler = ({ command: { name = '', args }, recorder }) => {
  const words = args.map(displayText)
  const insecure = words.find((word) => /^--(?:src-|dest-)?tls-verify=(?:false|0)$/.test(word))
  if (insecure) recorder.effect({ kind: 'weaken', area: 'tls', feature: `${name} ${insecure}` })
  const opened = words.find((word) => HOST_ACCESS_OPTION.test(word))
  if (opened) recorder.effect({ kind: 'weaken', area: 'sandbox', feature: `${name} ${opened}` })
  return 'proven'
}

/** A copy publishes when its last word is a registry; to a directory or archive it does not. */
const analyzeImageCopy: SpecCallHandler = (call) => recordImageCopy(lastOperand(call), call)

function recordImageCopy(target: string, { recorder }: SpecCall): 'plain' {
  if (!/^(?:dir|docker-archive|oci|oci-archive|docker-daemon|containers-storage):/.test(target))
    recordImagePublish(target, parseRegistry(target), recorder)
  return 'plain'
}

const analyzeImageTag: SpecCallHandler = (call) => {
  const [image = '', ...names] = call.rest.map(displayText)
  if (names.length === 0) return analyzeImageCopy(call)
  for (const tag of names) recordImageTagPublish(`${image.replace(/[:@][^/]*$/, '')}:${tag}`, call.recorder)
  return 'plain'
}

const analyzeImageUnpublish: SpecCallHandler = (call) => {
  call.recorder.effect({
    kind: 'publish',
    registry: parseRegistry(lastOperand(call)),
    what: lastOperand(call),
    removes: true,
  })
  return 'plain'
}

const analyzeContainerRemoval: SpecCallHandler = ({ loose, command: { args }, recorder }) => {
  const target = loose.operands.slice(1).map(displayText).join(' ')
  const mass = hasMatchingWord({ args }, /^(?:-[a-z]*a[a-z]*|--all|--prune)$/) || args.some(isUnfilteredListing)
  return recordEngineChange({ verb: 'delete', target, mass, family: 'compute', certainty: 'likely' }, recorder)
}

const analyzeContainerExec: SpecCallHandler = ({ command: { name = '', args }, recorder }) => {
  const behind = args.slice(args.findIndex(({ known }) => known === 'exec') + 1)
  const [container, ...words] = behind.slice(behind.findIndex(({ known }) => !known.startsWith('-')))
  return recorder.runs(words, `${name} exec`, { place: { kind: 'container', name: container?.known ?? '' } })
}

const COMMON_SPEC: Pick<ProgramSpec, 'options' | 'also'> = {
  options: GLOBAL_OPTIONS,
  also: [['**', analyzeHostAccess]],
}

export const IMAGE_SPECS: readonly ProgramSpec[] = [
  {
    names: 'skopeo',
    ...COMMON_SPEC,
    rules: [
      ['$', 'shows'],
      ['inspect|list-tags|manifest-digest|standalone-*', 'read'],
      ['copy|sync', analyzeImageCopy],
      ['delete', analyzeImageUnpublish],
    ],
    examples: {
      match: ['skopeo copy dir:out docker://registry.acme.io/shop:1', 'skopeo delete docker://registry.acme.io/shop:1'],
      pass: ['skopeo inspect docker://registry.acme.io/shop:1', 'skopeo copy docker://registry.acme.io/shop:1 dir:out'],
    },
  },
  {
    names: 'crane regctl oras gcrane',
    ...COMMON_SPEC,
    rules: [
      ['$', 'shows'],
      ['delete tag|repo|image|manifest|blob|artifact/rm|del|delete', analyzeImageUnpublish],
      ['tag/ls repo/ls', 'read'],
      ['tag', analyzeImageTag],
      ['push|copy|cp|append|mutate|rebase|attach|flatten manifest/push|put image/copy', analyzeImageCopy],
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
    ...COMMON_SPEC,
    rules: [
      ['push|publish', analyzeImageCopy],
      ['rm|rmi|prune', analyzeContainerRemoval],
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
    options: GLOBAL_OPTIONS,
    rules: [
      ['$ version|deps --local|-L --push=false', 'read'],
      ['build|publish|resolve|apply|create|run', (call) => recordImageCopy('registry', call)],
      ['delete', analyzeContainerRemoval],
    ],
    examples: { match: ['ko build ./cmd/shop'], pass: ['ko build --local ./cmd/shop'] },
  },
  {
    names: 'ctr crictl',
    ...COMMON_SPEC,
    rules: [
      ['exec', analyzeContainerExec],
      ['image|images/push', analyzeImageCopy],
      [
        'rm|rmp|rmi|stop|stopp image|images|container|containers/rm|del task|tasks/kill|rm namespace|namespaces/rm',
        analyzeContainerRemoval,
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

const VALUE_OPTIONS = new Set(GLOBAL_OPTIONS.replaceAll(':', '').split(' '))

export const IMAGE_TOOLS: readonly Program[] = IMAGE_SPECS.map((spec) => ({
  ...createSpecProgram(spec),
  output: ({ args }) => {
    const [first] = parseLooseWords(args, VALUE_OPTIONS).operands
    return describeListing(first ? args.slice(args.indexOf(first)) : [])
  },
}))
