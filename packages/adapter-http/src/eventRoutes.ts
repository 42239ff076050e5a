import { eventCodec, eventListCodec, ListEvents } from "@payloom/core"
import { cursorParameters, operation, type SealedOperation } from "./Operation.ts"

/** The operations of events. */
export const eventOperations: ReadonlyArray<SealedOperation> = [
  operation({
    name: "listEvents",
    summary: "List events, newest first",
    description:
      "Internal events are removed after a page is read. So a page may have " +
      "fewer events than `limit`, or none, while `has_more` is true. Continue with `next_cursor`.",
    tag: "Events",
    method: "GET",
    path: "/events",
    query: {
      schema: ListEvents,
      single: [...cursorParameters, "occurred_gte"],
      repeated: ["type"]
    },
    output: eventListCodec,
    run: ({ events }, { caller, query }) => events.list(caller, query)
  }),
  operation({
    name: "retrieveEvent",
    summary: "Retrieve an event",
    tag: "Events",
    method: "GET",
    path: "/events/{id}",
    output: eventCodec,
    run: ({ events }, { caller, id }) => events.retrieve(caller, id)
  })
]
