export { type MailTransport, mailTransport } from './transport.ts'
