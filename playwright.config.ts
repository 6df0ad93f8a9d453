import { defineConfig } from '@playwright/test'
import { chromiumPath, headlessShell } from './chromium.ts'

/**
 * What the browser goes without: Playwright's own list, which ours replaces, and the address bar's pages,
 * of which each new window loads three.
 */
const disabledFeatures = [
  ...['AimEnabled', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter'],
  ...['NetworkTimeServiceQuerying', 'OptimizationHints', 'PaintHolding', 'PreconnectToSearch'],
  ...['ThirdPartyStoragePartitioning', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  'WebUIOmniboxFullPopup',
]

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  // Each waits half of its time, so three share two cores well.
  workers: 3,
  forbidOnly: true,
  // A journey that fails now and then is wrong: whatever must wait polls for its condition.
  retries: 0,
  // Far above what anything takes: a slow machine that others share is no fault of the product.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  globalSetup: './e2e/start.ts',
  reporter: [['list'], ['json', { outputFile: '.cache/e2e.json' }]],
  use: {
    locale: 'en-GB',
    // A trace of each step would take as long as the steps.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath() ?? headlessShell,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${disabledFeatures.join(',')}`,
      ],
    },
  },
})
