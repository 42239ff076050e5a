import { counted } from "./counted.ts"
import type { Texts, Trial } from "./Texts.ts"

const then = (trial: Trial | null): string => {
  if (trial === null) return "Then"
  const days = counted("en", trial.days, { one: "% day", other: "% days" })
  return `${days} ${trial.amount === null ? "free" : `for ${trial.amount}`}, then`
}

export const en: Texts = {
  language: "en",
  pay: (amount) => `Pay ${amount}`,
  subscribe: (amount) => `Subscribe and pay ${amount}`,
  startTrial: (amount) => `Start trial, then pay ${amount}`,
  saveCard: "Save card",
  every: (count, unit) => (count === 1 ? `every ${unit}` : `every ${count} ${unit}s`),
  terms: {
    today: "due today",
    todayWithFee: (fee) => `due today, of which ${fee} is a one-time setup fee`,
    later: ({ amount, often, from, trial }) => `${then(trial)} ${amount} ${often}, from ${from}.`,
    ends: (payments, amount) =>
      counted("en", payments, {
        one: `Ends by itself after one payment of ${amount}.`,
        other: `Ends by itself after % payments of ${amount} each.`
      }),
    nothingLater: "Nothing is charged after that."
  },
  payTo: (merchant) => `Payment to ${merchant}`,
  back: (merchant) => `Back to ${merchant}`,
  testMode: "Test mode",
  loading: "Loading…",
  attribution: "Powered by Payloom",
  card: {
    title: "Card details",
    number: "Card number",
    expiry: "Expiry date",
    expiryShape: "MM / YY",
    securityCode: "Security code",
    encrypted: "Your card details are encrypted before they leave this device."
  },
  mistakes: {
    number: "Enter the number as it stands on the card.",
    expiry: "Enter month and year, such as 05 / 30.",
    expired: "This card has expired.",
    securityCode: "Enter the 3 or 4 digits of the security code.",
    card: "Please check the card details."
  },
  cardUnreachable: "The card fields can't be loaded. Please check your connection.",
  details: "Details",
  items: "Items",
  total: "Total",
  challenge: {
    title: "Your bank wants to confirm the payment",
    text: "Please follow its instructions below."
  },
  choose: "How would you like to pay?",
  byCard: "Card",
  nextStep: (method) => `You finish the payment with ${method} in the next step.`,
  leaving: {
    title: "One moment",
    text: "You are being taken to the page where you confirm the payment."
  },
  awaited: {
    title: "Your payment is waiting for you",
    text: "Please confirm it on the page that asked you to, or choose another way to pay."
  },
  confirmHere: {
    title: "Please confirm your payment",
    text: "Follow the instructions on this page, or choose another way to pay."
  },
  goOn: "Continue",
  chooseAnew: "Choose another way to pay",
  returned: {
    title: "You can close this window",
    text: "The outcome of your payment is shown where you started it."
  },
  instructions: {
    title: "Please pay as follows",
    reference: "Reference",
    until: "Pay by",
    copy: "Copy",
    copied: "Copied"
  },
  processing: {
    title: "Your payment is being processed",
    text: "This can take a moment. You don't have to do anything."
  },
  processingElsewhere: {
    title: "Payment under way in another window",
    text: "You will see its outcome here as well."
  },
  interrupted: {
    title: "Connection interrupted: please don't pay again",
    text: "The payment may have arrived. Check your connection; the outcome will be shown here."
  },
  succeeded: { title: "Payment successful", text: "Thank you!" },
  succeededElsewhere: {
    title: "Already paid",
    text: "The payment was made in another window. You have been charged once."
  },
  cardSaved: { title: "Card saved", text: "Nothing was charged." },
  subscribed: { title: "Your subscription has begun", text: "Nothing was charged today." },
  expired: {
    title: "This payment has expired",
    text: "You have not been charged. Please start again in the shop."
  },
  canceled: {
    title: "This payment was canceled",
    text: "You have not been charged."
  },
  failed: {
    title: "The payment failed",
    text: "You have not been charged. Please start again in the shop."
  },
  unreachable: {
    title: "The page can't be loaded",
    text: "Please check your connection."
  },
  tryAgain: "Try again",
  badLink: {
    title: "This link doesn't work",
    text: "It is incomplete or no longer valid. Please start again in the shop."
  },
  notArrived: {
    title: "The payment was not sent",
    text: "The connection broke. You have not been charged and can pay again."
  },
  offline: {
    title: "You are offline",
    text: "Nothing was sent and you have not been charged. Check your connection, then pay again."
  },
  noMethod: {
    title: "No payment method is available",
    text: "Please come back a little later."
  },
  declined: "Payment declined",
  declinedBy: (method) => `The payment with ${method} was declined.`,
  otherwise: {
    again: "Please try again, or choose another way to pay.",
    other: "Please choose another way to pay."
  },
  declines: {
    insufficient_funds: "There is not enough money on the account.",
    card_declined: "The bank declined the card.",
    do_not_honor: "The bank declined the payment without a reason.",
    expired_card: "The card has expired.",
    invalid_card: "The card details are not valid.",
    incorrect_cvc: "The security code is not correct.",
    limit_exceeded: "The payment exceeds a limit of the card.",
    authentication_required: "The bank asks you to confirm the payment.",
    authentication_failed: "The bank could not confirm that it is you.",
    currency_not_supported: "The card can't be charged in this currency.",
    issuer_unavailable: "The bank can't be reached at the moment.",
    processing_error: "The payment could not be processed.",
    no_route: "The payment can't be taken at the moment.",
    method_unavailable: "This way to pay is not available."
  },
  advice: {
    retry_later: "Please try again in a few minutes.",
    use_another_method: "Please use another card.",
    correct_details: "Please correct the details and try again.",
    authenticate: "Please try again and confirm the payment with your bank.",
    contact_issuer: "Please ask your bank, or use another card.",
    do_not_retry: "Please don't try this card again; use another one."
  }
}
