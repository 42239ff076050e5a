import { plainCharge } from "@payloom/testkit"

/** The keys of an account at any processor. */
export const anyAccount = {
  publicKey: "pk",
  secretKey: "sk_test_1",
  processingChannelId: "pc_1",
  signatureKey: "key",
  apiKey: "k",
  merchantAccount: "Shop",
  hmacKeys: ["ab"],
  webhookSecrets: ["whsec_1"],
  clientId: "client",
  clientSecret: "secret",
  webhookId: "WH1",
  profileId: "pfl_1",
  merchantId: "1",
  merchantSiteId: "2",
  merchantSecret: "3",
  name: "login",
  transactionKey: "key",
  currency: "EUR",
  accessKey: "access",
  keyId: "key_1",
  sharedSecret: "c2VjcmV0",
  privateKey: "private",
  username: "user",
  password: "password",
  entity: "default",
  narrative: "Shop",
  merchantAccounts: { EUR: "eur" }
}

/** The answer to a request for an access token, a session or an intent. */
export const firstAnswer = {
  status: 200,
  headers: {},
  body: JSON.stringify({
    access_token: "token",
    token_type: "Bearer",
    expires_in: 3600,
    status: "SUCCESS",
    sessionToken: "session",
    token: "token",
    expires_at: "2099-01-01T00:00:00+0000",
    id: "int_1",
    merchant_order_id: plainCharge().reference,
    amount: 12.5,
    currency: "EUR"
  })
}
