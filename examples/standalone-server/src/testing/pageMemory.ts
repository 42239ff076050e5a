/**
 * The first script of a page. It records every message to the page, every message to ports in its
 * realm, and every message in its own channels.
 */
export const spies = `
  heard = []
  addEventListener("message", ({ data }) => heard.push(data), true)
  postedToPorts = []
  heardAtPorts = []
  channels = 0
  const { postMessage } = MessagePort.prototype
  MessagePort.prototype.postMessage = function (...given) {
    postedToPorts.push(given[0])
    return postMessage.apply(this, given)
  }
  MessageChannel = class extends MessageChannel {
    constructor() {
      super()
      channels++
      for (const port of [this.port1, this.port2]) {
        port.addEventListener("message", ({ data }) => heardAtPorts.push(data))
        port.start()
      }
    }
  }`

/**
 * An expression that returns every text and number that a script of the page can reach: from the
 * globals and from the card's elements, with the elements' markup.
 */
export const everythingIn = `(() => {
  const seen = new Set()
  const found = []
  const walk = (value, depth) => {
    if (["string", "number", "bigint"].includes(typeof value)) return found.push(String(value))
    if ((typeof value !== "object" && typeof value !== "function") || value === null) return
    if (depth > 5 || seen.has(value)) return
    seen.add(value)
    for (let at = value; at !== null; at = Object.getPrototypeOf(at)) {
      for (const key of Reflect.ownKeys(at)) {
        found.push(String(key))
        try {
          walk(value[key], depth + 1)
        } catch {}
      }
    }
  }
  const elements = [...document.querySelectorAll("*")].filter(({ shadowRoot }) => shadowRoot)
  for (const element of elements) {
    walk(element, 0)
    found.push(element.shadowRoot.innerHTML)
  }
  walk(window, 0)
  return found.join("\\n")
})()`
