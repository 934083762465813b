import { holds } from './kit.ts'

/** Which commits touched a secret file is told without what stood in it. */
holds({
  stopped: [
    ['git log -p -- .env'],
    ['git log -U1 --all -- .env'],
    ['git log -L1,9:.env'],
    ['git diff HEAD -- .env'],
    ['git show HEAD:.env'],
    ['git show --stat HEAD:.env'],
    ['git diff --stat -p -- .env'],
    ['git log "$OPTION" -- .env'],
  ],
  free: [
    ['git log --all --oneline -- .env data/users.csv'],
    ['git log --all --full-history --format=%h -- .env', 'git check-ignore -v .env'],
    ['git log --diff-filter=A --name-only -- .env'],
    ['git diff --stat -- .env'],
    ['git show --name-only HEAD -- .env'],
  ],
})

/** How many lines a secret file has is no part of it. */
holds({
  stopped: [
    ["awk '/KEY/' .env"],
    ["awk '{n=$0} END{print n}' .env"],
    ["awk '{n++; print}' .env"],
    ["gawk 'BEGIN{getline x; print x}' .env"],
    ["awk '/^A/{n++} /KEY/' .env"],
    ["awk -v RS=x '{n++} END{print n, $0}' .env"],
  ],
  free: [
    ["gawk -F= '/^[A-Z_]+=/{n++} END{print n}' .env"],
    ["awk 'END{print NR}' .env"],
    ['awk \'{n+=1} END{printf "%d", n+0}\' .env'],
  ],
})
