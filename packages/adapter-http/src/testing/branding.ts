import type { Merchant } from "@payloom/core"
import type { Shop } from "./openShop.ts"

/** The look of a page, as an update takes it. */
export type Look = Parameters<Merchant["templates"]["update"]>[1]

const dataUrl = (type: string, bytes: Buffer) =>
  `data:image/${type};base64,${bytes.toString("base64")}`

/** Returns a logo with this SVG text. */
export const svgOf = (text: string): string => dataUrl("svg+xml", Buffer.from(text))

export const svg = svgOf("<svg xmlns='http://www.w3.org/2000/svg'/>")
export const png = dataUrl("png", Buffer.from("89504e470d0a1a0a00", "hex"))

/** Publishes a template with this look and returns its id. */
export const publishLook = async ({ merchant }: Shop, look: Look = {}): Promise<string> => {
  const { id } = await merchant.templates.create({ name: "Shop", ...look })
  return (await merchant.templates.publish(id)).id
}
