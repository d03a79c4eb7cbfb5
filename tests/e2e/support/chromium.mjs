/** The browser of the tests and of the screenshots: one set of flags, one idea of the shop's place and time. */
import { chromium } from 'playwright-core';

/** Left out of the browser. The last list counts, so it begins with what Playwright leaves out for tests. */
const WITHOUT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Two pages below the address bar that nobody sees: half of what a new window costs.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A camera that shows a test picture, and nobody there to be asked whether a page may use it.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--disable-features=${WITHOUT.join(',')}`,
];
export const PLACE = { locale: 'zh-CN', timezoneId: 'Asia/Shanghai' };

/**
 * @param {readonly string[]} [more] flags beside those of every test
 * @returns {Promise<import('playwright-core').Browser>}
 */
export const launch = (more = []) =>
  chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: [...FLAGS, ...more] });

/** Waits until nothing fades or slides any more: half faded in, everything is too pale. What follows a scroll bar never ends. */
export const still = (page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .filter(
        ({ timeline, effect }) => timeline === document.timeline && effect.getComputedTiming().endTime !== Infinity,
      )
      .every(({ playState }) => playState !== 'running'),
  );
