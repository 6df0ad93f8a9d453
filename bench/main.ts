/** The benchmarks by name; each prints its own figures beside a baseline, and ends by itself. */
const benches: Record<string, () => Promise<{ run: (args: readonly string[]) => Promise<void> }>> =
  {
    deliver: () => import('./deliver/deliver.ts'),
    'dry-run': () => import('./dry-run.ts'),
    directory: () => import('./directory/directory.ts'),
    erasure: () => import('./erasure.ts'),
    export: () => import('./export.ts'),
    'export-kills': () => import('./export-kills.ts'),
    fanout: () => import('./fanout.ts'),
    faults: () => import('./faults/faults.ts'),
    import: () => import('./import.ts'),
    list: () => import('./list.ts'),
    meter: () => import('./meter.ts'),
    'meter-cost': () => import('./meter-cost.ts'),
    noisy: () => import('./noisy.ts'),
    page: () => import('./page.ts'),
    pdf: () => import('./pdf.ts'),
    relay: () => import('./relay/relay.ts'),
    retries: () => import('./retries.ts'),
    rules: () => import('./rules.ts'),
    soak: () => import('./soak/soak.ts'),
    transfer: () => import('./transfer/transfer.ts'),
    'transfer-acts': () => import('./transfer/acts.ts'),
    'transfer-list': () => import('./transfer/list.ts'),
    'transfer-outage': () => import('./transfer/outage.ts'),
    'transfer-share': () => import('./share/share.ts'),
    upload: () => import('./upload.ts'),
  }

const name = process.argv[2] ?? ''
const bench = benches[name]
if (bench) {
  const { run } = await bench()
  await run(process.argv.slice(3))
} else {
  console.error(`npm run bench -- NAME, where NAME is one of: ${Object.keys(benches).join(', ')}`)
  process.exitCode = 1
}
