import { bash, type Examples } from '../category.ts'

export const examples: Examples = {
  block: [
    bash('aws s3 rm s3://media-originals/2023 --recursive'),
    bash('aws s3 rb s3://media-originals --force'),
    bash('aws s3 sync ./public s3://media-originals --delete', { also: ['external-api-writes'] }),
    bash('gsutil -m rm -r gs://team-exports/**'),
    bash('gcloud storage rm --recursive gs://team-exports'),
    bash('aws s3 mv s3://media-originals/raw s3://archive/raw --recursive', { also: ['external-api-writes'] }),
    bash('rclone purge remote:photos'),
    bash('gsutil rb gs://team-exports'),
    bash('s3cmd del --recursive s3://media-originals/raw/'),
  ],
  allow: [
    bash('aws s3 ls s3://media-originals --recursive'),
    bash('aws s3 cp s3://media-originals/a.png .'),
    bash('aws s3 rm s3://media-originals/2023 --recursive --dryrun'),
    bash('gsutil ls gs://team-exports'),
    bash('rclone lsd remote:photos'),
    bash('rclone purge --dry-run remote:photos'),
    bash('gcloud storage ls gs://team-exports'),
    bash('grep -rn "s3 rm --recursive" scripts/'),
  ],
}
