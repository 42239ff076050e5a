import { type Merchant, TemplateCollection } from "@payloom/core"
import { Effect } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { type Look, png, publishLook, svg, svgOf } from "./testing/branding.ts"
import { openCheckoutShop } from "./testing/openCheckout.ts"
import type { Shop } from "./testing/openShop.ts"

let shop: Shop
let templates: Merchant["templates"]
beforeEach(async () => {
  shop = await openCheckoutShop()
  templates = shop.merchant.templates
})

describe("a branding template", () => {
  it("is created as a draft with the usual look, except for the given fields", async () => {
    const made = await templates.create({ name: "Shop", palette: { Accent: "#F00" } })
    expect(made).toMatchObject({
      name: "Shop",
      draft: {
        palette: { Primary: "#1f2937", Accent: "#F00", Surface: "#ffffff" },
        themeMode: "light"
      },
      published: null,
      publishedAt: null,
      created: shop.clock.now()
    })
    expect(made.id).toMatch(/^template_[0-9A-Z]{26}$/)
    expect(await templates.retrieve(made.id)).toEqual(made)
  })

  it("changes given fields: objects field by field, lists and texts as a whole", async () => {
    const { id } = await templates.create({
      name: "Shop",
      labels: { pay: "Pay", cancel: "Back" },
      layout: { gap: 8, blocks: ["methods"] }
    })
    const changed = await templates.update(id, {
      labels: { pay: "Buy" },
      layout: { summary: "leading", blocks: ["footer"] },
      methods: { hidden: ["apm"] }
    })
    expect(changed.name).toBe("Shop")
    expect(changed.draft).toMatchObject({
      layout: { gap: 8, measure: 480, summary: "leading", blocks: ["footer"] },
      methods: { order: ["card", "wallet", "apm"], hidden: ["apm"] }
    })
    expect(changed.draft.labels).toEqual({ pay: "Buy" })
    expect((await templates.update(id, { name: "Other" })).draft).toEqual(changed.draft)
  })

  it("is published as its draft is then, with the time", async () => {
    const { id, draft } = await templates.create({ name: "Shop", themeMode: "dark" })
    await shop.clock.advance(5000)
    expect(await templates.publish(id)).toMatchObject({
      draft,
      published: draft,
      publishedAt: shop.clock.now()
    })
    expect((await templates.update(id, { themeMode: "auto" })).published).toEqual(draft)
  })

  it("loses no change when two are made at the same time", async () => {
    const { id } = await templates.create({ name: "Shop" })
    await Promise.all([
      templates.update(id, { themeMode: "dark" }),
      templates.update(id, { attribution: "hidden" }),
      templates.update(id, { layout: { gap: 0 } })
    ])
    expect((await templates.retrieve(id)).draft).toMatchObject({
      themeMode: "dark",
      attribution: "hidden",
      layout: { gap: 0 }
    })
  })

  it("is listed newest first, ten at a time by default", async () => {
    const ids: Array<string> = []
    for (let n = 0; n < 11; n++) ids.unshift((await templates.create({ name: `${n}` })).id)
    const first = await templates.list()
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 10))
    expect(first).toMatchObject({ object: "list", hasMore: true, nextCursor: ids[9] })
    const rest = await templates.list({ startingAfter: ids[9] ?? "" })
    expect(rest).toMatchObject({ data: [{ id: ids[10] }], hasMore: false, nextCursor: null })
    expect((await templates.list({ limit: 500 })).data).toHaveLength(11)
  })

  it("belongs to its own account and mode", async () => {
    const { id } = await templates.create({ name: "Shop" })
    const live = (await shop.open("live", shop.tenant)).merchant.templates
    const other = (await shop.open()).merchant.templates
    for (const { retrieve, update, publish, list } of [live, other]) {
      for (const refused of [retrieve(id), update(id, {}), publish(id)]) {
        await expect(refused).rejects.toMatchObject({
          _tag: "ResourceNotFound",
          object: "template"
        })
      }
      expect((await list()).data).toEqual([])
    }
  })

  it("is stored by the rules of its own schema", async () => {
    const id = await publishLook(shop, {
      logo: { light: png, dark: svg },
      css: ".a{color:red}.b{gap:0"
    })
    const scope = { tenant: shop.tenant, mode: shop.mode }
    const row = await Effect.runPromise(shop.storage.get(scope, TemplateCollection, id))
    expect(row).toMatchObject({
      value: { row: { published: { css: ".a{color:red}\n.b{gap:0}" } } }
    })
    expect(TemplateCollection.conforms(await templates.retrieve(id))).toBe(true)
  })

  it.each<[string, Look, string]>([
    ["a name too long", { name: "x".repeat(256) }, "name"],
    ["an address as logo", { logo: { light: "https://cdn.example/logo.png" } }, "logo.light"],
    ["another type of image", { logo: { dark: png.replace("png", "gif") } }, "logo.dark"],
    ["a page as image", { logo: { dark: svg.replace("svg+xml", "html") } }, "logo.dark"],
    ["no PNG", { logo: { light: "data:image/png;base64,AAAA" } }, "logo.light"],
    ["no SVG", { logo: { light: svgOf("<html>") } }, "logo.light"],
    ["no base64", { logo: { light: "data:image/svg+xml;base64,<svg >" } }, "logo.light"],
    ["over 32 KiB", { logo: { light: svgOf(`<svg >${" ".repeat(32_768)}`) } }, "logo.light"],
    ["a colour by name", { palette: { Primary: "red" } }, "palette.Primary"],
    ["a colour with more to it", { palette: { Accent: "#fff;x:y" } }, "palette.Accent"],
    ["css too long", { css: "/**/".repeat(4097) }, "css"],
    ["css of other than paint", { css: ".a{position:fixed}" }, "css"],
    ["a label's odd name", { labels: { "Pay now": "x" } }, "labels"],
    ["a label too long", { labels: { pay: "x".repeat(201) } }, "labels.pay"],
    ["labels for no locale", { labelsByLocale: { "not a tag": {} } }, "labelsByLocale"],
    ["a block twice", { layout: { blocks: ["header", "header"] } }, "layout.blocks"],
    [
      "a page that hides what is paid",
      { layout: { hidden: ["summary" as "header"] } },
      "layout.hidden.0"
    ],
    ["a gap below 0", { layout: { gap: -1 } }, "layout.gap"],
    ["a measure too wide", { layout: { measure: 961 } }, "layout.measure"],
    ["no method left", { methods: { hidden: ["card", "wallet", "apm"] } }, "methods.hidden"],
    ["a country in small letters", { methods: { markets: { de: {} } } }, "methods.markets"],
    [
      "no method left in a market",
      { methods: { markets: { DE: { hidden: ["card", "wallet", "apm"] } } } },
      "methods.markets.DE.hidden"
    ],
    ["a mark's odd name", { methodMarks: { card: ["<b>"] } }, "methodMarks.card.0"]
  ])("refuses %s, and names the field", async (_, look, param) => {
    const refusal = { _tag: "InvalidInput", code: "parameter_invalid", param }
    await expect(templates.create({ name: "Shop", ...look })).rejects.toMatchObject(refusal)
    const { id, draft } = await templates.create({ name: "Shop" })
    await expect(templates.update(id, look)).rejects.toMatchObject(refusal)
    expect((await templates.retrieve(id)).draft).toEqual(draft)
  })

  it("refuses a card number in its texts", async () => {
    await expect(
      templates.create({ name: "Shop", labels: { pay: "4242424242424242" } })
    ).rejects.toMatchObject({ code: "card_number_not_allowed", param: "labels.pay" })
  })
})
