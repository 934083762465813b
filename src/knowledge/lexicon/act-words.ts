/** `delete, clean up`: a list of words and phrases. */
export const phrases = (list: string): readonly string[] => list.split(', ')

/** Words that name an act, as people write them. A category's finding points at one of these lists. */
export const DELETE_WORDS = [
  ...phrases('delete, remove, rm, clean, clean up, cleanup, tidy, wipe, erase, drop, purge, clear, get rid of, nuke'),
  ...phrases('prune, discard, throw away, trash, empty, tear down'),
] as const
export const DISCARD_WORDS = [
  ...DELETE_WORDS,
  ...phrases('take back, reset, hard reset, revert, restore, undo, roll back, rollback, checkout, abandon, rewrite'),
  ...phrases('squash, rework'),
] as const
export const CHANGE_WORDS = [
  ...phrases('change, update, edit, modify, fix, set, add, append, write, put, replace, move, create, adjust'),
  ...phrases('configure, overwrite, insert'),
] as const
export const FORCE_PUSH_WORDS = [
  ...phrases('force push, force-push, push --force, push -f, push force, overwrite'),
] as const
export const PUSH_WORDS = ['push', 'publish', 'upload'] as const
export const RUN_WORDS = [
  ...phrases('run, execute, install, set up, setup, use, try, start, launch, pipe, bootstrap'),
] as const
/** Working with code from elsewhere: whoever asks for one of these with its name wants it to run. */
export const ACTIVATE_WORDS = [
  ...RUN_WORDS,
  ...phrases('build, compile, make, test, clone, check out, checkout, review, verify, evaluate, benchmark'),
  ...phrases('reproduce, integrate, vendor, apply, deploy, add, pull, fetch, download, merge, port, work on'),
] as const
export const INSTALL_WORDS = ['install', 'add', 'set up', 'setup', 'use', 'upgrade', 'update', 'switch', 'try'] as const
export const DEPLOY_WORDS = [
  ...phrases('deploy, ship, release, roll out, rollout, promote, publish, go live, push, trigger … deploy'),
  ...phrases('trigger … workflow, run … workflow, dispatch … workflow'),
] as const
export const PUBLISH_WORDS = [
  ...phrases('publish, release, ship, cut, upload … package, push … package, push … npm, run … publish, npm publish'),
  ...phrases('create … release, make … release, draft … release, do … release'),
] as const
export const REMOTE_CHANGE_WORDS = [
  ...RUN_WORDS,
  ...DELETE_WORDS,
  ...CHANGE_WORDS,
  ...DEPLOY_WORDS,
  ...phrases('ssh, connect, log in, log into, restart, bounce, reboot, copy, sync, rsync, scp, check, go, stop'),
  ...phrases('shut down, take … offline, take … down, bring … down, kill, reload'),
] as const
export const APPLY_WORDS = ['apply', 'patch', 'am', 'merge', 'import'] as const
export const GRANT_WORDS = [
  ...phrases('grant, attach, give, add, make, allow, assign, create, invite, promote, chmod, chown, set, let'),
  ...phrases('authorize, authorise'),
] as const
export const DISABLE_WORDS = [
  ...phrases('disable, turn off, switch off, skip, bypass, ignore, stop, remove, turn, use, allow, set, weaken'),
  ...phrases('relax, drop, deactivate, mask'),
] as const
/** It is gone for a moment, and there again. */
export const RESTART_WORDS = ['restart', 'reboot', 'bounce'] as const
/** It is gone until somebody starts it: whoever asks for a restart does not ask for that. */
export const END_WORDS = [
  ...phrases('kill, stop, shut down, shutdown, terminate, cancel, end, clean up, clean, tidy, abort, close, quit'),
  ...phrases('halt'),
] as const
export const STOP_WORDS = [...END_WORDS, ...RESTART_WORDS] as const
export const EXPOSE_WORDS = [
  ...phrases('expose, share, tunnel, open, serve, bind, forward, host, listen, start, run, make'),
] as const
export const READ_WORDS = [
  ...phrases('read, show, print, look, check, cat, open, inspect, view, use, copy, find, list, get, debug, compare'),
  ...phrases('see, dump, export, extract, scan, capture, take, load, paste, record, search, fetch, display, tell'),
] as const
export const SEND_WORDS = [
  ...phrases('send, post, upload, submit, share, copy, sync, push, put, call, transfer, back up, backup, publish'),
  ...phrases('report, notify, trigger, hit, curl, rsync, scp, mirror, paste'),
] as const
export const SCHEDULE_WORDS = [
  ...CHANGE_WORDS,
  ...phrases('schedule, install, enable, set up, setup, register, run, start, make, hook'),
] as const
export const RECORD_WORDS = [
  ...phrases('create, add, append, update, edit, write, make, open, file, post, comment, reply, respond, close'),
  ...phrases('reopen, resolve, label, assign, merge, approve, mark, submit, log, book, schedule, invite, accept'),
  ...phrases('decline, save, draft, pop, react, request, trigger, rerun, launch, link, raise, start'),
] as const
export const SPAWN_WORDS = ['run', 'start', 'spawn', 'launch', 'use', 'let', 'delegate', 'kick off'] as const
export const IMPERSONATE_WORDS = [
  ...phrases('commit, set, use, attribute, credit, sign, author, amend, keep, preserve, approve, act, impersonate'),
] as const
