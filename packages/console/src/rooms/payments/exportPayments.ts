import type { ReportedPayment } from "@payloom/core"
import { paymentsCsv } from "@payloom/csv"
import { Effect } from "effect"
import { dataHeaders } from "../../frame/answers.ts"
import type { Read } from "../../Room.ts"
import { paymentsQuery } from "./paymentsQuery.ts"
import { accountNames } from "./readPayments.ts"

const rowsOfPage = 100

/** All payments of the filters as CSV. It is read and sent page by page. */
export const exportPayments: Read = {
  path: "/payments.csv",
  isFile: true,
  run: async ({ merchant, query }): Promise<Response> => {
    const filters = paymentsQuery(query)
    const { reporting } = merchant
    const names = new Map((await accountNames(merchant)).map(({ id, name }) => [id, name]))
    async function* pages(): AsyncGenerator<ReadonlyArray<ReportedPayment>, void> {
      let page = await reporting.payments({ ...filters, limit: rowsOfPage })
      for (;;) {
        yield page.data
        // The storage may answer without leaving the event loop, so other requests get their turn.
        await Effect.runPromise(Effect.yieldNow)
        if (page.nextCursor === null) return
        const next = { ...filters, limit: rowsOfPage, startingAfter: page.nextCursor }
        page = await reporting.payments(next)
      }
    }
    const body = await streamOf(paymentsCsv(pages(), { accounts: names }))
    return new Response(body, {
      headers: {
        ...dataHeaders,
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": 'attachment; filename="payments.csv"'
      }
    })
  }
}

/** Returns a stream that reads when its reader does. Rejects if the first piece can't be read. */
const streamOf = async (
  pieces: AsyncGenerator<string, void>
): Promise<ReadableStream<Uint8Array>> => {
  const encoder = new TextEncoder()
  let next: IteratorResult<string, void> | null = await pieces.next()
  return new ReadableStream(
    {
      pull: async (controller) => {
        const piece = next ?? (await pieces.next())
        next = null
        if (piece.done === true) controller.close()
        else controller.enqueue(encoder.encode(piece.value))
      },
      cancel: () => void pieces.return()
    },
    { highWaterMark: 0 }
  )
}
