import { bash, type Examples } from '../category.ts'

export const examples: Examples = {
  block: [
    bash('git push origin main'),
    bash('git push origin master'),
    bash('git push origin HEAD:main'),
    bash('git push -u origin main'),
    bash('git push origin feature/login:main'),
    bash('git push upstream HEAD:refs/heads/main'),
    bash('git commit -am "fix" && git push origin main'),
    bash('git -C packages/core push origin master'),
    bash('cd packages/core && git push origin main'),
    bash("svn ci -m 'tidy up'"),
    bash('p4 submit -d "fix the mesh"'),
  ],
  allow: [
    bash('git push origin feature/main-menu'),
    bash('git push -u origin fix/master-volume'),
    bash('git pull --rebase upstream main'),
    bash('git fetch origin master && git rebase origin/master'),
    bash('git push --dry-run origin main'),
    bash('git push origin main:review/main-copy'),
    bash('echo "git push origin main" >> docs/release.md'),
    bash('git merge main'),
    bash('git diff main...HEAD'),
    bash('svn update && svn diff'),
    bash('hg commit -m x'),
  ],
}
