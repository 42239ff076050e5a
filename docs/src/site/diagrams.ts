import { renderMermaidSVG } from "beautiful-mermaid"
import type { MarkdownRenderer } from "vitepress"

/**
 * Draws a diagram of Mermaid as SVG. The style of the site colours it, so the styles of the SVG are
 * removed. They would also load a font from another server.
 */
const drawDiagram = (text: string): string =>
  renderMermaidSVG(text)
    .replaceAll(/<style>.*?<\/style>/gs, "")
    .replace(/ style="[^"]*"/, "")

const nameOf = (text: string): string =>
  text.trimStart().startsWith("sequenceDiagram") ? "Sequence diagram" : "State diagram"

/** Draws fenced blocks of Mermaid when the site is built. A page needs no script for them. */
export const siteDiagrams = (markdown: MarkdownRenderer): void => {
  const fence = markdown.renderer.rules.fence
  markdown.renderer.rules.fence = (tokens, at, options, env, self) => {
    const token = tokens[at]
    if (token === undefined || token.info.trim() !== "mermaid") {
      return fence?.(tokens, at, options, env, self) ?? ""
    }
    const name = nameOf(token.content)
    const drawn = drawDiagram(token.content).replace(
      "<svg ",
      `<svg role="img" aria-label="${name}" `
    )
    const attributes = `class="diagram" tabindex="0" role="group" aria-label="${name}"`
    return `<div v-pre ${attributes}>${drawn}</div>\n`
  }
}
