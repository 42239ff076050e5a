import "@payloom/checkout/one-file"

// This event doesn't make the order paid. The server looks the session up.
document
  .querySelector("payloom-checkout")
  ?.addEventListener("payloom-succeeded", () => location.reload())
