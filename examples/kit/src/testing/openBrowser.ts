import { existsSync } from "node:fs"
import { type Browser, chromium } from "playwright-core"

/**
 * The usual paths. The headless shell is the same engine without a browser's own pages, so it is
 * faster.
 */
const usual = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"]

const places = process.env.CHROMIUM === undefined ? usual : [process.env.CHROMIUM]

/** The path of a Chromium for tests. Null if none is installed. */
export const chromiumPath = places.find((place) => existsSync(place)) ?? null

/** Features that Playwright disables, because the last list counts, and two of the address bar. */
const unused = [
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  ...["HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"],
  ...["ThirdPartyStoragePartitioning", "OptimizationHints", "NetworkTimeServiceQuerying"],
  ...["AimEnabled", "PreconnectToSearch", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup"]
]

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${unused.join()}`
]

/** Starts a Chromium without a window. Its profile is deleted when it is closed. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath ?? "", headless: true, args: flags })

let shared: Promise<Browser> | undefined

/**
 * Returns the Chromium of this process, and starts it at the first call. All test files of a worker
 * share it, so its `close` only closes its pages. It ends with the process.
 */
export const openBrowser = (): Promise<Browser> => {
  shared ??= launchShared()
  return shared
}

const launchShared = async (): Promise<Browser> => {
  const browser = await launchBrowser()
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
  }
  return browser
}
