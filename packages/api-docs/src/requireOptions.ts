import type { ApiDocsOptions } from "./ApiDocsOptions.ts"

const known = ["handler", "apiPath", "document", "basePath", "allowLiveKeys"]

/** Allows nothing that a URL escapes or resolves away. */
const pathShape = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/

const isPath = (value: unknown): boolean => typeof value === "string" && pathShape.test(value)

/** Throws a `TypeError` that names the wrong option, for programs without types. */
export const requireOptions = (options: ApiDocsOptions): void => {
  const complaint = complaintOf(options)
  if (complaint !== null) throw new TypeError(`The page can't be made: ${complaint}`)
}

const complaintOf = (options: ApiDocsOptions): string | null => {
  if (typeof options !== "object" || options === null) {
    return 'createApiDocs takes options, such as { handler, basePath: "/docs" }.'
  }
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    return `options.${unknown.slice(0, 40)} is unknown. Known are ${known.join(", ")}.`
  }
  const { handler, apiPath = "", document, basePath, allowLiveKeys = false } = options
  if (!isPath(basePath)) {
    return "options.basePath must be a path such as /docs, without a slash at the end."
  }
  if ((handler === undefined) === (document === undefined)) {
    return "options must have either handler or document."
  }
  if (handler !== undefined && typeof handler !== "function") {
    return "options.handler must be the function that createHandler returns."
  }
  if (document !== undefined && (typeof document !== "object" || document === null)) {
    return "options.document must be an OpenAPI document, such as openApiDocument returns."
  }
  if (apiPath !== "" && !isPath(apiPath)) {
    return "options.apiPath must be the basePath of the handler, such as /payments-api."
  }
  if (typeof allowLiveKeys !== "boolean") return "options.allowLiveKeys must be true or false."
  return null
}
