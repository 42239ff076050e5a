/** The renderer, as far as repairs use it. */
interface System {
  readonly React: {
    readonly createElement: (tag: string, props: object | null, ...children: unknown[]) => unknown
  }
}

/**
 * Returns the plugin that leaves out what hinders keyboards and screen readers: links inside of
 * buttons, and the choice among one server.
 */
export const plainerParts = ({ React }: System) => ({
  components: {
    DeepLink: ({ text }: { readonly text: unknown }) => React.createElement("span", null, text),
    ServersContainer: () => null
  }
})

/** Names fields for screen readers whenever the renderer draws them. */
export const keepNamed = (page: Element): void => {
  let isDue = false
  const observer = new MutationObserver(() => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(() => {
      isDue = false
      nameFields(page)
    })
  })
  observer.observe(page, { childList: true, subtree: true })
}

const nameFields = (page: Element): void => {
  for (const field of page.querySelectorAll("input, select, textarea")) {
    if (!field.hasAttribute("aria-label")) field.setAttribute("aria-label", nameOf(field))
  }
  for (const [selector, level] of levels) {
    for (const heading of page.querySelectorAll(selector)) heading.ariaLevel = String(level)
  }
  for (const [part, name] of regions) {
    const region = page.querySelector(part)
    region?.setAttribute("role", "region")
    region?.setAttribute("aria-label", name)
  }
  for (const code of page.querySelectorAll("pre")) code.setAttribute("tabindex", "0")
  const dialog = page.querySelector(".modal-ux")
  if (dialog !== null) nameDialog(dialog)
}

/** The levels of headings, so that none is skipped. */
const levels = [
  ["h3.opblock-tag, .modal-ux h3, .errors__title", 2],
  [".opblock-body h4, .opblock-body h5, .modal-ux h4, .error-wrapper h4", 3]
] as const

/** The parts of the page that are in no landmark, and their names. */
const regions = [
  [".information-container", "About the API"],
  [".scheme-container", "Keys"],
  [".filter-container", "Filter"],
  [".errors-wrapper", "Errors"]
] as const

const nameOf = (field: Element): string => {
  const parameter = field.closest("tr[data-param-name]")?.getAttribute("data-param-name")
  if (parameter) return parameter
  const status = field.closest("tr[data-code]")?.getAttribute("data-code")
  if (status) return `Form of the answer with ${status}`
  if (field.closest(".filter")) return "Filter by tag"
  return field.tagName === "TEXTAREA" ? "Request body" : "Content type"
}

/** Names the dialog of the keys and its parts, and closes it with Escape. */
const nameDialog = (dialog: Element): void => {
  const close = dialog.querySelector<HTMLElement>(".close-modal")
  close?.setAttribute("aria-label", "Close the dialog")
  for (const part of dialog.querySelectorAll(".auth-container")) {
    const scheme = part.querySelector("code")?.textContent ?? ""
    part.querySelector(".authorize")?.setAttribute("aria-label", `Authorize with ${scheme}`)
    for (const field of part.querySelectorAll("input")) {
      field.setAttribute("aria-label", scheme)
      field.setAttribute("autocomplete", "off")
      field.setAttribute("spellcheck", "false")
      field.id = `key-${scheme}`
      field.closest(".wrapper")?.querySelector("label")?.setAttribute("for", field.id)
    }
  }
  if (dialog.role === "dialog") return
  dialog.role = "dialog"
  dialog.ariaModal = "true"
  dialog.ariaLabel = "Keys"
  dialog.querySelector("input")?.focus()
  dialog.addEventListener("keydown", (event) => {
    if ((event as KeyboardEvent).key === "Escape") close?.click()
  })
}
