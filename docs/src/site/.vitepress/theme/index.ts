import { inBrowser, onContentUpdated, type Theme, useData } from "vitepress"
import theme from "vitepress/theme-without-fonts"
import "./style.css"

/** VitePress's own theme. Its start page and its page of wrong addresses get a main region. */
export default {
  extends: theme,
  setup: () => {
    const { frontmatter, page } = useData()
    const markMain = () => {
      const content = document.getElementById("VPContent")
      const isBare = frontmatter.value.layout === "home" || page.value.isNotFound === true
      if (isBare) content?.setAttribute("role", "main")
      else content?.removeAttribute("role")
    }
    onContentUpdated(markMain)
    // A wrong address has no content that is updated.
    if (inBrowser) requestAnimationFrame(markMain)
  }
} satisfies Theme
