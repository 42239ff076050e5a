import type { CardToEncrypt } from "@payloom/testkit"
import { describe, expect, it } from "vitest"
import { openShop } from "./testing/openShop.ts"
import { idsOf, type Json, type Reply } from "./testing/shopClient.ts"

const shop = await openShop()
const stranger = await shop.open()

const newCustomer = async (): Promise<string> => String((await shop.post("/customers", {})).json.id)

/** Saves a card for a customer and returns its id. */
const saveFor = async (customer: string, card: CardToEncrypt = "approved"): Promise<string> => {
  const ciphertext = await shop.box.encryptCard(card)
  return (await shop.merchant.cards.save({ ciphertext, customer })).id
}

const detach = (id: string) => shop.send("POST", `/payment_instruments/${id}/detach`, { key: null })

const list = async (query: string): Promise<Reply> => {
  const reply = await shop.get(`/payment_instruments?${query}`)
  expect([query, reply.status]).toEqual([query, 200])
  return reply
}

const unknown = "card_01KA0000000000000000000000"

const expectNotFound = ({ status, error }: Reply) =>
  expect([status, error.code]).toEqual([404, "resource_not_found"])

describe("a payment instrument", () => {
  it("is a customer's card, with its brand, last4, expiry, funding and country", async () => {
    const customer = await newCustomer()
    const ciphertext = await shop.box.encryptCard("approved_germany")
    const metadata = { source: "desk" }
    const { id } = await shop.merchant.cards.save({ ciphertext, customer, metadata })
    const { json } = await shop.get(`/payment_instruments/${id}`)
    expect(json).toEqual({
      object: "payment_instrument",
      id: expect.stringMatching(/^card_[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
      customer,
      type: "card",
      card: {
        brand: "visa",
        last4: "0016",
        exp_month: 12,
        exp_year: 2049,
        funding: "credit",
        fingerprint: expect.any(String),
        country: "DE"
      },
      detached: false,
      metadata,
      created: shop.clock.iso()
    })
  })

  it("reveals nothing that could reconstruct the number, and no vault reference", async () => {
    const { text, json } = await shop.get(
      `/payment_instruments/${await saveFor(await newCustomer())}`
    )
    expect(text).not.toContain("424242")
    expect(text).not.toContain("vault")
    expect(text).not.toMatch(/\d{13}/)
    expect(String((json.card as Json).fingerprint).length).toBeLessThan(40)
  })

  it("has the same fingerprint for the same number, and another in another account", async () => {
    const customer = await newCustomer()
    const fingerprintOf = async (reply: Reply) => (reply.json.card as Json).fingerprint
    const later = { card: "approved", expMonth: 1, expYear: 2050 } as const
    const ids = [await saveFor(customer), await saveFor(customer, later)]
    const [one, other] = await Promise.all(
      ids.map(async (id) => fingerprintOf(await shop.get(`/payment_instruments/${id}`)))
    )
    expect(one).toBe(other)
    const theirs = await stranger.saveCard("approved")
    const foreign = await stranger.get(`/payment_instruments/${theirs}`)
    expect(await fingerprintOf(foreign)).not.toBe(one)
  })

  it("that is unknown or another tenant's is resource_not_found on retrieve and detach", async () => {
    const theirs = await stranger.saveCard("approved")
    for (const id of [unknown, theirs, "17"]) {
      expectNotFound(await shop.get(`/payment_instruments/${id}`))
      expectNotFound(await detach(id))
    }
    expect((await stranger.get(`/payment_instruments/${theirs}`)).json.detached).toBe(false)
  })
})

describe("the list of payment instruments", () => {
  it("requires customer: parameter_missing without it", async () => {
    for (const query of ["", "limit=5"]) {
      const { status, error } = await shop.get(`/payment_instruments?${query}`)
      expect([status, error.code, error.param]).toEqual([422, "parameter_missing", "customer"])
    }
  })

  it("refuses a text that is not a customer id, and is empty for an unknown customer", async () => {
    for (const customer of ["", "17", unknown]) {
      const { status, error } = await shop.get(`/payment_instruments?customer=${customer}`)
      expect([status, error.code, error.param]).toEqual([422, "parameter_invalid", "customer"])
    }
    const reply = await list("customer=customer_01KA0000000000000000000000")
    expect(reply.json).toEqual({ object: "list", data: [], has_more: false, next_cursor: null })
  })

  it("is the customer's own, newest first, including detached ones", async () => {
    const [customer, other] = [await newCustomer(), await newCustomer()]
    const [first, second] = [await saveFor(customer), await saveFor(customer)]
    await saveFor(other)
    await detach(first)
    const { json } = await list(`customer=${customer}`)
    expect(json.data).toEqual([
      (await shop.get(`/payment_instruments/${second}`)).json,
      (await shop.get(`/payment_instruments/${first}`)).json
    ])
  })

  it("has 10 items without a limit, and 100 at most", async () => {
    const customer = await newCustomer()
    const all: Array<string> = []
    for (let n = 0; n < 101; n++) all.unshift(await saveFor(customer))
    expect(idsOf(await list(`customer=${customer}`))).toEqual(all.slice(0, 10))
    expect(idsOf(await list(`customer=${customer}&limit=101`))).toEqual(all.slice(0, 100))
    const { status, error } = await shop.get(`/payment_instruments?customer=${customer}&limit=0`)
    expect([status, error.code, error.param]).toEqual([422, "parameter_invalid", "limit"])
  })

  it("continues after the id of the last item, and has a next_cursor only if has_more", async () => {
    const customer = await newCustomer()
    const all: Array<string> = []
    for (let n = 0; n < 5; n++) all.unshift(await saveFor(customer))
    const first = (await list(`customer=${customer}&limit=2`)).json
    expect([first.has_more, first.next_cursor]).toEqual([true, all[1]])
    const second = (await list(`customer=${customer}&limit=2&starting_after=${all[1]}`)).json
    expect([second.has_more, second.next_cursor]).toEqual([true, all[3]])
    const third = await list(`customer=${customer}&limit=2&starting_after=${all[3]}`)
    expect(idsOf(third)).toEqual([all[4]])
    expect([third.json.has_more, third.json.next_cursor]).toEqual([false, null])
    expect((await list(`customer=${customer}&limit=5`)).json.has_more).toBe(false)
  })

  it("takes any id as a position, without a look-up, and refuses other texts", async () => {
    const customer = await newCustomer()
    const id = await saveFor(customer)
    const last = "card_7ZZZZZZZZZZZZZZZZZZZZZZZZZ"
    expect(idsOf(await list(`customer=${customer}&starting_after=${last}`))).toEqual([id])
    expect(idsOf(await list(`customer=${customer}&starting_after=${unknown}`))).toEqual([])
    for (const cursor of ["", "x", customer]) {
      const { status, error } = await shop.get(
        `/payment_instruments?customer=${customer}&starting_after=${cursor}`
      )
      expect([status, error.param]).toEqual([422, "starting_after"])
    }
  })

  it("does not apply ending_before and expand[]", async () => {
    const customer = await newCustomer()
    await saveFor(customer)
    const plain = await list(`customer=${customer}`)
    for (const query of ["ending_before=x", "expand[]=customer", "ending_before=&expand=y"]) {
      expect((await list(`customer=${customer}&${query}`)).text).toBe(plain.text)
    }
  })
})

describe("detaching", () => {
  it("needs no body and no Idempotency-Key, and answers the instrument, detached", async () => {
    const id = await saveFor(await newCustomer())
    const before = (await shop.get(`/payment_instruments/${id}`)).json
    const { status, json, headers } = await detach(id)
    expect([status, json]).toEqual([200, { ...before, detached: true }])
    expect(headers.has("Idempotent-Replay")).toBe(false)
    expect((await shop.get(`/payment_instruments/${id}`)).json).toEqual(json)
  })

  it("again returns the same instrument unchanged, with any key", async () => {
    const id = await saveFor(await newCustomer())
    const first = await detach(id)
    await shop.clock.advance(1000)
    expect((await detach(id)).text).toBe(first.text)
    for (const key of ["k", "k", "k".repeat(300)]) {
      const again = await shop.post(`/payment_instruments/${id}/detach`, undefined, { key })
      expect([again.status, again.text]).toEqual([200, first.text])
    }
    const replies = await Promise.all([1, 2, 3].map(() => detach(id)))
    expect(replies.map(({ text }) => text)).toEqual([first.text, first.text, first.text])
  })

  it("leaves an instrument that can't be charged: 409 instrument_detached", async () => {
    const id = await saveFor(await newCustomer())
    expect((await shop.pay({ payment_instrument: id })).json.status).toBe("succeeded")
    await detach(id)
    const { status, error } = await shop.pay({ payment_instrument: id })
    expect([status, error.type, error.code]).toEqual([409, "conflict_error", "instrument_detached"])
  })

  it("still allows refunds of earlier charges", async () => {
    const id = await saveFor(await newCustomer())
    const payment = (await shop.pay({ payment_instrument: id })).json.id
    await detach(id)
    expect((await shop.post(`/payments/${payment}/refunds`, {})).status).toBe(200)
    await shop.work()
    expect((await shop.get(`/payments/${payment}`)).json.status).toBe("refunded")
  })

  it("a customer's default clears the default", async () => {
    const customer = await newCustomer()
    const [id, other] = [await saveFor(customer), await saveFor(customer)]
    const asDefault = { default_payment_instrument: id }
    expect((await shop.patch(`/customers/${customer}`, asDefault)).json).toMatchObject(asDefault)
    await detach(other)
    expect((await shop.get(`/customers/${customer}`)).json).toMatchObject(asDefault)
    await detach(id)
    expect((await shop.get(`/customers/${customer}`)).json.default_payment_instrument).toBe(null)
  })
})

describe("a customer's default_payment_instrument", () => {
  const setDefault = (customer: string, id: string | null) =>
    shop.patch(`/customers/${customer}`, { default_payment_instrument: id })

  it("is set and cleared by an update", async () => {
    const customer = await newCustomer()
    const id = await saveFor(customer)
    expect((await setDefault(customer, id)).json.default_payment_instrument).toBe(id)
    expect((await setDefault(customer, null)).json.default_payment_instrument).toBe(null)
  })

  it("must be this customer's own", async () => {
    const [customer, other] = [await newCustomer(), await newCustomer()]
    const { status, error } = await setDefault(customer, await saveFor(other))
    expect([status, error.code, error.param]).toEqual([
      422,
      "parameter_invalid",
      "default_payment_instrument"
    ])
  })

  it("must not be detached", async () => {
    const customer = await newCustomer()
    const id = await saveFor(customer)
    await detach(id)
    const { status, error } = await setDefault(customer, id)
    expect([status, error.code]).toEqual([409, "instrument_detached"])
    expect((await shop.get(`/customers/${customer}`)).json.default_payment_instrument).toBe(null)
  })

  it("must exist, and be an id of the right form", async () => {
    const customer = await newCustomer()
    expectNotFound(await setDefault(customer, unknown))
    expect((await setDefault(customer, "17")).error.code).toBe("parameter_invalid")
  })

  it("is never detached, whether the update or the detach comes first", async () => {
    const customer = await newCustomer()
    for (let round = 0; round < 10; round++) {
      const id = await saveFor(customer)
      const requests = [() => setDefault(customer, id), () => detach(id)]
      await Promise.all((round % 2 === 0 ? requests : requests.toReversed()).map((send) => send()))
      const { json } = await shop.get(`/customers/${customer}`)
      expect(json.default_payment_instrument).not.toBe(id)
    }
  })
})
