import { Schema } from "effect"

/** What came can't be read as a request. */
export class RequestMalformed extends Schema.TaggedError<RequestMalformed>()(
  "RequestMalformed",
  {}
) {
  override get message(): string {
    return "This can't be read as an HTTP request."
  }
}

/** The request hadn't come as a whole when its time was up. */
export class RequestTimeout extends Schema.TaggedError<RequestTimeout>()("RequestTimeout", {}) {
  override get message(): string {
    return "The request took too long to arrive."
  }
}

/** The headers, or the path and the query, are more than is read. */
export class HeadersTooLarge extends Schema.TaggedError<HeadersTooLarge>()("HeadersTooLarge", {}) {
  override get message(): string {
    return "The request's headers are too large."
  }
}

/** The body is no JSON object, isn't UTF-8, or broke off. */
export class BodyMalformed extends Schema.TaggedError<BodyMalformed>()("BodyMalformed", {}) {
  override get message(): string {
    return "The body must be a JSON object in UTF-8."
  }
}

/** The body is more than is read. */
export class BodyTooLarge extends Schema.TaggedError<BodyTooLarge>()("BodyTooLarge", {}) {
  override get message(): string {
    return "The body must be at most 64 KiB, that of a notification 1 MiB."
  }
}

/** The body comes in many more pieces than its bytes account for. */
export class BodyInCrumbs extends Schema.TaggedError<BodyInCrumbs>()("BodyInCrumbs", {}) {
  override get message(): string {
    return "The body comes in too many pieces."
  }
}

/** A page of an origin that the account doesn't list called the payer surface. */
export class OriginNotAllowed extends Schema.TaggedError<OriginNotAllowed>()(
  "OriginNotAllowed",
  {}
) {
  override get message(): string {
    return "This page's origin is not among those of the account."
  }
}

/** No route has this path. */
export class RouteNotFound extends Schema.TaggedError<RouteNotFound>()("RouteNotFound", {}) {
  override get message(): string {
    return "There is nothing at this path."
  }
}

/** There are routes with this path, but of other methods. */
export class MethodNotAllowed extends Schema.TaggedError<MethodNotAllowed>()("MethodNotAllowed", {
  allowed: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return `This path takes ${this.allowed.join(", ")}.`
  }
}

/** The limit does not let the request pass. */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", {
  retryAfterSeconds: Schema.Number
}) {
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
