export { toJsonSchema } from '@valibot/to-json-schema'
