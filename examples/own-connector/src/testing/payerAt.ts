/** A payer opens the bank's page and answers it; what they take back to the shop. */
export const payerAt = async (
  page: string,
  answer: "approve" | "refuse"
): Promise<{ readonly query: Readonly<Record<string, string>> }> => {
  const shown = await fetch(page)
  if (!shown.ok) throw new Error(`The page answered ${shown.status}.`)
  const form = new URLSearchParams({ answer })
  const sent = await fetch(page, { method: "POST", body: form, redirect: "manual" })
  const back = sent.headers.get("location")
  if (back === null) throw new Error(`The page sent nobody back: ${sent.status}.`)
  return { query: Object.fromEntries(new URL(back).searchParams) }
}
