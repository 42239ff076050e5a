import type { Merchant } from "@payloom/core"
import { sandboxAccounts } from "@payloom/testkit"
import { beforeEach, describe, expect, it } from "vitest"
import { png, publishLook, svg } from "./testing/branding.ts"
import { browserOf, createSession, openCheckoutShop } from "./testing/openCheckout.ts"
import type { Shop } from "./testing/openShop.ts"
import type { Json } from "./testing/shopClient.ts"

let shop: Shop
let templates: Merchant["templates"]
beforeEach(async () => {
  shop = await openCheckoutShop()
  templates = shop.merchant.templates
})

/** Creates a merchant account that takes every method. */
const takeAllMethods = () =>
  shop.merchant.routing.createMid({
    name: "all",
    provider: shop.box.provider.name,
    currencies: ["EUR"],
    methods: ["card", "wallet", "apm"],
    credentials: sandboxAccounts.primary
  })

const session = async (fields: Json) => {
  const created = await createSession(shop, fields)
  return { created, ...browserOf(shop, created) }
}

const seen = async (fields: Json) => (await (await session(fields)).read()).json

const unknown = `template_${"0".repeat(26)}`

describe("a session's template", () => {
  it("is shown to the merchant by its id, wherever the session is", async () => {
    const template = await publishLook(shop)
    const { created } = await session({ template })
    expect(created.template).toBe(template)
    expect((await shop.get(`/checkout_sessions/${created.id}`)).json.template).toBe(template)
    expect((await shop.get("/checkout_sessions")).json.data).toMatchObject([{ template }])
  })

  it("that is unknown is 404, and so is one of another mode", async () => {
    const live = (await shop.open("live", shop.tenant)).merchant.templates
    const foreign = (await live.create({ name: "Live" })).id
    await live.publish(foreign)
    for (const template of [unknown, foreign]) {
      const { status, error } = await shop.post("/v1/checkout_sessions", { template })
      expect([status, error.code]).toEqual([404, "resource_not_found"])
    }
  })

  it("that was never published is refused", async () => {
    const { id: template } = await templates.create({ name: "Draft" })
    const refused = await shop.post("/v1/checkout_sessions", { template })
    expect([refused.status, refused.error.code, refused.error.param]).toEqual([
      422,
      "parameter_invalid",
      "template"
    ])
    await templates.publish(template)
    expect((await shop.post("/v1/checkout_sessions", { template })).status).toBe(200)
  })

  it("that is not an id is refused, and the field is named", async () => {
    const { status, error } = await shop.post("/v1/checkout_sessions", { template: "mine" })
    expect([status, error.code, error.param]).toEqual([422, "parameter_invalid", "template"])
  })

  it("is shown to the payer completely", async () => {
    const template = await publishLook(shop, {
      logo: { light: png, dark: svg },
      palette: { Primary: "#111", Accent: "#222222", Surface: "#333" },
      css: " .pay { color : red } ",
      labels: { pay: "Pay now" },
      layout: {
        blocks: ["methods", "header"],
        hidden: ["footer"],
        gap: 8,
        measure: 400,
        boxes: { summary: "outlined" },
        summary: "leading"
      },
      themeMode: "auto",
      attribution: "hidden",
      methods: { order: ["apm"], hidden: ["wallet"] },
      methodMarks: { card: ["amex"], apm: ["sepa"] }
    })
    expect(await seen({ template })).toMatchObject({
      merchant_logo: { light: png, dark: svg },
      merchant_palette: { Primary: "#111", Accent: "#222222", Surface: "#333" },
      merchant_css: ".pay{color:red}",
      method_marks: { card: ["amex"], wallet: [], apm: ["sepa"] },
      template_config: {
        theme_mode: "auto",
        methods: { order: ["apm", "card", "wallet"], hidden: ["wallet"] },
        attribution: "hidden",
        labels: { pay: "Pay now" },
        layout: {
          blocks: ["methods", "header", "summary", "footer"],
          hidden: ["footer"],
          gap: 8,
          measure: 400,
          boxes: { summary: "outlined" },
          summary: "leading"
        }
      },
      template
    })
  })

  it("is the last published version when the payer reads it, never a draft", async () => {
    const template = await publishLook(shop, { themeMode: "dark" })
    const { read } = await session({ template })
    const themeMode = async () =>
      ((await read()).json.template_config as { theme_mode: string }).theme_mode
    await templates.update(template, { themeMode: "auto" })
    expect(await themeMode()).toBe("dark")
    await templates.publish(template)
    expect(await themeMode()).toBe("auto")
  })

  it("has its texts in the payer's language, the closest first, key by key", async () => {
    const template = await publishLook(shop, {
      labels: { pay: "Pay", back: "Back", help: "Help" },
      labelsByLocale: {
        "de-AT": { pay: "Begleichen" },
        de: { pay: "Zahlen", back: "Zurück" },
        "de-A": { help: "?" },
        fr: { pay: "Payer" }
      }
    })
    const labels = async (locale?: string) => {
      const view = await seen({ template, ...(locale === undefined ? {} : { locale }) })
      return (view.template_config as Json).labels
    }
    const usual = { pay: "Pay", back: "Back", help: "Help" }
    expect(await labels()).toEqual(usual)
    expect(await labels("den")).toEqual(usual)
    expect(await labels("fr-CA")).toEqual({ ...usual, pay: "Payer" })
    expect(await labels("DE-CH")).toEqual({ pay: "Zahlen", back: "Zurück", help: "Help" })
    expect(await labels("de-at")).toEqual({ pay: "Begleichen", back: "Zurück", help: "Help" })
  })
})

describe("the look of a session by its id", () => {
  const usual = {
    themeMode: "auto",
    palette: { Primary: "#1f2937", Accent: "#2563eb", Surface: "#ffffff" },
    logo: { light: "", dark: "" },
    layout: { gap: 24, measure: 480 }
  }
  const lookOf = (id: unknown) => shop.merchant.checkout.look(String(id))

  it("is the published one, without the items and amounts of the session", async () => {
    const palette = { Primary: "#111111", Accent: "#222222", Surface: "#333333" }
    const published = { themeMode: "dark", palette, layout: { measure: 400 } } as const
    const template = await publishLook(shop, { ...published, logo: { light: png } })
    const { created } = await session({ template })
    await templates.update(template, { themeMode: "light" })
    expect(await lookOf(created.id)).toEqual({
      themeMode: "dark",
      palette,
      logo: { light: png, dark: "" },
      layout: { gap: 24, measure: 400 }
    })
  })

  it("is the usual one for a session without a template, of another shop, or unknown", async () => {
    const template = await publishLook(shop, { themeMode: "dark" })
    const { created } = await session({ template })
    const other = await shop.open("live", shop.tenant)
    expect(await lookOf((await session({})).created.id)).toEqual(usual)
    expect(await other.merchant.checkout.look(String(created.id))).toEqual(usual)
    for (const id of [`checkout_${"0".repeat(26)}`, "any", ""]) {
      expect(await lookOf(id)).toEqual(usual)
    }
  })
})

describe("the methods of a template", () => {
  const methodsOf = async (fields: Json) => {
    const { created, read, pay } = await session(fields)
    const view = (await read()).json
    expect(view.available_methods).toEqual(created.available_methods)
    return { available: created.available_methods, pay }
  }

  it("are offered in its order, followed by those that it doesn't name", async () => {
    await takeAllMethods()
    const template = await publishLook(shop, { methods: { order: ["apm", "card"] } })
    expect((await methodsOf({ template })).available).toEqual(["apm", "card", "wallet"])
    expect((await methodsOf({})).available).toEqual(["card", "wallet", "apm"])
  })

  it("can't add a method that is not allowed, or that no account takes", async () => {
    const template = await publishLook(shop, { methods: { order: ["apm", "wallet", "card"] } })
    expect((await methodsOf({ template })).available).toEqual(["card"])
    await takeAllMethods()
    const restricted = { template, allowed_methods: ["card", "wallet"] }
    expect((await methodsOf(restricted)).available).toEqual(["wallet", "card"])
  })

  it("that are hidden are neither available nor accepted", async () => {
    await takeAllMethods()
    const template = await publishLook(shop, { methods: { hidden: ["card"] } })
    const { available, pay } = await methodsOf({ template })
    expect(available).toEqual(["wallet", "apm"])
    const { status, error } = await pay("approved")
    expect([status, error.code, error.param]).toEqual([422, "parameter_invalid", "method"])
  })

  it("are those of the session's market, and a market without a configuration inherits", async () => {
    await takeAllMethods()
    const template = await publishLook(shop, {
      methods: {
        order: ["card", "wallet", "apm"],
        hidden: ["apm"],
        markets: {
          DE: { order: ["apm", "wallet"], hidden: [] },
          NL: { order: ["wallet"] },
          FR: { hidden: ["wallet"] },
          IT: {}
        }
      }
    })
    const inMarket = async (country?: string) =>
      (await methodsOf({ template, ...(country === undefined ? {} : { country }) })).available
    expect(await inMarket()).toEqual(["card", "wallet"])
    expect(await inMarket("US")).toEqual(["card", "wallet"])
    expect(await inMarket("IT")).toEqual(["card", "wallet"])
    expect(await inMarket("de")).toEqual(["apm", "wallet", "card"])
    expect(await inMarket("NL")).toEqual(["wallet", "card"])
    expect(await inMarket("FR")).toEqual(["card", "apm"])
  })

  it("follow what is published while the session is open", async () => {
    await takeAllMethods()
    const template = await publishLook(shop)
    const { created, read, pay } = await session({ template })
    await templates.update(template, { methods: { order: ["apm"], hidden: ["card"] } })
    expect((await read()).json.available_methods).toEqual(["card", "wallet", "apm"])
    await templates.publish(template)
    expect((await read()).json.available_methods).toEqual(["apm", "wallet"])
    const listed = await shop.get(`/checkout_sessions/${created.id}`)
    expect(listed.json.available_methods).toEqual(["apm", "wallet"])
    expect((await pay("approved")).status).toBe(422)
  })
})
