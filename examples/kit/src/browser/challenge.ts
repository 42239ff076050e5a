const post = (message: object): void => parent.postMessage({ payloom: "three-ds", ...message }, "*")

// The page around this frame makes the frame as high as the page.
new ResizeObserver(() => {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height)
  post({ type: "resized", height })
}).observe(document.body)

// A page without a question means that the payer has answered. The page around it may continue.
if (document.querySelector("form") === null) post({ type: "done" })
