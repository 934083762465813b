export { Pool, types } from 'pg'
