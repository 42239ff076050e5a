import { type HttpRoute, route } from "../platform/routes/HttpRoute.ts"
import { portalSessionCodec } from "./sessions/PortalSession.ts"
import { CreatePortalSession } from "./sessions/portalSessionInput.ts"

const tag = "Portal sessions"

/** The routes of portal sessions, for merchants. */
export const portalRoutes: ReadonlyArray<HttpRoute> = [
  route({
    name: "createPortalSession",
    calls: ["portalSessions", "create"],
    summary: "Create a portal session for a customer. Its token is shown only in this answer",
    description:
      "The session lasts an hour unless `expires_at` says otherwise. With `publishable_key` the " +
      "answer has the address of the hosted page.",
    findOut: "Create another one. A session whose answer is lost ends by itself.",
    tag,
    method: "POST",
    path: "/portal_sessions",
    body: CreatePortalSession,
    output: portalSessionCodec
  }),
  route({
    name: "retrievePortalSession",
    calls: ["portalSessions", "retrieve"],
    summary: "Retrieve a portal session",
    tag,
    method: "GET",
    path: "/portal_sessions/{id}",
    output: portalSessionCodec
  }),
  route({
    name: "revokePortalSession",
    calls: ["portalSessions", "revoke"],
    summary: "End a portal session at once, such as when the customer signs out",
    findOut: "Retrieve the session.",
    tag,
    method: "POST",
    path: "/portal_sessions/{id}/revoke",
    keyless: true,
    output: portalSessionCodec
  })
]
