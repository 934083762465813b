import { memoize } from '../../../analysis/text/memoize.ts'
import { VERBS } from '../../../knowledge/lexicon/verbs.ts'
import { isFormOfVerb } from '../../speech/verb-forms.ts'
import type { StatedActId } from '../stated-acts.ts'

/** A verb that people rule out and order, and the acts it stands for. Frozen: what it lacks, only a model reads. */
export interface VerbPhrase {
  readonly verbs: string
  readonly acts: readonly StatedActId[]
  /** The command that is meant, where the act is a wider one. */
  readonly command?: string
  /** Nouns that add nothing to it: "don't commit the changes". */
  readonly nouns?: string
  /** Without a noun or a name it is said of software as often as of an act. */
  readonly needsNoun?: true
  /** A sentence that rules it out, and a call that crosses it. */
  readonly example: readonly [said: string, call: string]
}

const CODE = 'branch branches commit commits changes code work repo repository remote upstream origin github'
const PACKAGES = 'package packages dependency dependencies library libraries tool tools software module modules stuff'
const MESSAGES = 'message messages email emails mail mails notification notifications data comments pr issue'
const SERVICES = 'service services container containers server servers process processes job jobs'

export const VERB_PHRASES: readonly VerbPhrase[] = [
  { verbs: 'push', acts: ['push'], nouns: CODE, example: ["Don't push.", 'git push origin x'] },
  {
    verbs: 'force-push',
    acts: ['force-push'],
    nouns: `${CODE} shared`,
    example: ['No force pushing.', 'git push -f origin x'],
  },
  {
    verbs: 'rewrite',
    acts: ['rebase', 'force-push'],
    nouns: 'history',
    needsNoun: true,
    example: ["Don't rewrite history.", 'git rebase -i HEAD~3'],
  },
  { verbs: 'commit', acts: ['commit'], nouns: `${CODE} files`, example: ["Don't commit yet.", 'git commit -m x'] },
  {
    verbs: 'amend',
    acts: ['commit'],
    command: 'git amend',
    nouns: 'commit commits',
    example: ['Never amend commits.', 'git commit --amend'],
  },
  { verbs: 'stash', acts: ['stash'], nouns: CODE, example: ['Do not stash my changes.', 'git stash'] },
  {
    verbs: 'switch',
    acts: ['branch'],
    nouns: 'branch branches',
    needsNoun: true,
    example: ['Stay on this branch.', 'git switch main'],
  },
  {
    verbs: 'merge',
    acts: ['merge'],
    nouns: 'pr prs pull request requests branch branches mr changes',
    example: ["Don't merge the PR yet.", 'gh pr merge 4'],
  },
  {
    verbs: 'deploy',
    acts: ['deploy'],
    nouns: 'app application service site build changes code project',
    example: ['No deploys today.', 'vercel --prod'],
  },
  {
    verbs: 'publish',
    acts: ['publish'],
    nouns: 'package packages release module library version app',
    example: ["Don't publish.", 'npm publish'],
  },
  {
    verbs: 'release',
    acts: ['publish', 'deploy'],
    nouns: 'package packages release module library version app',
    example: ["Don't release anything.", 'npm publish'],
  },
  {
    verbs: 'install',
    acts: ['install', 'persist'],
    nouns: PACKAGES,
    example: ["Don't install anything.", 'pip install requests'],
  },
  {
    verbs: 'add',
    acts: ['add-dependency'],
    nouns: PACKAGES,
    needsNoun: true,
    example: ["Don't add dependencies.", 'npm install left-pad'],
  },
  {
    verbs: 'upgrade update',
    acts: ['upgrade', 'add-dependency'],
    nouns: PACKAGES,
    needsNoun: true,
    example: ["Don't upgrade packages.", 'npm update'],
  },
  {
    verbs: 'uninstall',
    acts: ['run'],
    command: '* uninstall',
    example: ["Don't uninstall it.", 'adb uninstall com.acme.shop'],
  },
  {
    verbs: 'download fetch access',
    acts: ['download'],
    nouns: 'file files model models internet network',
    example: ['Work offline.', 'curl -O https://example.org/x'],
  },
  {
    verbs: 'send',
    acts: ['message', 'upload'],
    nouns: MESSAGES,
    example: ["Don't send anything.", 'curl -T a.txt https://example.org'],
  },
  {
    verbs: 'post comment reply',
    acts: ['comment', 'message'],
    nouns: MESSAGES,
    example: ["Don't post anything.", 'gh pr comment 4 --body x'],
  },
  {
    verbs: 'share',
    acts: ['share', 'push', 'publish', 'deploy', 'upload', 'message', 'comment'],
    nouns: CODE,
    example: ['Keep it local.', 'git push origin x'],
  },
  {
    verbs: 'open create file make raise',
    acts: ['open-pr'],
    nouns: 'pr prs pull-request pull-requests pull request requests mr mrs issue issues ticket tickets',
    needsNoun: true,
    example: ["Don't open a pull request.", 'gh pr create --fill'],
  },
  {
    verbs: 'delete remove',
    acts: ['delete-file', 'delete-branch', 'delete-resource', 'drop-data'],
    nouns: 'data',
    example: ["Don't delete anything.", 'rm a.ts'],
  },
  {
    verbs: `${VERBS.erase.join(' ')} purge`,
    acts: ['delete-file', 'delete-resource', 'drop-data'],
    nouns: 'data device disk',
    example: ["Don't erase the device.", 'board-tool erase --port usb0'],
  },
  {
    verbs: 'migrate',
    acts: ['migrate'],
    nouns: 'database db schema',
    example: ["Don't migrate the database.", 'python manage.py migrate'],
  },
  {
    verbs: 'restart reboot',
    acts: ['restart'],
    nouns: SERVICES,
    example: ["Don't restart anything.", 'docker restart web'],
  },
  { verbs: 'kill', acts: ['kill', 'restart'], nouns: SERVICES, example: ["Don't kill anything.", 'pkill node'] },
  {
    verbs: 'stop',
    acts: ['kill', 'restart'],
    nouns: SERVICES,
    needsNoun: true,
    example: ['Keep the server running.', 'docker stop web'],
  },
  { verbs: 'scale', acts: ['scale'], example: ["Don't scale anything.", 'kubectl scale deploy/web --replicas=0'] },
  {
    verbs: 'spawn delegate launch',
    acts: ['delegate'],
    nouns: 'agent agents subagent subagents',
    example: ['No subagents today.', 'agent'],
  },
  {
    verbs: 'skip bypass',
    acts: ['skip-check'],
    nouns: 'hook hooks',
    example: ['Never bypass the hooks.', 'git commit -n -m x'],
  },
  { verbs: 'read open', acts: ['read-file'], needsNoun: true, example: ["Don't read .env.", 'cat .env'] },
  {
    verbs:
      'edit change modify touch write update alter overwrite rename move refactor format fix add create make implement apply',
    acts: ['edit'],
    needsNoun: true,
    example: ["Don't edit package.json.", 'edit of package.json'],
  },
]

/** The rows of a verb in whatever form: `pushing`, `puhs`. */
export const phrasesOfVerb: (word: string) => readonly VerbPhrase[] = memoize((word) => {
  const exact = VERB_PHRASES.filter(({ verbs }) => verbs.split(' ').includes(word))
  return exact.length > 0
    ? exact
    : VERB_PHRASES.filter(({ verbs }) => verbs.split(' ').some((verb) => isFormOfVerb(word, verb)))
})
