import { TaggedError } from "@payloom/core"

/** What came can't be read as a request. */
export class RequestMalformed extends TaggedError("RequestMalformed") {
  override get message(): string {
    return "This can't be read as an HTTP request."
  }
}

/** The request hadn't come as a whole when its time was up. */
export class RequestTimeout extends TaggedError("RequestTimeout") {
  override get message(): string {
    return "The request took too long to arrive."
  }
}

/** The headers, or the path and the query, are more than is read. */
export class HeadersTooLarge extends TaggedError("HeadersTooLarge") {
  override get message(): string {
    return "The request's headers are too large."
  }
}

/** Why a body can't be taken. */
export type BodyProblem =
  | { readonly _tag: "NotUtf8" }
  | { readonly _tag: "BrokenOff" }
  /** The application read the body before the handler could. */
  | { readonly _tag: "ReadBefore" }
  /** A form was sent, by its `Content-Type`. */
  | { readonly _tag: "Form"; readonly type: string }
  /** It is no JSON, from this character on where that is known. */
  | { readonly _tag: "NotJson"; readonly at: number | null }
  /** It is JSON, but no object. */
  | { readonly _tag: "NoObject"; readonly what: string }

const problemSaid = (problem: BodyProblem): string => {
  switch (problem._tag) {
    case "NotUtf8":
      return "this one is not UTF-8"
    case "BrokenOff":
      return "this one broke off before its end"
    case "ReadBefore":
      return (
        "this one was read before it came here. Mount the handler before body parsers such as " +
        "express.json()"
      )
    case "Form":
      return `this one is a form (${problem.type}). Send JSON, with Content-Type: application/json`
    case "NotJson":
      return `this one is not JSON${problem.at === null ? "" : `, from character ${problem.at} on`}`
    case "NoObject":
      return `this one is ${problem.what}`
  }
}

/** The body is no JSON object, isn't UTF-8, broke off, or was read before. */
export class BodyMalformed extends TaggedError("BodyMalformed")<{
  /** What is wrong with it. */
  readonly problem: BodyProblem
}> {
  override get message(): string {
    return `The body must be a JSON object in UTF-8, and ${problemSaid(this.problem)}.`
  }
}

/** The body is more than is read. */
export class BodyTooLarge extends TaggedError("BodyTooLarge") {
  override get message(): string {
    return "The body must be at most 64 KiB, that of a notification 1 MiB."
  }
}

/** The body comes in many more pieces than its bytes account for. */
export class BodyInCrumbs extends TaggedError("BodyInCrumbs") {
  override get message(): string {
    return "The body comes in too many pieces."
  }
}

/** A page of an origin that the account doesn't list called the payer surface. */
export class OriginNotAllowed extends TaggedError("OriginNotAllowed") {
  override get message(): string {
    return "This page's origin is not among those of the account."
  }
}

/** No route has this path. */
export class RouteNotFound extends TaggedError("RouteNotFound")<{
  /** A path that was probably meant; null where none is near. */
  readonly meant: string | null
}> {
  override get message(): string {
    const { meant } = this
    return meant === null
      ? "There is nothing at this path. GET /openapi.json lists all paths."
      : `There is nothing at this path. Did you mean ${meant}? GET /openapi.json lists all paths.`
  }
}

/** There are routes with this path, but of other methods. */
export class MethodNotAllowed extends TaggedError("MethodNotAllowed")<{
  /** The methods that the path takes. */
  readonly allowed: ReadonlyArray<string>
}> {
  override get message(): string {
    return `This path does not take the request's method. It takes ${this.allowed.join(", ")}.`
  }
}

/** The limit does not let the request pass. */
export class RateLimited extends TaggedError("RateLimited")<{
  /** When the next request may pass, in whole seconds. */
  readonly retryAfterSeconds: number
}> {
  override get message(): string {
    return "Too many requests."
  }
}

/** What is refused before the engine is asked. */
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
