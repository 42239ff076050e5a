import "@payloom/checkout/one-file"

// The fragment has the session's token. Browsers send it to no server.
const given = new URLSearchParams(location.hash.slice(1))
const checkout = document.createElement("payloom-checkout")
checkout.api = `${location.origin}/payloom`
checkout.publishableKey = given.get("key") ?? ""
checkout.sessionToken = given.get("token") ?? ""
checkout.setAttribute("card-fields", "/card-fields")
checkout.addEventListener("payloom-succeeded", ({ detail: { successUrl } }) => {
  if (successUrl !== null) location.assign(successUrl)
})
document.querySelector("main")?.append(checkout)
