const { sqlite } = require("@payloom/adapter-sqlite")
const { webhookSender } = require("@payloom/adapter-webhooks")
const { Payloom } = require("@payloom/core")
const { webhookReceiver } = require("@payloom/core/webhooks")
const { sandbox } = require("@payloom/testkit")

const { CARD: card = "", WEBHOOK_SECRET: secret = "" } = process.env

const openPayments = async () => {
  // The sandbox stands in for providers and a vault. Put your own in its place.
  const box = sandbox()
  const storage = sqlite("payloom.db")
  const payloom = await Payloom.make({ ...box.setup, storage, webhooks: webhookSender() })
  const shop = await box.openShop(payloom)

  /**
   * Charges the saved card for an order. The same order is charged once.
   * @param {string} order
   */
  const pay = (order) =>
    shop.payments.create(
      {
        amount: 1250n,
        currency: "EUR",
        type: "one_off",
        paymentInstrument: card,
        metadata: { order }
      },
      { idempotencyKey: `order-${order}` }
    )

  const webhooks = webhookReceiver({ secret })
  /** @type {Set<string>} */
  const paidOrders = new Set()

  /**
   * Verifies a webhook, and remembers the order that was paid.
   * @param {Request} request
   */
  const receiveWebhook = (request) =>
    webhooks.respond(request, (event) => {
      if (event.type !== "payment.succeeded") return
      const { order } = event.data.object.metadata
      if (order !== undefined) paidOrders.add(order)
    })

  return { payloom, pay, paidOrders, receiveWebhook }
}

module.exports = { openPayments }
