/** The source of the style sheet of the small shops. */
export const shopStyle = new URL("./browser/shop.css", import.meta.url)
