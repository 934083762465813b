/** What the branch is called that everyone starts from, where nothing is known of a repository. */
export const DEFAULT_BRANCHES: readonly string[] = ['main', 'master', 'trunk']
