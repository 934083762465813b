import { bash, type Examples } from '../category.ts'

export const examples: Examples = {
  block: [
    bash('git push --force origin release/2.1'),
    bash('git push -f upstream main', { also: ['push-to-default'] }),
    bash('git push origin +hotfix:hotfix'),
    bash('git push origin --delete payments-rewrite'),
    bash('git push origin :old-api'),
    bash('git push --mirror upstream'),
    bash('git reset --hard HEAD~3'),
    bash('git checkout -- .'),
    bash('git clean -fdx'),
    bash('git branch -D experiment/parser'),
    bash('git stash clear'),
    bash('git reflog expire --expire=now --all && git gc --prune=now'),
    bash("bash -c 'git push --force-with-lease origin team/shared'"),
  ],
  allow: [
    bash('git push origin feature/search'),
    bash('git commit -am "drop the force push from the docs"'),
    bash('git push --dry-run --force origin release/2.1'),
    bash('git clean -ndx'),
    bash('git branch -d merged-topic'),
    bash('git reset HEAD src/index.ts'),
    bash('git stash push -m "before rebase"'),
    bash('git log --grep="reset --hard"'),
    bash('git branch -D spike', { before: [{ tool: 'Bash', input: { command: 'git checkout -b spike' } }] }),
    bash('git push --force origin spike', { before: [{ tool: 'Bash', input: { command: 'git checkout -b spike' } }] }),
  ],
}
