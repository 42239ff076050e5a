/**
 * A stand-in for Adyen Web in tests. It has a plain field instead of Adyen's frames. Two buttons
 * replace a bank's challenge. The test sends the answer by `answerPayer`.
 */
export const standInAdyen = `
const wantsConfiguration = ({ environment, clientKey, countryCode }) => {
  if (!countryCode) throw new Error("You must specify a countryCode when initializing checkout.")
  if (!environment || !clientKey) throw new Error("The environment or the clientKey is missing.")
}
window.AdyenWeb = {
  AdyenCheckout: async (options) => ({
    ...wantsConfiguration(options),
    createFromAction: () => {
      const box = document.createElement("div")
      for (const [name, approves] of [["Approve", true], ["Refuse", false]]) {
        const button = document.createElement("button")
        button.textContent = name
        button.addEventListener("click", async () => {
          const threeDSResult = await window.answerPayer(approves)
          options.onAdditionalDetails({ data: { details: { threeDSResult } } })
        })
        box.append(button)
      }
      const shown = {
        mount: (container) => (container.append(box), shown),
        unmount: () => box.remove()
      }
      return shown
    }
  }),
  Card: class {
    constructor(_checkout, options) {
      this.options = options
      this.input = document.createElement("input")
      this.input.setAttribute("aria-label", "Card number")
      this.alert = document.createElement("p")
      this.input.addEventListener("input", () => {
        const number = this.input.value.replaceAll(" ", "")
        options.onChange({
          isValid: number.length > 12,
          data: {
            paymentMethod: {
              type: "scheme",
              brand: number.startsWith("4") ? "visa" : "mc",
              encryptedCardNumber: "test_" + number,
              encryptedExpiryMonth: "test_03",
              encryptedExpiryYear: "test_2030",
              encryptedSecurityCode: "test_737"
            }
          }
        })
      })
    }
    mount(container) {
      container.append(this.input, this.alert)
      setTimeout(() => this.options.onConfigSuccess?.())
      return this
    }
    unmount() {
      this.input.remove()
      this.alert.remove()
    }
    showValidation() {
      this.alert.textContent = "Incomplete card number"
    }
  }
}
`
