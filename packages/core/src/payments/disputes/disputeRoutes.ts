import { cursorParameters, type HttpRoute, route } from "../../platform/routes/HttpRoute.ts"
import {
  disputeListCodec,
  ListDisputes,
  listedDisputeCodec,
  RetrieveDispute
} from "./listDisputes.ts"

/** The routes of disputes. */
export const disputeRoutes: ReadonlyArray<HttpRoute> = [
  route({
    name: "listDisputes",
    calls: ["disputes", "list"],
    summary: "List disputes, newest first",
    tag: "Disputes",
    method: "GET",
    path: "/disputes",
    query: {
      schema: ListDisputes,
      single: [...cursorParameters, "payment"],
      repeated: ["stage", "expand"]
    },
    output: disputeListCodec
  }),
  route({
    name: "retrieveDispute",
    calls: ["disputes", "retrieve"],
    summary: "Retrieve a dispute",
    tag: "Disputes",
    method: "GET",
    path: "/disputes/{id}",
    query: { schema: RetrieveDispute, single: [], repeated: ["expand"] },
    output: listedDisputeCodec
  })
]
