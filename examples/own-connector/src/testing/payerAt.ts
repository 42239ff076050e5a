/** Answers on the bank's page as a payer. Returns the data of the return to the shop. */
export const payerAt = async (
  page: string,
  answer: "approve" | "refuse"
): Promise<{ readonly query: Readonly<Record<string, string>> }> => {
  const shown = await fetch(page)
  if (!shown.ok) throw new Error(`The bank's page answered ${shown.status}.`)
  const form = new URLSearchParams({ answer })
  const sent = await fetch(page, { method: "POST", body: form, redirect: "manual" })
  const back = sent.headers.get("location")
  if (back === null) throw new Error(`The bank's page answered ${sent.status} without a redirect.`)
  return { query: Object.fromEntries(new URL(back).searchParams) }
}
