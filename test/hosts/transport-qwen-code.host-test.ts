import { describeAcpTransport } from './transport-acp.ts'

describeAcpTransport('qwen')
