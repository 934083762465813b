import { bash, type Examples } from '../../categories/category.ts'

const made = { before: [{ tool: 'Bash', input: { command: 'git switch -c spike/cache' } }] }

export const examples: Examples = {
  allow: [
    bash('git push origin feature/cache'),
    bash('git push -u origin fix/login'),
    bash('git push origin HEAD:refs/heads/feature/cache'),
    bash('git push --force-with-lease origin spike/cache', made),
    bash('git push origin docs/readme'),
    bash('git push --set-upstream origin chore/deps'),
    bash('git push --tags origin feature/cache'),
    bash('git push origin spike/cache', made),
  ],
  block: [
    bash('git push origin main'),
    bash('git push --force origin develop'),
    bash('git push --force origin release/2.0'),
    bash('git push origin --delete feature/cache'),
    bash('git push origin HEAD:master'),
    bash('git push --mirror backup'),
    bash('git push --force origin somebody/branch'),
    bash('git push origin :feature/cache'),
  ],
}
