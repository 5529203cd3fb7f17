import { existsSync } from 'node:fs';
import process from 'node:process';
import { run, runNode, tools } from './process.mjs';

const candidates = [
  process.env.CHROMIUM_PATH,
  // Without the browser's own interface: half the processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** A Chromium of the machine, or undefined where only Playwright's own may be had. */
export function systemChromium() {
  return candidates.find((file) => file && existsSync(file));
}

/** What Playwright starts Chromium with, for a machine without a display or an outside network. */
export function launchOptions() {
  return {
    executablePath: systemChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--no-first-run',
    ],
  };
}

/**
 * Finds a Chromium, or installs Debian's, or Playwright's own, which waits for the packages.
 * @param {Promise<void>} [packages]
 */
export async function ensureChromium(packages) {
  if (systemChromium()) return;
  if (isRootOnDebian()) {
    console.log(
      'No Chromium was found: installing Debian’s chromium-headless-shell, or chromium, with apt-get. Set CHROMIUM_PATH to avoid it.',
    );
    for (const name of ['chromium-headless-shell', 'chromium']) {
      await installDebianPackages([name]);
      if (systemChromium()) return;
    }
  }
  await packages;
  console.log('No Chromium was found: installing Playwright’s own into its cache.');
  const code = await runNode([tools.playwright, 'install', 'chromium']);
  if (code !== 0) {
    console.error('No Chromium was found and none could be installed. Install one, or set CHROMIUM_PATH.');
    process.exit(1);
  }
}

export function isRootOnDebian() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** @type {Promise<number> | undefined} */
let listed;

/** @param {readonly string[]} names */
export async function installDebianPackages(names) {
  listed ??= run('apt-get', ['update', '-qq'], { output: 'none' });
  await listed;
  await run('apt-get', ['install', '-y', '-qq', ...names], { output: 'none' });
}
