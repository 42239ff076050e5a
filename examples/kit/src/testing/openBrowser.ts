import { existsSync } from "node:fs"
import { type Browser, chromium } from "playwright-core"

const place = process.env.CHROMIUM ?? "/usr/bin/chromium"

/** Where a Chromium is to test with; null where none is installed. */
export const chromiumPath = existsSync(place) ? place : null

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
