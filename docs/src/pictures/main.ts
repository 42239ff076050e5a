import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { chromiumPath, launchBrowser } from "@payloom/example-kit/testing/openBrowser"
import { pathOf, pictureFolder, writeLock } from "./lock.ts"
import { looksTheSame } from "./looksTheSame.ts"
import { allPictures, isOfConsole } from "./pictures.ts"
import { takeAll } from "./taking/takeAll.ts"

const root = resolve(import.meta.dirname, "../../..")

/** Takes pictures again. Keeps the file of a picture that looks the same. */
const takePictures = async (isConsoleOnly: boolean): Promise<void> => {
  const browser = await launchBrowser()
  const wanted = isConsoleOnly ? allPictures.filter(isOfConsole) : allPictures
  const missing = new Set(wanted.map(({ name }) => name))
  const keep = async (name: string, picture: Buffer): Promise<void> => {
    if (!missing.delete(name)) throw new Error(`${name} is not in the list of pictures.`)
    const file = join(root, pathOf({ name }))
    const isSame = existsSync(file) && (await looksTheSame(browser, readFileSync(file), picture))
    if (!isSame) writeFileSync(file, picture)
    process.stdout.write(`${isSame ? "same" : "new "}  ${pathOf({ name })}\n`)
  }
  try {
    mkdirSync(join(root, pictureFolder, "console"), { recursive: true })
    await takeAll(browser, { isConsoleOnly }, keep)
  } finally {
    await browser.close()
  }
  if (missing.size > 0) throw new Error(`No program takes ${[...missing].join(", ")}.`)
  removeOthers()
  await writeLock(
    root,
    wanted,
    allPictures.filter((picture) => !wanted.includes(picture))
  )
}

/** Removes pictures that are no longer in the list. */
const removeOthers = (): void => {
  const taken = new Set(allPictures.map(pathOf))
  for (const path of globSync(`${pictureFolder}/**/*.png`, { cwd: root })) {
    if (!taken.has(path)) rmSync(join(root, path))
  }
}

if (chromiumPath === null) {
  process.stderr.write("There is no Chromium in $CHROMIUM or /usr/bin to take pictures with.\n")
  process.exitCode = 1
} else {
  await takePictures(process.argv[2] === "console")
}
