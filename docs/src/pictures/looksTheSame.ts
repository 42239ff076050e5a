import type { Browser } from "playwright-core"

/** The largest invisible difference. Browsers paint edges slightly differently each time. */
const unseen = { shades: 8, points: 300 }

/** Returns true if two pictures have the same size and no visible difference. */
export const looksTheSame = async (
  browser: Browser,
  one: Buffer,
  other: Buffer
): Promise<boolean> => {
  if (one.equals(other)) return true
  const page = await browser.newPage()
  const [first, second] = [one, other].map((picture) => `"${picture.toString("base64")}"`)
  const same = await page.evaluate<boolean>(`(async () => {
    const read = async (base64) => {
      const blob = new Blob([Uint8Array.fromBase64(base64)], { type: "image/png" })
      const bitmap = await createImageBitmap(blob)
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")
      context.drawImage(bitmap, 0, 0)
      return context.getImageData(0, 0, bitmap.width, bitmap.height)
    }
    const [one, other] = [await read(${first}), await read(${second})]
    if (one.width !== other.width || one.height !== other.height) return false
    const differences = one.data.map((value, at) => Math.abs(value - other.data[at]))
    return differences.every((difference) => difference <= ${unseen.shades}) &&
      differences.filter((difference) => difference > 0).length <= ${unseen.points}
  })()`)
  await page.close()
  return same
}
