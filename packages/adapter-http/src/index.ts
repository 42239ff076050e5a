/**
 * Payloom's operations as a web-standard fetch handler, on Hono.
 *
 * @packageDocumentation
 */
export {
  createApp,
  createHandler,
  type Handler,
  type HandlerOptions,
  type ServedEngine
} from "./createHandler.ts"
export type { ErrorBody, ErrorType } from "./errorResponses.ts"
export { openApiDocument } from "./openApi.ts"
export type {
  RateLimit,
  RateLimitOptions,
  RateLimitRequest,
  RateVerdict
} from "./rateLimit.ts"
export type { RequestLog } from "./responder.ts"
