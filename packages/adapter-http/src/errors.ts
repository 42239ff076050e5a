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

/** The body is no JSON object, isn't UTF-8, or broke off. */
export class BodyMalformed extends TaggedError("BodyMalformed") {
  override get message(): string {
    return "The body must be a JSON object in UTF-8."
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
export class RouteNotFound extends TaggedError("RouteNotFound") {
  override get message(): string {
    return "There is nothing at this path."
  }
}

/** There are routes with this path, but of other methods. */
export class MethodNotAllowed extends TaggedError("MethodNotAllowed")<{
  /** The methods that the path takes. */
  readonly allowed: ReadonlyArray<string>
}> {
  override get message(): string {
    return `This path takes ${this.allowed.join(", ")}.`
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
