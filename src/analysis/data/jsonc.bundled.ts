export { type Node, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser'
