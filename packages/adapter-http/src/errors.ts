import { TaggedError } from "@payloom/core"

/** The bytes on the connection are not an HTTP request. */
export class RequestMalformed extends TaggedError("RequestMalformed") {
  override get message(): string {
    return "This can't be read as an HTTP request: check its first line and its headers."
  }
}

/** The request had not arrived completely when its time was over. */
export class RequestTimeout extends TaggedError("RequestTimeout") {
  override get message(): string {
    return "The request took too long to arrive: send it again."
  }
}

/** The path, the query or the headers exceed the limit. */
export class HeadersTooLarge extends TaggedError("HeadersTooLarge") {
  override get message(): string {
    return "The request's path, query and headers are too large: send less in them."
  }
}

/** The reason why a body is refused. */
export type BodyProblem =
  | { readonly _tag: "NotUtf8" }
  | { readonly _tag: "BrokenOff" }
  /** The application read the body before the handler could. */
  | { readonly _tag: "ReadBefore" }
  /** A form was sent, by its `Content-Type`. */
  | { readonly _tag: "Form"; readonly type: string }
  | { readonly _tag: "Compressed" }
  /**
   * The body is not JSON. `at` is the position of the mistake if it is known, `hint` the probable
   * one.
   */
  | { readonly _tag: "NotJson"; readonly at: number | null; readonly hint: string | null }
  /** The body is JSON, but not an object. */
  | { readonly _tag: "NoObject"; readonly what: string }

const problemSaid = (problem: BodyProblem): string => {
  switch (problem._tag) {
    case "NotUtf8":
      return "this one is not UTF-8"
    case "Compressed":
      return "this one is compressed. Send it without Content-Encoding"
    case "BrokenOff":
      return "this one ended early. Send the same request again"
    case "ReadBefore":
      return (
        "this one was read before it came here. Mount the handler before body parsers such as " +
        "express.json()"
      )
    case "Form":
      return `this one is a form (${problem.type}). Send JSON, with Content-Type: application/json`
    case "NotJson":
      return (
        `this one is not JSON${problem.at === null ? "" : `, from character ${problem.at} on`}` +
        (problem.hint === null ? "" : `: ${problem.hint}`)
      )
    case "NoObject":
      return `this one is ${problem.what}`
  }
}

/** The body is not a JSON object in UTF-8, ended early, or was read before. */
export class BodyMalformed extends TaggedError("BodyMalformed")<{
  /** The reason. */
  readonly problem: BodyProblem
}> {
  override get message(): string {
    return `The body must be a JSON object in UTF-8, and ${problemSaid(this.problem)}.`
  }
}

/** The body exceeds the limit. */
export class BodyTooLarge extends TaggedError("BodyTooLarge") {
  override get message(): string {
    return (
      "The body must be at most 64 KiB, or 1 MiB for a notification, but is longer: " +
      "send a shorter one."
    )
  }
}

/** The body arrives in many more pieces than its size explains. */
export class BodyInCrumbs extends TaggedError("BodyInCrumbs") {
  override get message(): string {
    return "The body arrives in too many pieces: send larger ones."
  }
}

/** A page called the payer surface from an origin that the account doesn't list. */
export class OriginNotAllowed extends TaggedError("OriginNotAllowed") {
  override get message(): string {
    return "This page's origin is not among those of the account: add it to its return origins."
  }
}

/** No route has this path. */
export class RouteNotFound extends TaggedError("RouteNotFound")<{
  /** A path that was probably meant. Null if no path is similar. */
  readonly meant: string | null
  /** True if the path ends like a known path, so the handler may lack its base path. */
  readonly isPrefixed: boolean
}> {
  override get message(): string {
    const { meant, isPrefixed } = this
    const question = meant === null ? "" : ` Did you mean ${meant}?`
    const base = isPrefixed
      ? " If the handler is mounted below a path, give createHandler that path as basePath."
      : ""
    return `There is nothing at this path.${question}${base} GET /openapi.json lists all paths.`
  }
}

/** The path has routes, but not with this method. */
export class MethodNotAllowed extends TaggedError("MethodNotAllowed")<{
  /** The request's method. */
  readonly method: string
  /** The methods that the path takes. */
  readonly allowed: ReadonlyArray<string>
}> {
  override get message(): string {
    const { method, allowed } = this
    const given = /^[A-Z]{1,10}$/.test(method) ? method : "the request's method"
    return `This path does not take ${given}. It takes ${allowed.join(", ")}.`
  }
}

/** The rate limit refused the request. */
export class RateLimited extends TaggedError("RateLimited")<{
  /** The wait until the next request may pass, in whole seconds. */
  readonly retryAfterSeconds: number
}> {
  override get message(): string {
    return "Too many requests: send this one again after the seconds in Retry-After."
  }
}

/** The errors that are found before the engine is called. */
export type HttpError =
  | RequestMalformed
  | RequestTimeout
  | HeadersTooLarge
  | BodyMalformed
  | BodyTooLarge
  | BodyInCrumbs
  | OriginNotAllowed
  | RouteNotFound
  | MethodNotAllowed
  | RateLimited
