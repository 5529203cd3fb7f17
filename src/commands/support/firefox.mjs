import { existsSync } from 'node:fs';
import process from 'node:process';
import { installDebianPackages, isRootOnDebian } from './chromium.mjs';

const candidates = [
  process.env.FIREFOX_PATH,
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/** A Firefox of the machine. */
export function systemFirefox() {
  return candidates.find((file) => file && existsSync(file));
}

/** Installs Debian's Firefox where none is found and that is possible; elsewhere its test is skipped and says so. */
export async function ensureFirefox() {
  if (systemFirefox() || !isRootOnDebian()) return;
  console.log('No Firefox was found: installing Debian’s firefox-esr. Set FIREFOX_PATH to avoid it.');
  await installDebianPackages(['firefox-esr']);
}
