/**
 * A typed client of Payloom's HTTP API, for a merchant's server.
 *
 * @packageDocumentation
 */
export type {
  CallOptions,
  ChangeOptions,
  ClientOptions,
  Fetch,
  SendingOptions,
  SentRequest
} from "./ClientOptions.ts"
export { clientOf } from "./clientOf.ts"
export { createClient } from "./createClient.ts"
export type * from "./generated/api.ts"
export type { Operation, Operations } from "./Operations.ts"
export type { Page, Pages } from "./Pages.ts"
export { type ClientErrorCode, PayloomError } from "./PayloomError.ts"
