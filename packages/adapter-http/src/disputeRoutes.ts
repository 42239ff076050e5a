import { disputeListCodec, ListDisputes, listedDisputeCodec, RetrieveDispute } from "@payloom/core"
import { cursorParameters, operation, type SealedOperation } from "./Operation.ts"

/** The operations of disputes. */
export const disputeOperations: ReadonlyArray<SealedOperation> = [
  operation({
    name: "listDisputes",
    summary: "List disputes, newest first",
    tag: "Disputes",
    method: "GET",
    path: "/disputes",
    query: {
      schema: ListDisputes,
      single: [...cursorParameters, "payment"],
      repeated: ["stage", "expand"]
    },
    output: disputeListCodec,
    run: ({ disputes }, { caller, query }) => disputes.list(caller, query)
  }),
  operation({
    name: "retrieveDispute",
    summary: "Retrieve a dispute",
    tag: "Disputes",
    method: "GET",
    path: "/disputes/{id}",
    query: { schema: RetrieveDispute, single: [], repeated: ["expand"] },
    output: listedDisputeCodec,
    run: ({ disputes }, { caller, id, query }) => disputes.retrieve(caller, id, query)
  })
]
