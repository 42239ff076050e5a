import { languageFiles, portalLanguageFiles } from "@payloom/checkout/languages"
import { type Context, Hono } from "hono"
import { accepts } from "hono/accepts"
import { type Asset, encodedText, type SentText } from "./bundle.ts"

const forEver = "public, max-age=31536000, immutable"
/** The address of a language stays the same if its texts change. */
const forAnHour = "public, max-age=3600"

/** Serves languages and the application's bundled files. The path of a file contains its hash. */
export const assetFiles = (assets: () => Promise<object>): Hono =>
  new Hono()
    .get("/assets/:name", async (context) => {
      const all = Object.values<Asset>({ ...(await assets()) })
      const asset = all.find(({ path }) => path === context.req.path)
      return asset === undefined ? context.notFound() : answer(context, asset, forEver)
    })
    .route("/", languagePages())

/** Serves the languages of the payer's page and of the portal, beside their scripts. */
export const languagePages = (): Hono => {
  const sent = new Map<string, Promise<SentText>>()
  return new Hono().get("/assets/languages/:name", async (context) => {
    const name = context.req.param("name")
    const text = textOf(name.replace(/\.ftl$/, ""))
    if (text === undefined) return context.notFound()
    const made = sent.get(name) ?? sentText(text)
    sent.set(name, made)
    return answer(context, await made, forAnHour)
  })
}

/** The names of the portal's files begin with a prefix. */
const textOf = (name: string): string | undefined =>
  name.startsWith("portal-")
    ? portalLanguageFiles.get(name.slice("portal-".length))
    : languageFiles.get(name)

const sentText = async (text: string): Promise<SentText> => ({
  type: "text/plain",
  text,
  encoded: await encodedText(text)
})

const answer = (context: Context, { type, text, encoded }: SentText, kept: string): Response => {
  const names = Object.keys(encoded)
  const encoding = accepts(context, {
    header: "Accept-Encoding",
    supports: names,
    default: "identity",
    // The shortest of the accepted encodings, in any order.
    match: (accepted) =>
      names.find((name) => accepted.some(({ type, q }) => type === name && q > 0)) ?? "identity"
  })
  return context.body(encoded[encoding] ?? text, 200, {
    ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
    Vary: "Accept-Encoding",
    "Content-Type": `${type}; charset=utf-8`,
    "Cache-Control": kept,
    // The card fields' frame has no origin, so its own script is cross-origin.
    "Access-Control-Allow-Origin": "*",
    "X-Content-Type-Options": "nosniff"
  })
}
