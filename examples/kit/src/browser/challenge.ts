const tell = (message: object): void => parent.postMessage({ payloom: "three-ds", ...message }, "*")

// The frame around this page is as high as the page.
new ResizeObserver(() => {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height)
  tell({ type: "resized", height })
}).observe(document.body)

// The page without a question says that the payer is through: whoever embeds it may go on.
if (document.querySelector("form") === null) tell({ type: "done" })
