import { bash, type Examples } from '../category.ts'

export const examples: Examples = {
  block: [
    bash('cat .env'),
    bash('echo $AWS_SECRET_ACCESS_KEY'),
    bash('printenv GITHUB_TOKEN'),
    bash('env | grep -i token'),
    bash('head -5 .env.production'),
    bash('gh auth token'),
    bash('aws configure get aws_secret_access_key'),
    bash('gcloud auth print-access-token'),
    bash('kubectl get secret db -o jsonpath="{.data.password}" | base64 -d'),
  ],
  allow: [
    bash('cat .env.example'),
    bash('test -n "$AWS_SECRET_ACCESS_KEY" && echo set'),
    bash('echo $HOME'),
    bash('cp .env.example .env'),
    bash('grep -rn "process.env.API_TOKEN" src/'),
    bash('gh auth status'),
    bash('curl -H "Authorization: Bearer $GITHUB_TOKEN" https://api.github.com/user'),
    bash('aws sts get-caller-identity'),
    bash('kubectl get secrets'),
  ],
}
