import "effect/schema/SchemaJITCompiler/enable"
import { openConsoleOn } from "./openConsoleOn.ts"
const [database = "", ...paths] = process.argv.slice(2)
const c = await openConsoleOn(database)
const cpu = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1000 }
const held = () => { let longest = 0, on = true, last = cpu(); const t = () => { const n = cpu(); longest = Math.max(longest, n - last); last = n; if (on) setImmediate(t) }; setImmediate(t); return () => { on = false; return longest } }
await c.get(`${c.data}/plans`)
for (const p of paths) {
  const out: string[] = []
  for (let i = 0; i < 5; i++) {
    const stop = held(); const b = cpu(); const w = performance.now()
    const r = await c.get(`${c.data}${p}`); const n = (await r.text()).length
    out.push(`${(cpu() - b).toFixed(0)}/${stop().toFixed(0)}/${(performance.now()-w).toFixed(0)}`)
    if (i === 4) console.log(p.slice(0, 70).padEnd(72), r.status, n, out.join("  "))
  }
}
await c.close()
