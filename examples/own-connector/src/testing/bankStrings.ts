import type { BankCharge, BankModification } from "../bank/BankApi.ts"

/** What the strings that tests pull answer, by the address of the bank. */
export const bankStrings = (url: string) => {
  const pull = async (path: string, body?: object) => {
    const method = body === undefined ? "GET" : "POST"
    const init = { method, body: body === undefined ? null : JSON.stringify(body) }
    const response = await fetch(`${url}/control${path}`, init)
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`)
    return response.status === 204 ? null : response.json()
  }
  return {
    /** What befalls the answer to what is asked of the bank next; nothing, for null. */
    nextAnswer: async (next: "breaks" | "hangs" | number | null): Promise<void> =>
      pull("/next-answer", { next }),
    /** What befalls all that is asked of the bank; nothing, for null. */
    down: async (down: "breaks" | number | null): Promise<void> => pull("/down", { down }),
    /** What the bank really did under a reference. */
    books: (
      reference: string
    ): Promise<{
      readonly charges: ReadonlyArray<BankCharge>
      readonly modifications: ReadonlyArray<BankModification>
    }> => pull(`/books/${reference}`),
    /** How many charges it has ever made or declined. */
    charged: (): Promise<number> => pull("/count"),
    /** What it would post of it now, as if it had been signed then. */
    event: (
      reference: string,
      signedAt = Date.now()
    ): Promise<{ readonly headers: Record<string, string>; readonly body: string }> =>
      pull(`/event/${reference}?signed_at=${signedAt}`),
    /** Decides what is pending; answers the status that whoever was told of it answered. */
    settle: async (reference: string): Promise<number | null> =>
      (await pull(`/settle/${reference}`, {})).told
  }
}
