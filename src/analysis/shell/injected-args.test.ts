import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const kinds = (text: string): readonly string[] => effectsOf(text).map(({ kind }) => kind)

describe('words that a variable holds for a program', () => {
  it.each([
    ['MAVEN_ARGS="deploy" mvn -B verify', 'publish'],
    ['export MAVEN_ARGS="-DskipTests deploy"; mvn -B compile', 'publish'],
    ['CARGO_ALIAS_B="publish --allow-dirty" cargo b', 'publish'],
    ['HELM_OPTS="uninstall checkout -n prod" helm list', 'resource-change'],
    ['TERRAFORM_ARGS="destroy -auto-approve" terraform plan', 'resource-change'],
    ['ACMECTL_FLAGS="delete cluster prod --force" acmectl get clusters', 'resource-change'],
    ['ACME_CLI_ARGS="destroy --all --yes" acmectl status', 'resource-change'],
  ])('%s: they count as %s', (text, kind) => expect(kinds(text)).toContain(kind))

  it.each([
    'MAVEN_ARGS="-ntp -B" mvn clean verify',
    'MAVEN_OPTS="-Xmx2g" mvn -q test',
    'CARGO_ALIAS_CHK="check --all-targets" cargo chk',
    'GOFLAGS="-mod=vendor" go test ./...',
    'OTHER_ARGS="delete cluster prod --force" acmectl get clusters',
    'ACMECTL_ARGS="get clusters" acmectl version',
  ])('%s does nothing more', (text) => {
    expect(kinds(text)).not.toContain('publish')
    expect(kinds(text)).not.toContain('resource-change')
  })
})
