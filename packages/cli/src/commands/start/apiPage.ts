import { createHandler } from "@payloom/adapter-http"
import { createApiDocs } from "@payloom/api-docs"
import type { Payloom } from "@payloom/core"
import { Hono } from "hono"

/** Returns the page of the API at `/docs`. It sends requests with test keys only. */
export const apiPage = (payloom: Payloom): Hono => {
  const docs = createApiDocs({ handler: createHandler(payloom), basePath: "/docs" })
  return new Hono().all("/docs/*", ({ req }) => docs(req.raw))
}
