/**
 * Audits the stored rows of an engine against the providers' own books, without its code.
 *
 * @packageDocumentation
 */

export type { AcceptedEvent, Audited, HandledEvent, RecordedAnswer } from "./Audited.ts"
export { audit, ruleNames } from "./audit.ts"
export type { Finding } from "./Finding.ts"
export type {
  ProviderBooks,
  ProviderChange,
  ProviderCharge,
  ProviderChargeState
} from "./ProviderBooks.ts"
export { type Document, type KeptTotal, type RawRow, type RawRows, rawRow } from "./rows/RawRows.ts"
export type { RowPage, RowSource, TextRow } from "./rows/RowSource.ts"
