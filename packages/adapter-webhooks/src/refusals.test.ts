import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { namesOf, send } from "./testing/senders.ts"
import { webhookSender } from "./webhookSender.ts"

const refusal = (url: string, mode: "live" | "test" = "live", allowPrivateInTest = true) =>
  Effect.runPromise(webhookSender({ allowPrivateInTest }).refusal(url, mode))

const notPrivate = "must not be a private or reserved address"

/** All notations of an address that is near, or the name of one. */
const privateUrls = [
  "https://127.0.0.1/",
  "https://127.0.0.1./",
  "https://127.1/",
  "https://127.0.1/",
  "https://2130706433/",
  "https://0x7f000001/",
  "https://0x7f.1/",
  "https://017700000001/",
  "https://0177.0.0.1/",
  "https://①②⑦.0.0.1/",
  "https://127。0。0。1/",
  "https://%31%32%37.0.0.1/",
  "https://0/",
  "https://0.0.0.0/",
  "https://10.0.0.1:8443/",
  "https://3232235777/",
  "https://169.254.169.254/latest/meta-data/",
  "https://2852039166/",
  "https://100.64.0.1/",
  "https://198.18.0.1/",
  "https://224.0.0.1/",
  "https://255.255.255.255/",
  "https://[::]/",
  "https://[::1]/",
  "https://[0:0:0:0:0:0:0:1]/",
  "https://[::127.0.0.1]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:7f00:1]/",
  "https://[::ffff:0:127.0.0.1]/",
  "https://[64:ff9b::7f00:1]/",
  "https://[64:ff9b::127.0.0.1]/",
  "https://[2001:0:4136:e378:8000:63bf:80ff:fffe]/",
  "https://[2002:7f00:1::]/",
  "https://[2002:a00:1::]/",
  "https://[fc00::1]/",
  "https://[fd00:ec2::254]/",
  "https://[fe80::1]/",
  "https://[fec0::1]/",
  "https://[ff02::1]/",
  "https://localhost/",
  "https://LOCALHOST/",
  "https://localhost./",
  "https://shop.localhost/",
  "https://printer.local/",
  "https://metadata.google.internal/",
  "https://router.home.arpa/",
  "https://intranet/"
]

describe("in live mode", () => {
  it.each(privateUrls)("an address that isn't public is refused: %s", async (url) => {
    expect(await refusal(url)).toBe(notPrivate)
  })

  it.each(privateUrls)(
    "nothing is sent to an endpoint that was created before: %s",
    async (url) => {
      const names = namesOf(() => ["8.8.8.8"])
      const response = await send(webhookSender({ lookup: names.lookup }), { url, mode: "live" })
      expect(response).toEqual({ _tag: "Failed", reason: `The address ${notPrivate}.` })
      expect(names.asked).toEqual([])
    }
  )

  it.each([
    ["http://shop.example/", "must be an https address"],
    ["ftp://shop.example/", "must be an https address"],
    ["file:///etc/passwd", "must be an https address"],
    ["https://merchant@shop.example/", "must not contain a user name or a password"],
    ["https://:secret@shop.example/", "must not contain a user name or a password"],
    ["https://shop.example@127.0.0.1/", "must not contain a user name or a password"],
    ["https://shop.example:22/", "must have port 443, or one from 1024"],
    ["https://shop.example:25/hooks", "must have port 443, or one from 1024"],
    ["https://shop.example:0/", "must have port 443, or one from 1024"],
    ["https://shop.example:80/", "must have port 443, or one from 1024"],
    ["https://shop.example:1023/", "must have port 443, or one from 1024"],
    ["https://[fe80::1%25eth0]/", "must be a web address"],
    ["https://[::1/", "must be a web address"],
    ["https://256.0.0.1/", "must be a web address"],
    ["shop.example", "must be a web address"],
    ["", "must be a web address"]
  ])(
    "an address needs https, a host and an allowed port, and no credentials: %s",
    async (url, why) => {
      expect(await refusal(url)).toBe(why)
      const response = await send(webhookSender(), { url, mode: "live" })
      expect(response).toEqual({ _tag: "Failed", reason: `The address ${why}.` })
    }
  )

  it.each([
    "https://shop.example/",
    "https://shop.example./hooks?of=payloom",
    "https://shop.example:443/",
    "https://shop.example:0443/",
    "https://shop.example:1024/",
    "https://shop.example:8443/",
    "https://8.8.8.8/",
    "https://[2606:4700::1111]/",
    "https://my_shop.example/",
    "https://münchen.example/",
    "https://localhost.example/",
    "https://not-there-yet.example/"
  ])("any other address is accepted, without looking up its name: %s", async (url) => {
    expect(await refusal(url)).toBeNull()
  })
})

describe("in test mode", () => {
  it.each([
    "http://localhost:3000/hooks",
    "http://127.0.0.1:3000/",
    "http://[::1]:3000/",
    "http://192.168.1.20/",
    "http://shop:8080/",
    "https://shop.internal/",
    "http://shop.example/"
  ])("an endpoint may be near, and use plain http: %s", async (url) => {
    expect(await refusal(url, "test")).toBeNull()
  })

  it.each([
    ["http://169.254.169.254/latest/meta-data/", notPrivate],
    ["http://0.0.0.0/", notPrivate],
    ["http://[::ffff:127.0.0.1]/", notPrivate],
    ["file:///etc/passwd", "must be an http or https address"],
    ["http://merchant:secret@localhost/", "must not contain a user name or a password"]
  ])("an address that belongs to no network is refused: %s", async (url, why) => {
    expect(await refusal(url, "test")).toBe(why)
  })

  it("the rules are those of live mode if private addresses aren't allowed", async () => {
    expect(await refusal("http://shop.example/", "test", false)).toBe("must be an https address")
    expect(await refusal("https://localhost/", "test", false)).toBe(notPrivate)
    expect(await refusal("https://shop.example/", "test", false)).toBeNull()
  })
})
