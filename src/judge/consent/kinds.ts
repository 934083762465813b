/** What people call the things that calls act on. */
export const BRANCHES = ['branch', 'branches', 'ref', 'refs']
export const TAGS = ['tag', 'tags']
export const JOBS = [
  'job',
  'jobs',
  'run',
  'runs',
  'task',
  'tasks',
  'workflow',
  'workflows',
  'dag',
  'dags',
  'cronjob',
  'cronjobs',
]
export const RUNNING =
  'service services container containers deployment deployments pod pods instance instances server servers app apps worker workers vm vms machine machines stack stacks release releases node nodes namespace namespaces process processes'.split(
    ' ',
  )
export const STORED =
  'build builds artifact artifacts artefact artefacts file files object objects backup backups log logs checkpoint checkpoints image images folder folders directory directories snapshot snapshots volume volumes export exports dataset datasets'.split(
    ' ',
  )
