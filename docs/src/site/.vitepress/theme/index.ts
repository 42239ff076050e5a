import { onContentUpdated, type Theme, useData } from "vitepress"
import theme from "vitepress/theme-without-fonts"
import "./style.css"

/** VitePress's own theme. Its start page has no main region, so it gets one. */
export default {
  extends: theme,
  setup: () => {
    const { frontmatter } = useData()
    onContentUpdated(() => {
      const content = document.getElementById("VPContent")
      if (frontmatter.value.layout === "home") content?.setAttribute("role", "main")
      else content?.removeAttribute("role")
    })
  }
} satisfies Theme
