/** A connector to a payment provider, written as a table. */

export { type Fields, type HmacSignature, isHmac, valueAt } from "@payloom/core"
export type { ChangeLists, ListOf } from "./ChangeLists.ts"
export type { Field } from "./fields.ts"
export type { HttpProviderOptions } from "./HttpProviderOptions.ts"
export type * from "./HttpProviderTable.ts"
export { httpProvider } from "./httpProvider.ts"
export { type IncomingAnswer, type OutgoingRequest, sendRequest } from "./sendRequest.ts"
export type * from "./Webhooks.ts"
