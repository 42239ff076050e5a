import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import { describe, expect, it } from "vitest"
import { hostedPage } from "./testing/hostedPage.ts"
import { accessibilityProblems, openPayer, type Payer } from "./testing/payer.ts"

const monthly = { unit: "month", count: 1 }
const yearly = { unit: "year", count: 1 }

const plans = {
  monthly: { interval: monthly },
  "free to try": { interval: monthly, trial: { days: 14, amount: "0" } },
  "tried for money": {
    interval: monthly,
    trial: { days: 14, amount: "100" },
    setup_fee: "500"
  },
  "for three years": { interval: yearly, end_after_cycles: 3 }
} as const

/** The page's texts for a plan of 9.00 EUR. `DATE` is the date of the first later charge. */
const pages: ReadonlyArray<readonly [keyof typeof plans, string, ReadonlyArray<string>, string]> = [
  [
    "monthly",
    "en",
    ["€9.00", "due today", "Then €9.00 every month, from DATE."],
    "Subscribe and pay €9.00"
  ],
  [
    "free to try",
    "en",
    ["€0.00", "due today", "14 days free, then €9.00 every month, from DATE."],
    "Start trial, then pay €9.00"
  ],
  [
    "tried for money",
    "en",
    [
      "€6.00",
      "due today, of which €5.00 is a one-time setup fee",
      "14 days for €1.00, then €9.00 every month, from DATE."
    ],
    "Subscribe and pay €6.00"
  ],
  [
    "for three years",
    "en",
    [
      "€9.00",
      "due today",
      "Then €9.00 every year, from DATE.",
      "Ends by itself after 3 payments of €9.00 each."
    ],
    "Subscribe and pay €9.00"
  ],
  [
    "monthly",
    "de",
    ["9,00 €", "heute fällig", "Danach jeden Monat 9,00 €, ab dem DATE."],
    "Abonnieren und 9,00 € bezahlen"
  ],
  [
    "free to try",
    "de",
    ["0,00 €", "heute fällig", "14 Tage kostenlos, danach jeden Monat 9,00 €, ab dem DATE."],
    "Testphase starten, danach 9,00 € bezahlen"
  ],
  [
    "tried for money",
    "de",
    [
      "6,00 €",
      "heute fällig, davon 5,00 € einmalige Einrichtungsgebühr",
      "14 Tage für 1,00 €, danach jeden Monat 9,00 €, ab dem DATE."
    ],
    "Abonnieren und 6,00 € bezahlen"
  ],
  [
    "for three years",
    "de",
    [
      "9,00 €",
      "heute fällig",
      "Danach jedes Jahr 9,00 €, ab dem DATE.",
      "Endet von selbst nach 3 Zahlungen von je 9,00 €."
    ],
    "Abonnieren und 9,00 € bezahlen"
  ],
  [
    "monthly",
    "ja",
    ["€9.00", "本日のお支払い", "その後はDATEから€9.00（毎月）。"],
    "定期購入して€9.00を支払う"
  ],
  [
    "free to try",
    "ja",
    ["€0.00", "本日のお支払い", "14日間無料、その後はDATEから€9.00（毎月）。"],
    "お試しを開始し、その後€9.00を支払う"
  ],
  [
    "tried for money",
    "ja",
    [
      "€6.00",
      "本日のお支払い（うち初期費用€5.00、初回のみ）",
      "14日間€1.00、その後はDATEから€9.00（毎月）。"
    ],
    "定期購入して€6.00を支払う"
  ],
  [
    "for three years",
    "ja",
    [
      "€9.00",
      "本日のお支払い",
      "その後はDATEから€9.00（毎年）。",
      "€9.00のお支払い3回で自動的に終了します。"
    ],
    "定期購入して€9.00を支払う"
  ]
]

/** Returns the lines of the summary, or the button, as people read them. */
const readIn = async ({ page }: Payer, selector: string): Promise<ReadonlyArray<string>> => {
  await page.locator(selector).first().waitFor()
  const texts = await page.locator(selector).allTextContents()
  return texts.map((text) => text.replaceAll(/\s+/g, " ").trim())
}

describe.skipIf(chromiumPath === null)("the page of a subscription", () => {
  const { browser, server, witness } = hostedPage()

  /**
   * Opens a session for a plan. Returns the hosted page's address, and a function that reads the
   * session.
   */
  const offer = async (name: keyof typeof plans, locale: string) => {
    const { post, printed } = server()
    const plan = await post("/plans", {
      name: "Coffee club",
      amount: "900",
      currency: "EUR",
      ...plans[name]
    })
    const { json } = await post("/v1/checkout_sessions", {
      mode: "subscription",
      plan: plan.json.id,
      locale,
      publishable_key: printed.publishable_key
    })
    return { id: String(json.id), address: String(json.url) }
  }

  /** Returns the date of a session's first later charge, as the payer sees it. */
  const dueDate = async (address: string, locale: string): Promise<string> => {
    const given = new URLSearchParams(new URL(address).hash.slice(1))
    const session = await fetch(`${server().printed.url}/session`, {
      headers: {
        Authorization: `Bearer ${given.get("key")}`,
        "Session-Token": given.get("token") ?? ""
      }
    })
    const { renewal } = await session.json()
    const written = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" })
    return written.format(new Date(renewal.due_at))
  }

  it.each(pages)("that is %s shows its terms in %s", async (name, locale, lines, button) => {
    const { address } = await offer(name, locale)
    const payer = await openPayer(browser(), address, witness)
    const date = await dueDate(address, locale)
    expect(await readIn(payer, ".summary p")).toEqual(
      lines.map((line) => line.replace("DATE", date))
    )
    expect(await readIn(payer, ".button")).toEqual([button])
    expect(await accessibilityProblems(payer)).toEqual([])
  })

  it.each([
    ["monthly", "Payment successful", "active"],
    ["free to try", "Your subscription has begun", "trialing"],
    ["tried for money", "Payment successful", "trialing"]
  ] as const)("that is %s ends with the message: %s", async (name, message, status) => {
    const { id, address } = await offer(name, "en")
    const payer = await openPayer(browser(), address, witness)
    await payer.type("approved")
    await payer.press()
    await payer.reads(message)
    const { get } = server()
    const session = (await get(`/v1/checkout_sessions/${id}`)).json
    expect(session).toMatchObject({ status: "succeeded", mode: "subscription" })
    const subscription = (await get(`/subscriptions/${session.subscription}`)).json
    expect(subscription).toMatchObject({ status, amount: "900", customer: session.customer })
  })

  it("shows the terms beside the ways to pay in a wide window, and above them on a phone", async () => {
    const { address } = await offer("tried for money", "de")
    const wide = await openPayer(browser(), address, witness, {
      viewport: { width: 1100, height: 700 }
    })
    await wide.reads("heute fällig")
    const boxOf = ({ page }: Payer, name: string) => page.locator(name).boundingBox()
    const [summary, methods] = [await boxOf(wide, ".summary"), await boxOf(wide, ".methods")]
    expect(summary?.x).toBeGreaterThan((methods?.x ?? 0) + (methods?.width ?? 0) - 1)
    const phone = await openPayer(browser(), address, witness, {
      viewport: { width: 320, height: 640 },
      isMobile: true
    })
    await phone.reads("heute fällig")
    expect((await boxOf(phone, ".summary"))?.y).toBeLessThan(
      (await boxOf(phone, ".methods"))?.y ?? 0
    )
    const fields = await boxOf(phone, "payloom-card-fields")
    expect((fields?.y ?? 640) + (fields?.height ?? 0)).toBeLessThan(640)
    expect(await phone.page.evaluate("document.documentElement.scrollWidth")).toBe(320)
    expect(await accessibilityProblems(phone)).toEqual([])
  })
})
