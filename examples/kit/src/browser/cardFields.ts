import { mountCardFields } from "@payloom/checkout/card-fields"
import { encryptCard } from "@payloom/testkit/card-field"

const publicKey = JSON.parse(document.documentElement.dataset.vaultKey ?? "")

mountCardFields({ encrypt: (card) => encryptCard(card, publicKey) })
