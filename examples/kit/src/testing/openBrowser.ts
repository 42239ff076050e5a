import { existsSync } from "node:fs"
import { type Browser, chromium } from "playwright-core"

/** The shell is the same engine without a browser's own pages around it, so it takes less time. */
const usual = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"]

const places = process.env.CHROMIUM === undefined ? usual : [process.env.CHROMIUM]

/** Where a Chromium is to test with; null where none is installed. */
export const chromiumPath = places.find((place) => existsSync(place)) ?? null

/** What Playwright turns off, as the last list counts, and two pages of the address bar itself. */
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

/** A Chromium without a window, with a profile of its own that is gone when it is closed. */
export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath ?? "", headless: true, args: flags })
