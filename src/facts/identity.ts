import { basename, join } from 'node:path'
import type { Identity } from '../analysis/facts.ts'
import { parseGitConfig } from './git-config.ts'
import { readTextIfExists } from './plain-file.ts'

const MAX_SIZE = 1_048_576
const MAX_NAME = 80

/**
 * Who the user is: the account, and the name that git has for them in every repository. Never what a repository's own settings say: whoever
 * makes a repository writes those. Files that they include are not followed.
 */
export function readIdentity(home: string): Identity {
  const entries = [join(home, '.config/git/config'), join(home, '.gitconfig')].flatMap(entriesOf)
  const last = (key: string) => cleanName(entries.findLast((entry) => entry.key === key)?.value)
  const [gitName, gitEmail] = [last('user.name'), last('user.email')]
  return {
    account: cleanName(basename(home)) ?? '?',
    ...(gitName !== undefined && { gitName }),
    ...(gitEmail !== undefined && { gitEmail }),
  }
}

function entriesOf(file: string): ReturnType<typeof parseGitConfig> {
  try {
    // Most accounts have one of the two files, or none.
    return parseGitConfig(readTextIfExists(file, MAX_SIZE))
  } catch {
    return []
  }
}

/** A name as one short line: nothing that hides, turns or breaks it. */
export function cleanName(text: string | undefined): string | undefined {
  const short = (text ?? '').slice(0, MAX_NAME * 4)
  // Most are plain letters; to make the classes of all others takes a hook as long as ten of its other expressions.
  const gaps = /^[ -~]*$/.test(short) ? / +/g : /[\p{C}\p{Zl}\p{Zp}\s]+/gu
  const clean = short.replace(gaps, ' ').trim().slice(0, MAX_NAME).toWellFormed()
  return clean === '' ? undefined : clean
}
