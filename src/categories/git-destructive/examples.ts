import { bash, type Examples } from '../category.ts'

const ran = (command: string) => ({ tool: 'Bash', input: { command } })

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
    bash('git push --force-with-lease', { before: [ran('git switch -c spike'), ran('git switch -')] }),
    bash('git push origin --delete theirs', { before: [ran('git checkout -b theirs origin/theirs'), ran('git push')] }),
    bash('git push origin --delete spike', { before: [ran('git switch -c spike')] }),
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
    bash('git push --force-with-lease', { before: [ran('git switch -c spike')] }),
    bash('git tag -d probe', { before: [ran('git tag probe')] }),
    bash('git push origin --delete spike', { before: [ran('git switch -c spike'), ran('git push -u origin HEAD')] }),
    bash('git push --force origin spike', { before: [{ tool: 'Bash', input: { command: 'git checkout -b spike' } }] }),
  ],
}
