import { registerHooks } from 'node:module'

/**
 * Puts a registry of programs in the place of the real one that names can be taken out of, for whatever is imported after this.
 * The gate itself has no such switch.
 */
const REAL = new URL('../../src/analysis/interpret/registry.ts', import.meta.url).href
const WITH_HOLE = new URL('registry-with-hole.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context)
    return found.url === REAL && context.parentURL !== WITH_HOLE ? { ...found, url: WITH_HOLE } : found
  },
})
