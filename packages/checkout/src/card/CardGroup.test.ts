import { describe, expect, it } from "vitest"
import type { CardField } from "./CardField.ts"
import { CardGroup, type CardGroupMember } from "./CardGroup.ts"

/** The element of one field, which records the calls of its group. `place` is its position. */
const elementOf = (field: CardField, place = 0) => {
  const told: Array<string> = []
  const ports: Array<MessagePort> = []
  const member: CardGroupMember = {
    field,
    connect: (to, port) => {
      told.push(`connect ${to}`)
      ports.push(port)
    },
    ask: (request) => told.push(`ask ${request}`),
    renew: () => told.push("renew"),
    focus: () => told.push("focus"),
    showDecline: (code) => told.push(`show ${code}`),
    at: at(place)
  }
  return { member, told, ports }
}

/** A node at this position of a document. */
const at = (place: number) => ({
  place,
  compareDocumentPosition: (other: unknown) => ((other as { place: number }).place > place ? 4 : 2)
})

const groupOf = (...fields: ReadonlyArray<CardField>) => {
  const group = new CardGroup()
  const elements = fields.map(elementOf)
  for (const { member } of elements) group.join(member)
  return { group, elements }
}

const whole = ["number", "expiry", "securityCode"] as const

describe("the fields of one card on a page", () => {
  it("are connected to the number's frame, in any order in which the frames load", () => {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2]
    ]) {
      const { group, elements } = groupOf(...whole)
      for (const index of order) group.opened(elements[index]?.member ?? fail())
      const [number, expiry, securityCode] = elements.map(({ told }) => told.toSorted())
      expect(number).toEqual(["connect expiry", "connect securityCode"])
      expect(expiry).toEqual(["connect number"])
      expect(securityCode).toEqual(["connect number"])
    }
  })

  it("get the two ends of a port, and each end once", () => {
    const { group, elements } = groupOf(...whole)
    for (const { member } of elements) group.opened(member)
    const ports = elements.flatMap((element) => element.ports)
    expect([ports.length, new Set(ports).size]).toEqual([4, 4])
  })

  it("encrypt once all three frames are loaded, and at once after that", async () => {
    const { group, elements } = groupOf(...whole)
    const [number, expiry, securityCode] = elements
    const first = group.encrypt()
    for (const element of [number, expiry]) group.opened(element?.member ?? fail())
    expect(number?.told).not.toContain("ask 1")
    group.opened(securityCode?.member ?? fail())
    const second = group.encrypt()
    expect(number?.told.slice(-2)).toEqual(["ask 1", "ask 2"])
    group.answered(2, "two", null)
    group.answered(1, "one", null)
    expect(await Promise.all([first, second])).toEqual(["one", "two"])
  })

  it("focus the first wrong field", async () => {
    const { group, elements } = groupOf(...whole)
    for (const { member } of elements) group.opened(member)
    const encrypted = group.encrypt()
    group.answered(1, null, "expiry")
    group.answered(1, null, "number")
    expect(await encrypted).toBeNull()
    expect(elements.map(({ told }) => told.includes("focus"))).toEqual([false, true, false])
  })

  it("are connected again if one is removed and put back", () => {
    const { group, elements } = groupOf(...whole)
    const [number, expiry, securityCode] = elements
    for (const { member } of elements) group.opened(member)
    void group.encrypt()
    group.leave(expiry?.member ?? fail())
    void group.encrypt()
    expect(number?.told).not.toContain("ask 2")
    const again = elementOf("expiry")
    group.join(again.member)
    group.opened(again.member)
    expect(again.told).toEqual(["connect number"])
    expect(number?.told.slice(-3)).toEqual(["connect expiry", "ask 1", "ask 2"])
    expect(securityCode?.told).toEqual(["connect number"])
  })

  it("are emptied if the number's frame is another, because a frame takes no second port", () => {
    const { group, elements } = groupOf(...whole)
    const [number, ...others] = elements
    for (const { member } of elements) group.opened(member)
    group.leave(number?.member ?? fail())
    const again = elementOf("number")
    group.join(again.member)
    group.opened(again.member)
    expect(others.map(({ told }) => told)).toEqual([
      ["connect number", "renew"],
      ["connect number", "renew"]
    ])
    expect(again.told).toEqual([])
    for (const { member } of others) {
      group.closed(member)
      group.opened(member)
    }
    expect(again.told).toEqual(["connect expiry", "connect securityCode"])
  })

  it("can't be encrypted while one field is there twice", async () => {
    const { group, elements } = groupOf(...whole, "expiry")
    const [number, expiry] = elements
    for (const { member } of elements) group.opened(member)
    await expect(group.encrypt()).rejects.toThrow("Two fields of one group are for the expiry.")
    expect(number?.told).toEqual(["connect securityCode"])
    group.leave(expiry?.member ?? fail())
    void group.encrypt()
    expect(number?.told.slice(1)).toEqual(["connect expiry", "ask 1"])
  })

  it("report the progress of each field and of the card", () => {
    const { group, elements } = groupOf(...whole)
    const [number, expiry, securityCode] = elements.map(({ member }) => member)
    if (!number || !expiry || !securityCode) return fail()
    for (const member of [number, expiry, securityCode]) group.opened(member)
    group.changed(number, { brand: "visa", isComplete: true })
    group.changed(securityCode, { brand: "visa", isComplete: true })
    const fields = { number: true, expiry: false, securityCode: true }
    expect(group.progress).toEqual({ brand: "visa", isComplete: false, fields })
    group.changed(expiry, { brand: "unknown", isComplete: true })
    expect(group.progress).toMatchObject({ brand: "visa", isComplete: true })
    group.opened(number)
    expect(group.progress).toMatchObject({ brand: "unknown", isComplete: false })
  })

  it("lead on from a filled field to the next incomplete one in the document", () => {
    const { group, elements } = groupOf("securityCode", "number", "expiry")
    const [code, number, expiry] = elements
    if (!code || !number || !expiry) return fail()
    for (const { member } of elements) group.opened(member)
    const focused = () => elements.map(({ told }) => told.filter((what) => what === "focus").length)
    group.filled(number.member)
    expect(focused()).toEqual([0, 0, 1])
    group.filled(expiry.member)
    expect(focused()).toEqual([0, 0, 1])
    group.changed(number.member, { brand: "visa", isComplete: true })
    group.filled(code.member)
    expect(focused()).toEqual([0, 0, 2])
    group.changed(number.member, { brand: "visa", isComplete: false })
    group.filled(code.member)
    expect(focused()).toEqual([0, 1, 2])
    for (const { member } of [number, expiry]) {
      group.changed(member, { brand: "visa", isComplete: true })
    }
    group.filled(code.member)
    expect(focused()).toEqual([0, 1, 2])
  })

  it("lead back from an empty field to the one before it in the document", () => {
    const { group, elements } = groupOf("securityCode", "number", "expiry")
    const [code, number, expiry] = elements
    if (!code || !number || !expiry) return fail()
    for (const { member } of elements) group.opened(member)
    group.changed(number.member, { brand: "visa", isComplete: true })
    for (const { member } of [expiry, number, code]) group.wentBack(member)
    expect(elements.map(({ told }) => told.filter((what) => what === "focus").length)).toEqual([
      1, 1, 0
    ])
  })

  it("reject an encryption while a frame can't be loaded", async () => {
    const { group, elements } = groupOf(...whole)
    const [number, expiry, securityCode] = elements
    if (!number || !expiry || !securityCode) return fail()
    for (const { member } of [number, securityCode]) group.opened(member)
    const waiting = group.encrypt()
    group.failed(expiry.member)
    await expect(waiting).rejects.toThrow("can't be loaded")
    await expect(group.encrypt()).rejects.toThrow("can't be loaded")
    group.renewFailed()
    expect(expiry.told).toEqual(["renew"])
    expect(securityCode.told).not.toContain("renew")
    group.closed(expiry.member)
    group.opened(expiry.member)
    void group.encrypt()
    expect(number.told.at(-1)).toBe("ask 2")
  })

  it("show a decline at the field that it is about, if they hold a card", () => {
    const { group, elements } = groupOf(...whole)
    for (const { member } of elements) group.opened(member)
    expect(group.showDecline("incorrect_cvc")).toBe(false)
    for (const { member } of elements) group.changed(member, { brand: "visa", isComplete: true })
    expect(group.showDecline("insufficient_funds")).toBe(false)
    for (const code of ["incorrect_cvc", "expired_card", "invalid_card"]) {
      expect(group.showDecline(code)).toBe(true)
    }
    expect(elements.map(({ told }) => told.slice(told.indexOf("focus")))).toEqual([
      ["focus", "show invalid_card"],
      ["focus", "show expired_card"],
      ["focus", "show incorrect_cvc"]
    ])
  })
})

const fail = (): never => {
  throw new Error("There is no such element.")
}
