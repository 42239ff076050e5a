import { payloomClient } from "@payloom/better-auth/client"
import { freePort } from "@payloom/example-kit/freePort"
import { confirmSession } from "@payloom/example-kit/testing/confirmSession"
import { temporaryFolder } from "@payloom/example-kit/testing/temporaryFolder"
import { createAuthClient } from "better-auth/client"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startClub } from "./startClub.ts"

describe("a club with better-auth and Payloom", () => {
  const { folder, remove } = temporaryFolder()
  let club: Awaited<ReturnType<typeof startClub>>
  beforeAll(async () => {
    club = await startClub({ port: await freePort("127.0.0.1"), folder })
  })
  afterAll(async () => {
    await club.close()
    remove()
  })

  const fetchPage = async (path: string, cookie = "") => {
    const response = await fetch(club.url + path, { redirect: "manual", headers: { cookie } })
    return { status: response.status, text: await response.text() }
  }

  const signUp = async (email: string) => {
    const response = await fetch(`${club.url}/api/auth/sign-up/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: club.url },
      body: JSON.stringify({ name: "Ada", email, password: "a long password" })
    })
    const cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? ""
    const auth = createAuthClient({
      baseURL: club.url,
      plugins: [payloomClient<"reader">()],
      disableDefaultFetchPlugins: true,
      fetchOptions: { headers: { cookie, origin: club.url } }
    })
    return { cookie, auth }
  }

  /** Pays the hosted page of an address, as the page's script does. */
  const pay = async (address: string | undefined) => {
    const given = new URLSearchParams(new URL(address ?? "").hash.slice(1))
    const payer = {
      api: `${club.url}/payloom`,
      publishableKey: given.get("key") ?? "",
      sessionToken: given.get("token") ?? ""
    }
    return confirmSession(payer, await club.box.encryptCard("approved"))
  }

  it("shows the price to visitors, and sends them home from the members' page", async () => {
    expect((await fetchPage("/")).text).toContain("Reader: €9.00 a month")
    expect((await fetchPage("/members")).status).toBe(302)
  })

  it("opens the members' page to a user who has subscribed on the hosted page", async () => {
    const { cookie, auth } = await signUp("ada@club.example")
    expect((await fetchPage("/members", cookie)).status).toBe(402)
    const { data } = await auth.billing.subscribe({ plan: "reader" })
    expect(data?.url).toContain(`${club.url}/pay/checkout_`)
    expect((await fetchPage(new URL(data?.url ?? "").pathname)).text).toContain("Test cards")
    expect((await pay(data?.url)).json.status).toBe("succeeded")
    const members = await fetchPage("/members", cookie)
    expect([members.status, members.text.includes("Walden")]).toEqual([200, true])
    expect((await auth.billing.cancel({})).data?.cancelAtPeriodEnd).toBe(true)
    expect((await fetchPage("/members", cookie)).status).toBe(200)
  })

  it("keeps its plan and its users when it starts again", async () => {
    const { cookie } = await signUp("grace@club.example")
    const port = Number(new URL(club.url).port)
    await club.close()
    club = await startClub({ port, folder })
    expect((await fetchPage("/", cookie)).text).toContain("Hello, Ada.")
    expect((await club.merchant.plans.list()).data).toHaveLength(1)
  })

  it("erases the customer of a user who deletes their account", async () => {
    const { cookie, auth } = await signUp("edsger@club.example")
    const { data } = await auth.billing.subscribe({ plan: "reader" })
    await pay(data?.url)
    expect((await auth.deleteUser({ password: "a long password" })).error).toBeNull()
    expect((await fetchPage("/members", cookie)).status).toBe(302)
    const { data: left } = await club.merchant.customers.list({ email: "edsger@club.example" })
    expect(left).toEqual([])
  })
})
