import { describeAcpTransport } from './transport-acp.ts'

describeAcpTransport('gemini')
