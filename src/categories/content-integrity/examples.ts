import { bash, type Examples } from '../category.ts'

export const examples: Examples = {
  block: [
    bash('git commit --author="Pat Lee <pat@acme.io>" -m "fix"'),
    bash("git commit --amend --author='Pat Lee <pat@acme.io>' --no-edit"),
    bash('git commit --author=pat@acme.io -m "fix"'),
    bash('GIT_AUTHOR_NAME="Pat Lee" GIT_AUTHOR_EMAIL=pat@acme.io git commit -m "fix"'),
    bash('GIT_COMMITTER_NAME="Pat Lee" GIT_COMMITTER_EMAIL=pat@acme.io git commit --amend --no-edit'),
    bash('export GIT_AUTHOR_NAME="Pat Lee"; git commit -m "fix"'),
    bash('gh pr review 42 --approve'),
    bash('gh pr review --approve --body "looks good" 42'),
  ],
  allow: [
    bash('git commit -m "fix"'),
    bash('git commit -m "fix\n\nCo-authored-by: Pat Lee <pat@acme.io>"'),
    bash('git config user.email'),
    bash('git log --author="Pat Lee"'),
    bash('git shortlog -sne'),
    bash('gh pr view 42 --json reviews'),
    bash('git commit --amend --no-edit'),
    bash('git blame src/index.ts'),
  ],
}
