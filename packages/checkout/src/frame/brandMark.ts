import { type Drawing, drawingOf, type Part } from "../look/brandDrawings.ts"
import { markName } from "../look/markName.ts"

/** Returns the mark of a card's brand, or its name if there is no drawing of it. */
export const brandMark = (brand: string): Node => {
  const drawing = drawingOf(brand)
  const name = markName(brand)
  if (drawing === undefined) return document.createTextNode(name)
  const sign = elementOf([
    "svg",
    { class: "drawing", viewBox: "0 0 40 26", width: 40, height: 26, role: "img" }
  ])
  sign.setAttribute("aria-label", name)
  sign.append(...lettered(drawing))
  return sign
}

/** Returns the parts of a drawing. Wide text is set closer, so that all system fonts fit. */
const lettered = ({ text, ground, ink, shape }: Drawing): ReadonlyArray<Element> => {
  const letters = elementOf([
    "text",
    {
      x: 20,
      y: 15,
      "text-anchor": "middle",
      textLength: Math.min(30, text.length * 7.5),
      lengthAdjust: "spacingAndGlyphs",
      "font-family": "system-ui, sans-serif",
      "font-size": 11,
      "font-weight": 800,
      fill: ink
    }
  ])
  letters.textContent = text
  const box = { x: 0.5, y: 0.5, width: 39, height: 25, rx: 4, fill: ground, stroke: "#8a919c" }
  return [elementOf(["rect", box]), letters, ...shape.map(elementOf)]
}

const elementOf = ([name, attributes]: Part): Element => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  return element
}
