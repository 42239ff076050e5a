/**
 * A page that shows Payloom's HTTP API and sends test requests, as a web-standard handler.
 *
 * @packageDocumentation
 */
export type { ApiDocsOptions } from "./ApiDocsOptions.ts"
export { createApiDocs } from "./createApiDocs.ts"
export { type OpenApi30Options, openApi30 } from "./openApi30.ts"
