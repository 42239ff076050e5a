import "@payloom/checkout/one-file"

// What it says is not what makes the order paid: the page asks the server again, which may take a
// moment to number the print.
document
  .querySelector("payloom-checkout")
  ?.addEventListener("payloom-succeeded", () => setTimeout(() => location.reload(), 300))
