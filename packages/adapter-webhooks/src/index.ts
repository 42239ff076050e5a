/**
 * Sends Payloom's webhooks.
 *
 * @packageDocumentation
 */

export { type WebhookSenderOptions, webhookSender } from "./webhookSender.ts"
