import "@payloom/checkout/one-file"

// This event doesn't make the order paid. The page is loaded again until the server has numbered
// the print.
document
  .querySelector("payloom-checkout")
  ?.addEventListener("payloom-succeeded", () => setTimeout(() => location.reload(), 300))
