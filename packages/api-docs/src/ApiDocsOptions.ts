/** The options of {@link createApiDocs}: either `handler` or `document`, and `basePath`. */
export interface ApiDocsOptions {
  /**
   * The handler of `createHandler`. The page shows the document that the handler answers at
   * `/openapi.json`, with the operations of its modules. It is read once, for the first visitor.
   */
  readonly handler?: (request: Request) => Promise<Response>
  /** The `basePath` of that handler. Default: `""`. */
  readonly apiPath?: string
  /**
   * An OpenAPI document in place of a handler, such as the result of `openApiDocument`. Its first
   * server has to be a path of the page's own origin.
   */
  readonly document?: object
  /**
   * The path at which the page is mounted, such as `/docs`. Requests arrive with their full paths.
   * Each segment begins with a slash and has letters, digits, `-`, `.`, `_` and `~`.
   */
  readonly basePath: string
  /**
   * True to let visitors send requests with live keys, which move real money. Default: false. The
   * page then refuses `sk_live_…` and `pk_live_…` before anything is sent.
   */
  readonly allowLiveKeys?: boolean
}
