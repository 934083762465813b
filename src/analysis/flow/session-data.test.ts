import { describe, expect, it } from 'vitest'
import { readCommand } from '../testing.ts'
import { createdData, isSessionData } from './session-data.ts'

const first = (text: string) => {
  const command = readCommand(text).commands[0]
  if (!command) throw new Error(text)
  return command
}
const own = (made: string, then: string): boolean => isSessionData(first(then), new Set(createdData(first(made))))

describe('databases and tables of the session', () => {
  it.each([
    [`mysql -e 'create database t1'`, `mysql -e 'drop database t1'`],
    [`psql -d app -c 'CREATE TABLE t1 (a int);'`, `psql -d app -c 'DROP TABLE IF EXISTS "t1";'`],
    [`sqlite3 x.db 'create table a(b); create table c(d)'`, `sqlite3 x.db 'drop table a; drop table c'`],
  ])('%s, then %s: its own', (made, then) => expect(own(made, then)).toBe(true))

  it.each([
    [`mysql -e 'create database t1'`, `mysql -e 'drop database t2'`],
    [`mysql -e 'create database t1'`, `mysql -h db -e 'drop database t1'`],
    [`mysql -e 'create database if not exists t1'`, `mysql -e 'drop database t1'`],
    [`mysql -e 'create table t1(a int)'`, `mysql -e 'drop database t1'`],
    [`psql -c 'create table t1(a int)'`, `psql -c 'drop table t1; drop table users'`],
    [`psql -c 'create table t1(a int)'`, `psql -c 'drop table t1, users'`],
    [`psql -c 'create schema t1'`, `psql -c 'drop schema t1 cascade'`],
    [`psql -c 'create table t1(a int)'`, `psql -c 'drop table t1' -c 'drop table users'`],
    [`psql -c 'create table t1(a int)'`, `psql -c 'drop table t1' -f more.sql`],
  ])('%s, then %s: not', (made, then) => expect(own(made, then)).toBe(false))
})
