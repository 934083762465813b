import { PRODUCTION_WORDS } from '../../knowledge/lexicon/deployment-environments.ts'

/** Kinds that people call by other words. Each is the same thing, in the form a reader states it. */
export const KIND_PHRASES: ReadonlyMap<string, RegExp> = new Map([
  [
    'worktree',
    /\b(?:uncommitted|unstaged|local|pending|working|my|your|the|all) (?:\w+ )?(?:changes|work|edits|modifications|copy|tree)\b|\b(?:worktree|working (?:tree|copy|directory))\b|\bchanges\b|\buncommitted\b|\bnot (?:yet )?committed\b|\b(?:to|at) head\b/,
  ],
  ['untracked', /\buntracked\b|\bnew files\b|\b(?:doesn't|does not|not) track/],
  ['commits', /\bcommits?\b|\bhead\b/],
  ['repository', /\brepo(?:sitory)?\b/],
  ['pr', /\bprs?\b|\bpull[- ]requests?\b|\bmrs?\b|\bmerge[- ]requests?\b/],
  ['issue', /\bissues?\b|\btickets?\b|\bbugs?\b/],
  ['comment', /\bcomments?\b|\brepl(?:y|ies)\b/],
  ['deployment', /\b(?:services?|workloads?|apps?)\b/],
  ['container', /\bservices?\b/],
  ['machine', /\b(?:machine|computer|laptop|pc|workstation|box)\b/],
  ['production', new RegExp(String.raw`\b(?:${PRODUCTION_WORDS.join('|')})\b`)],
  ['database', /\b(?:database|db)\b/],
])
