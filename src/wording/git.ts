import { DEFAULT_BRANCHES } from '../knowledge/lexicon/default-branches.ts'
import { hostName, known, listed } from './names.ts'
import type { Of, Said } from './said.ts'

const shortRef = (ref: string) =>
  (ref.replace(/^\+/, '').split(':').at(-1) ?? ref).replace(/^refs\/(?:heads|tags)\//, '')

/** A branch, tag or remote that may stand in a suggested command. */
function safeRef(ref: string | undefined): string | undefined {
  const name = ref === undefined ? '' : shortRef(ref)
  return /^\w[\w./-]{0,80}$/.test(name) ? name : undefined
}

export function sayPush(effect: Of<'git-push'>): Said {
  const { refs, force, deletes, mirror, toDefault, actor } = effect
  const url = /[:/@]/.test(effect.remote)
  const remote = url
    ? hostName(effect.remote.replace(/^([\w.-]+@)?([\w.-]+):(?!\/\/).*/, '$2'))
    : known(effect.remote) || 'the remote'
  const names = refs.map(shortRef)
  const tags = refs.length > 0 && refs.every((ref) => /^refs\/tags\//.test(ref))
  const kind = tags ? 'tag' : 'branch'
  const what = names.some((name) => known(name) !== '' && name !== 'HEAD')
    ? listed(names, names.length > 1 || tags ? kind : '', 36)
    : toDefault === 'yes'
      ? 'the default branch'
      : 'the current branch'
  if (mirror) return [`mirrors this repository to ${remote}`, 'It deletes whatever exists only there']
  if (deletes)
    return [
      `deletes ${what === 'branch' || what === '' ? 'the branch' : names.length === 1 && !/^(?:tag|the)/.test(what) ? `branch ${what}` : what} on ${remote}`,
      'Others may still need that',
    ]
  if (actor.words.some((word) => /^(?:d?commit|ci|submit)$/.test(word)))
    return [`commits to the shared ${actor.name} repository`, 'Everyone gets the changes']
  const beside =
    names.length === 1 &&
    safeRef(names[0]) !== undefined &&
    !['head', ...DEFAULT_BRANCHES].includes(names[0]?.toLowerCase() ?? '')
      ? `${names[0]}-rework`
      : 'my-change'
  const to = /^\w[\w.-]*$/.test(effect.remote) ? effect.remote : 'origin'
  // A service's own call has no branch of this repository to offer, and what is pushed to a platform is deployed.
  const offers = actor.words.includes('git') && /^(?:origin|upstream|fork|github|gitlab)$/.test(to)
  const branch = offers ? `\`git push -u ${to} HEAD:refs/heads/${beside}\`` : undefined
  if (force) return [`force-pushes ${what} to ${remote}`, "It may erase others' commits", branch]
  if (toDefault === 'yes') return [`pushes to ${what} on ${remote}`, 'That skips review', branch]
  return [`pushes ${what} to ${remote}`]
}

/** A version tag, which publishes. */
export function sayTagPush({ remote }: Of<'git-push'>, ref: string): Said {
  const name = known(shortRef(ref))
  return [
    `pushes ${name === '' || name === '*' ? 'all tags' : `tag ${name}`} to ${known(remote) || 'the remote'}`,
    'In many projects that publishes a release',
  ]
}

/** To a place that isn't known as the project's. */
export function sayForeignPush({ remote }: Of<'git-push'>): Said {
  const address = known(remote.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1'))
  return [`pushes this repository to ${address || 'an unknown place'}`, "It isn't one of the project's own remotes"]
}

const lastCommits = (count = '') => (count === '' || count === '1' ? 'the last commit' : `the last ${count} commits`)

/** Keeping what would go by another way: what Git suggests, only Git can do. */
export function sayDiscard(effect: Of<'git-discard'>): Said {
  const [headline, why, attempt] = sayLoss(effect)
  return [headline, why, /^(?:hg|sl|jj|svn|fossil|bzr)$/.test(effect.actor.name) ? undefined : attempt]
}

function sayLoss({ what, refs, actor }: Of<'git-discard'>): Said {
  const ref = refs.length === 1 ? safeRef(refs[0]) : undefined
  const names = refs.map(shortRef).filter((name) => !/^(?:\.|HEAD)$/.test(name))
  const named = names.length > 0
  const back = /^HEAD[~^](\d*)$/.exec(refs[0] ?? '')
  switch (what) {
    case 'worktree':
      return [
        back ? `discards ${lastCommits(back[1])} and uncommitted changes` : 'discards uncommitted changes',
        'Git keeps no copy of them',
        actor.name === 'git' ? '`git stash push --include-untracked`' : undefined,
      ]
    case 'untracked':
      return [
        `deletes untracked files${named ? ` in ${listed(names, '')}` : ''}`,
        'Git keeps no copy of them',
        '`git clean -n`',
      ]
    case 'commits': {
      const to = back
        ? lastCommits(back[1])
        : ref !== undefined && /\//.test(ref)
          ? `commits that aren't on ${ref}`
          : 'commits'
      return [`discards ${to}`, 'No branch would lead to them', '`git branch backup`']
    }
    case 'branch':
      return [
        `deletes ${named ? listed(names, 'branch') : 'branches'}`,
        refs.length === 1 ? 'Its commits may be on no other branch' : 'Their commits may be on no other branch',
        ref === undefined ? undefined : `\`git branch backup-${ref} ${ref}\``,
      ]
    case 'stash':
      return [
        named && !/^refs\//.test(refs[0] ?? '') ? `drops ${listed(names, '')}` : 'drops stashed changes',
        'Git keeps no other copy',
        '`git stash show -p`',
      ]
    case 'reflog':
      return ['expires the reflog', "It's the last way back to lost commits", '`git branch backup`']
    case 'history':
      return ['rewrites the history', 'Others may have built on it', '`git branch backup`']
    case 'tag':
      return [
        `deletes ${named ? listed(names, 'tag') : 'tags'}`,
        'Others may refer to it',
        ref === undefined ? undefined : `\`git rev-parse ${ref}\``,
      ]
    case 'repository':
      return ['deletes the repository', 'Its history is nowhere else', '`git bundle create ../backup.bundle --all`']
  }
}
