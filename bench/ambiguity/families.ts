/** One kind of thing that people let an agent end, and the commands that end it. */
export interface Family {
  readonly name: string
  readonly noun: string
  readonly plural: string
  readonly verb: string
  readonly places: readonly [own: string, other: string]
  readonly forms: readonly Form[]
}

export interface Form {
  /** What "all" means for it, where it knows no places. */
  readonly here?: string
  /** Ends exactly these. */
  some(names: readonly string[], place: string): string
  /** Ends all there are in a place. */
  all(place: string): string
  /** Ends all whose names begin so. */
  like(prefix: string, place: string): string
}

const each = (names: readonly string[], command: (name: string) => string) => names.map(command).join(' && ')

export const FAMILIES: readonly Family[] = [
  {
    name: 'branches',
    noun: 'branch',
    plural: 'branches',
    verb: 'delete',
    places: ['origin', 'upstream'],
    forms: [
      {
        some: (names, place) => `git push ${place} --delete ${names.join(' ')}`,
        all: (place) => `git branch -r | grep '${place}/' | sed 's|${place}/||' | xargs git push ${place} --delete`,
        like: (prefix, place) =>
          `git branch -r --list '${place}/${prefix}*' | sed 's|${place}/||' | xargs git push ${place} --delete`,
      },
      {
        here: 'local branches but the current one',
        some: (names) => `git branch -D ${names.join(' ')}`,
        all: () => "git branch | grep -v '^\\*' | xargs git branch -D",
        like: (prefix) => `git branch --list '${prefix}*' | xargs git branch -D`,
      },
    ],
  },
  {
    name: 'jobs',
    noun: 'job',
    plural: 'jobs',
    verb: 'cancel',
    places: ['batch', 'training'],
    forms: [
      {
        some: (names, place) => `kubectl delete job ${names.join(' ')} -n ${place}`,
        all: (place) => `kubectl delete jobs --all -n ${place}`,
        like: (prefix, place) =>
          `kubectl get jobs -n ${place} -o name | grep '^job.batch/${prefix}' | xargs kubectl delete -n ${place}`,
      },
      {
        some: (names) => `scancel ${names.map((name) => `--name=${name}`).join(' ')}`,
        all: (place) => `scancel --partition=${place}`,
        like: (prefix) => `squeue -h -o %j | grep '^${prefix}' | xargs -n1 scancel --name`,
      },
    ],
  },
  {
    name: 'services',
    noun: 'service',
    plural: 'services',
    verb: 'stop',
    places: ['staging', 'payments'],
    forms: [
      {
        here: 'services that run in docker on this machine',
        some: (names) => `docker stop ${names.join(' ')}`,
        all: () => 'docker stop $(docker ps -q)',
        like: (prefix) => `docker stop $(docker ps -q --filter name=^${prefix})`,
      },
      {
        some: (names, place) => each(names, (name) => `kubectl scale deployment ${name} --replicas=0 -n ${place}`),
        all: (place) => `kubectl scale deployment --all --replicas=0 -n ${place}`,
        like: (prefix, place) =>
          `kubectl get deployment -n ${place} -o name | grep '/${prefix}' | xargs kubectl scale --replicas=0 -n ${place}`,
      },
    ],
  },
  {
    name: 'artefacts',
    noun: 'build',
    plural: 'builds',
    verb: 'remove',
    places: ['nightly-builds', 'release-builds'],
    forms: [
      {
        some: (names, place) => each(names, (name) => `aws s3 rm s3://${place}/${name} --recursive`),
        all: (place) => `aws s3 rm s3://${place}/ --recursive`,
        like: (prefix, place) => `aws s3 rm s3://${place}/ --recursive --exclude '*' --include '${prefix}*'`,
      },
      {
        some: (names, place) => `rm -rf ${names.map((name) => `/srv/${place}/${name}`).join(' ')}`,
        all: (place) => `rm -rf /srv/${place}/*`,
        like: (prefix, place) => `rm -rf /srv/${place}/${prefix}*`,
      },
    ],
  },
]
