import { mountPortal } from "./mountPortal.ts"

mountPortal()
