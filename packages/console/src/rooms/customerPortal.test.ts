import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type OpenConsole, openConsole } from "../testing/openConsole.ts"

describe("the portal of a customer", () => {
  let opened: OpenConsole
  let customer: string
  beforeAll(async () => {
    opened = await openConsole()
    const name = "Ada Lovelace"
    const made = await opened.merchant.customers.create({ name }, { idempotencyKey: "ada" })
    customer = made.id
    opened.signIn({ role: "operator" })
  })
  afterAll(() => opened.close())

  const open = async (subject: string, input: object) => {
    const body = { subject, input, reason: "asked by phone", idempotencyKey: crypto.randomUUID() }
    const response = await opened.act("portalSessions.create", body)
    return { status: response.status, made: (await response.json()) as { session: string } }
  }

  it("is opened by a link that an operator makes, and the audit log has it", async () => {
    const { made } = await open(customer, { allow: ["receipts"] })
    expect(made).toMatchObject({ session: expect.stringMatching(/^portal_/), url: null })
    // The token lets its bearer act as the customer, so it is answered in the address only.
    expect(JSON.stringify(made)).not.toContain("sessionToken")
    expect(await opened.json(`${opened.data}/customers/${customer}`)).toMatchObject({
      hasPortal: true,
      acts: [{ operation: "portalSessions.create", reason: "asked by phone" }]
    })
    const session = await opened.merchant.portalSessions.retrieve(made.session)
    expect(session).toMatchObject({ customer, allow: ["receipts"], status: "open" })
  })

  it("is of the customer of the page, whatever the request names", async () => {
    const { made } = await open(customer, { customer: "customer_other" })
    const session = await opened.merchant.portalSessions.retrieve(made.session)
    expect(session.customer).toBe(customer)
    expect((await open("customer_none", {})).status).toBe(422)
    expect((await open(customer, { allow: ["all"] })).status).toBe(422)
  })
})
