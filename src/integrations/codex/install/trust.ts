import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { type Fields, isFields, ownField } from '../../hook-runtime/fields.ts'
import { parseSettingsObject } from '../../install/hook-file-editor.ts'
import { inspectHostFile } from '../../install/host-file.ts'
import { CODEX_HOOKS } from './hooks.ts'

/** What the host notes of a hook: a person looked at it, it has changed since, or was switched off. */
export type HookTrust = 'trusted' | 'untrusted' | 'changed' | 'off'

/**
 * The host skips a hook that no person has trusted, without a word. It notes trust in its own settings, by the place of the hook
 * and a sum of what it is.
 */
export function readHookTrust(
  file: string,
  text: string,
  config: Fields,
): readonly { event: string; trust: HookTrust }[] {
  const states = section(section(config, 'hooks'), 'state')
  return CODEX_HOOKS.ourHooks(text).map(({ event, group, hook, value }) => {
    const label = event.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
    const state = section(states, `${file}:${label}:${group}:${hook}`)
    const noted = ownField(state, 'trusted_hash')
    if (ownField(state, 'enabled') === false) return { event, trust: 'off' }
    if (noted === undefined) return { event, trust: 'untrusted' }
    return {
      event,
      trust: noted === hookFingerprint(label, matcherOf(text, event, group), value) ? 'trusted' : 'changed',
    }
  })
}

/** The settings of an account. */
export function readCodexConfig(configDir: string): Fields {
  return parseCodexConfig(inspectHostFile(join(configDir, 'config.toml')).text ?? '')
}

export function parseCodexConfig(text: string): Fields {
  try {
    const value: unknown = parse(text)
    return isFields(value) ? value : {}
  } catch {
    // What cannot be read, the host does not start with.
    return {}
  }
}

/** A switch of the host in a settings text; undefined where it says nothing of it. */
export function featureSwitch(config: Fields, name: string): unknown {
  return ownField(section(config, 'features'), name)
}

function section(fields: Fields, name: string): Fields {
  const value = ownField(fields, name)
  return isFields(value) ? value : {}
}

function matcherOf(text: string, event: string, group: number): unknown {
  const groups = ownField(section(parseSettingsObject(text) ?? {}, 'hooks'), event)
  const found: unknown = Array.isArray(groups) ? groups[group] : undefined
  return isFields(found) ? ownField(found, 'matcher') : undefined
}

/** The sum by which the host knows a hook: over its parts, with their defaults, in the order of their names. */
export function hookFingerprint(label: string, matcher: unknown, hook: Fields): string {
  const { command, timeout = 600, async = false } = hook
  const parts = {
    event_name: label,
    hooks: [{ async, command, timeout, type: 'command' }],
    // Of a prompt or a start there is nothing to match.
    ...(matcher !== undefined && { matcher }),
  }
  return `sha256:${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`
}
