import { cursorParameters, type HttpRoute, route } from "../../platform/routes/HttpRoute.ts"
import { eventCodec } from "./Event.ts"
import { eventListCodec, listEventsSchemas } from "./listEvents.ts"

/** The routes of events, among them those of modules. */
export const eventRoutes = (ofModules: ReadonlyArray<string>): ReadonlyArray<HttpRoute> => [
  route({
    name: "listEvents",
    calls: ["events", "list"],
    summary: "List events, newest first",
    description:
      "Internal events are removed after a page is read. So a page may have " +
      "fewer events than `limit`, or none, while `has_more` is true. Continue with `next_cursor`.",
    tag: "Events",
    method: "GET",
    path: "/events",
    query: {
      schema: listEventsSchemas.of(ofModules),
      single: [...cursorParameters, "occurred_gte"],
      repeated: ["type"]
    },
    output: eventListCodec
  }),
  route({
    name: "retrieveEvent",
    calls: ["events", "retrieve"],
    summary: "Retrieve an event",
    tag: "Events",
    method: "GET",
    path: "/events/{id}",
    output: eventCodec
  })
]
