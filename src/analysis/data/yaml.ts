import {
  CORE_SCHEMA,
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  loadAll,
  mergeTag,
  type Schema,
} from 'js-yaml'

let cachedSchema: Schema | undefined

/** An alias is the very object it stands for, so whoever walks must not walk it twice. Throws on what is no YAML. */
export function yamlDocuments(text: string): unknown[] {
  if (countDocuments(text) > MAX_DOCUMENTS) throw new Error(`more than ${MAX_DOCUMENTS} documents`)
  cachedSchema ??= newSchema()
  return loadAll(text, { schema: cachedSchema, json: true, maxDepth: 100 })
}

const MAX_DOCUMENTS = 500

function countDocuments(text: string): number {
  let found = 1
  for (let at = text.indexOf('\n---'); at >= 0; at = text.indexOf('\n---', at + 4)) found++
  return found
}

/** Tables without a prototype: a key is data, whatever its name. */
function newSchema(): Schema {
  return CORE_SCHEMA.withTags(
    mergeTag,
    mappingTag('tag:yaml.org,2002:map', false),
    ...['!', 'tag:'].flatMap((tag) => [
      defineScalarTag(tag, { matchByTagPrefix: true, resolve: (source) => source, identify: () => false }),
      defineSequenceTag<unknown[]>(tag, {
        matchByTagPrefix: true,
        create: () => [],
        addItem: (list, item) => {
          list.push(item)
        },
        identify: () => false,
      }),
      mappingTag(tag, true),
    ]),
  )
}

type Table = Record<string, unknown>

function mappingTag(tag: string, matchByTagPrefix: boolean) {
  return defineMappingTag<Table>(tag, {
    matchByTagPrefix,
    create: () => Object.create(null) as Table,
    addPair: (carrier, key, value) => {
      carrier[keyText(key)] = value
      return ''
    },
    has: (carrier, key) => keyText(key) in carrier,
    keys: (carrier) => Object.keys(carrier),
    get: (carrier, key) => carrier[keyText(key)],
    identify: () => false,
  })
}

function keyText(key: unknown): string {
  return typeof key === 'object' && key !== null ? '?' : String(key)
}
