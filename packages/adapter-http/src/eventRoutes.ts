import { eventCodec, eventListCodec, ListEvents } from "@payloom/core"
import { cursorParameters, operation, type SealedOperation } from "./Operation.ts"

/** Operations 34 and 35 of the spec. */
export const eventOperations: ReadonlyArray<SealedOperation> = [
  operation({
    name: "listEvents",
    summary: "List events, newest first",
    description:
      "Events that are not for merchants are left out after a page was read: a page may hold " +
      "fewer than `limit`, even none, while `has_more` is true. Ask on with `next_cursor` then.",
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
