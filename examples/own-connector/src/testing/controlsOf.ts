import type { BankCharge, BankModification } from "../bank/BankApi.ts"

/** Calls the controls of the bank at an address. */
export const controlsOf = (url: string) => {
  const call = async (path: string, body?: object) => {
    const method = body === undefined ? "GET" : "POST"
    const init = { method, body: body === undefined ? null : JSON.stringify(body) }
    const response = await fetch(`${url}/control${path}`, init)
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`)
    return response.status === 204 ? null : response.json()
  }
  return {
    /** Sets a fault of the next answer. Null for none. */
    nextAnswer: async (next: "breaks" | "hangs" | number | null): Promise<void> =>
      call("/next-answer", { next }),
    /** Sets an outage of the bank. Null for none. */
    down: async (down: "breaks" | number | null): Promise<void> => call("/down", { down }),
    /** Returns the real charges and modifications with a reference. */
    books: (
      reference: string
    ): Promise<{
      readonly charges: ReadonlyArray<BankCharge>
      readonly modifications: ReadonlyArray<BankModification>
    }> => call(`/books/${reference}`),
    /** Returns the number of charges, declined ones included. */
    charged: (): Promise<number> => call("/count"),
    /** Returns the event that the bank would post now, signed at the given time. */
    event: (
      reference: string,
      signedAt = Date.now()
    ): Promise<{ readonly headers: Record<string, string>; readonly body: string }> =>
      call(`/event/${reference}?signed_at=${signedAt}`),
    /** Decides a pending charge. Returns the response status of the account's address, or null. */
    settle: async (reference: string): Promise<number | null> =>
      (await call(`/settle/${reference}`, {})).status
  }
}
