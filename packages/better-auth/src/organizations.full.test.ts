import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findCustomer } from "./customers/findCustomer.ts"
import {
  type OpenedAuth,
  type OpenedEngine,
  openAuth,
  openEngine,
  payPage,
  type SignedUp
} from "./testing/openBilling.ts"

let engine: OpenedEngine
let opened: OpenedAuth
beforeAll(async () => {
  engine = await openEngine()
  opened = await openAuth(engine, { billing: { organizations: true } })
})
afterAll(async () => {
  await opened.close()
  await engine.payloom.close()
})

let people = 0
const signUp = () => opened.signUp(`edsger${people++}@shop.example`)

/** Creates an organization of a user, with a member in a role. */
const found = async (owner: SignedUp, member?: SignedUp, role?: "admin" | "member") => {
  const body = { name: "Shop Ltd", slug: `shop-${people++}` }
  const organization = await opened.auth.api.createOrganization({ headers: owner.headers, body })
  const { id } = organization as { readonly id: string }
  if (member !== undefined) {
    const added = { userId: member.id, organizationId: id, role: role ?? "member" } as const
    await opened.auth.api.addMember({ body: added })
  }
  return id
}

const customerOf = (id: string) => findCustomer(engine.shop, { kind: "organization", id })

describe("an organization", () => {
  it("has a subscription that its members see and its admins change", async () => {
    const [owner, admin, member] = [await signUp(), await signUp(), await signUp()]
    const organization = await found(owner, member)
    const body = { userId: admin.id, organizationId: organization, role: "admin" } as const
    await opened.auth.api.addMember({ body })
    const { data } = await admin.client.billing.subscribe({ plan: "team", organization })
    expect(await payPage(engine, data?.url)).toBe("succeeded")
    const query = { organization }
    const access = { grantsAccess: true, plans: ["team"] }
    expect((await member.client.billing.access({ query })).data).toEqual(access)
    expect((await member.client.billing.access()).data?.grantsAccess).toBe(false)
    const refused = await member.client.billing.cancel({ organization })
    expect([refused.error?.status, refused.error?.code]).toEqual([403, "NOT_ALLOWED"])
    const canceled = await owner.client.billing.cancel({ organization })
    expect(canceled.data?.cancelAtPeriodEnd).toBe(true)
    expect(await customerOf(organization)).toMatchObject({ name: "Shop Ltd", email: null })
  })

  it("is hidden from users who are no members", async () => {
    const [owner, stranger] = [await signUp(), await signUp()]
    const organization = await found(owner)
    const { billing } = stranger.client
    const answers = await Promise.all([
      billing.access({ query: { organization } }),
      billing.subscriptions({ query: { organization } }),
      billing.subscribe({ plan: "pro", organization }),
      billing.cancel({ organization }),
      billing.access({ query: { organization: "none" } })
    ])
    expect(answers.map(({ error }) => error?.code)).toEqual(answers.map(() => "NOT_ALLOWED"))
    expect(await customerOf(organization)).toBeNull()
  })

  it("keeps its own subscription apart from the one of its owner", async () => {
    const owner = await signUp()
    const organization = await found(owner)
    const { data: own } = await owner.client.billing.subscribe({ plan: "pro" })
    await payPage(engine, own?.url)
    const { data } = await owner.client.billing.subscriptions()
    const [subscription] = data?.subscriptions ?? []
    const wrong = await owner.client.billing.cancel({
      organization,
      subscription: subscription?.id ?? ""
    })
    expect(wrong.error?.code).toBe("SUBSCRIPTION_NOT_FOUND")
  })

  it("gives its customer its new name, and erases it when it is deleted", async () => {
    const owner = await signUp()
    const organizationId = await found(owner)
    const { data: page } = await owner.client.billing.subscribe({
      plan: "pro",
      organization: organizationId
    })
    await payPage(engine, page?.url)
    const { headers } = owner
    const renamed = { organizationId, data: { name: "Renamed" } }
    await opened.auth.api.updateOrganization({ headers, body: renamed })
    const customer = await customerOf(organizationId)
    expect(customer?.name).toBe("Renamed")
    await opened.auth.api.deleteOrganization({ headers, body: { organizationId } })
    expect(await customerOf(organizationId)).toBeNull()
    const { data } = await engine.shop.subscriptions.list({ customer: customer?.id ?? "" })
    expect(data.map(({ status }) => status)).toEqual(["canceled"])
  })

  it("has no subscriptions unless the options allow it", async () => {
    const without = await openAuth(engine)
    const user = await without.signUp("nobody@shop.example")
    const { error } = await user.client.billing.access({ query: { organization: "any" } })
    expect([error?.status, error?.code]).toEqual([400, "ORGANIZATIONS_DISABLED"])
    await without.close()
  })
})
