import type { Locator, Page } from "playwright-core"
import { fixTexts } from "./fixedTexts.ts"

/** A page that is ready for its picture, and the part to take. */
export interface Shot {
  readonly page: Page
  /** The last element in the picture. Without it, the picture has the page's whole column. */
  readonly through?: Locator
  /** True to take the whole window: of a phone, whose pages fill it. */
  readonly isWholeWindow?: boolean
}

/** Margins in CSS pixels: around the picture, and below its last element. */
const margin = 24
const gap = 12

/** Documents load faster than they are read. */
const mostBytes = 120_000

/** Takes the picture once the page has stopped changing. */
export const shoot = async (shot: Shot): Promise<Buffer> => {
  await shot.page.evaluate("document.fonts.ready")
  await fitWindow(shot.page)
  let taken = await takeOnce(shot)
  for (let times = 0; times < 20; times++) {
    const again = await takeOnce(shot)
    if (again.equals(taken)) {
      await assertInSight(shot)
      return withinLimit(taken)
    }
    taken = again
  }
  throw new Error("The page never stops changing.")
}

/** Takes the window once its page has stopped changing. Lists continue below it. */
export const shootWindow = async (page: Page): Promise<Buffer> => {
  await page.evaluate("document.fonts.ready")
  const takeWindow = async () => {
    await page.evaluate(fixTexts)
    return page.screenshot({ animations: "disabled", caret: "hide" })
  }
  let taken = await takeWindow()
  for (let times = 0; times < 20; times++) {
    const again = await takeWindow()
    if (again.equals(taken)) return taken
    taken = again
  }
  throw new Error("The page never stops changing.")
}

const takeOnce = async (shot: Shot): Promise<Buffer> => {
  // A live page may have painted again.
  for (const frame of shot.page.frames()) await frame.evaluate(fixTexts)
  const clip = await clipOf(shot)
  return shot.page.screenshot({ clip, animations: "disabled", caret: "hide" })
}

const withinLimit = (taken: Buffer): Buffer => {
  if (taken.length > mostBytes) throw new Error(`The picture has ${taken.length} bytes.`)
  return taken
}

/** Makes the window as high as the page. */
const fitWindow = async (page: Page): Promise<void> => {
  await page.evaluate("scrollTo(0, 0)")
  for (;;) {
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
    const needed = await page.evaluate<number>("document.documentElement.scrollHeight")
    if (needed <= height) return
    await page.setViewportSize({ width, height: needed })
  }
}

/**
 * A script that returns the start of each box above a line whose content is cut off. A text that
 * ends with an ellipsis is cut off on purpose.
 */
const hiddenAbove = (line: number): string => `(() => {
  const within = (root) => [...root.querySelectorAll("*")].flatMap((element) =>
    element.shadowRoot === null ? [element] : [element, ...within(element.shadowRoot)])
  return within(document)
    .filter((element) => getComputedStyle(element).overflow !== "visible")
    .filter((element) => getComputedStyle(element).textOverflow !== "ellipsis")
    .filter((element) => element.getBoundingClientRect().top < ${line})
    .filter(({ clientWidth, clientHeight, scrollWidth, scrollHeight }) =>
      clientWidth > 1 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1))
    .map(({ outerHTML }) => outerHTML.slice(0, 120))
})()`

const assertInSight = async (shot: Shot): Promise<void> => {
  const { y, height } = await clipOf(shot)
  for (const frame of shot.page.frames()) {
    const hidden = await frame.evaluate<ReadonlyArray<string>>(hiddenAbove(y + height))
    if (hidden.length > 0)
      throw new Error(`Some of this text is out of sight: ${hidden.join("\n")}`)
  }
}

const clipOf = async ({ page, through, isWholeWindow }: Shot) => {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  if (isWholeWindow === true) return { x: 0, y: 0, width, height }
  const main = await page.locator("main").boundingBox()
  const last = await through?.boundingBox()
  if (main === null || last === null) throw new Error("The page is empty.")
  const [x, y] = [Math.max(0, main.x - margin), Math.max(0, main.y - margin)]
  const right = Math.min(width, main.x + main.width + margin)
  const end = last === undefined ? main.y + main.height + margin : last.y + last.height + gap
  return { x, y, width: right - x, height: Math.min(height, Math.ceil(end)) - y }
}
