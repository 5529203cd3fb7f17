import type { BrowserContext, Page } from '@playwright/test';
import { expect } from './e2e.ts';
import { signIn } from './sign-in.ts';

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A sign-in for each account in each worker. */
const states = new Map<string, { state: StorageState; signedInAt: number }>();

/** Two pages that renewed the same stored token would end its session, so it is replaced before it has to be renewed. */
const maxAgeMs = 300_000;

/**
 * Opens an address as someone who has signed in before; the first call of a worker signs them in through the
 * login page. Tests that log out or revoke a session need `signIn`, because this session is shared.
 */
export async function openSignedIn(page: Page, email: string, address = '/account'): Promise<void> {
  const known = states.get(email);
  if (!known || performance.now() - known.signedInAt > maxAgeMs) {
    await signIn(page, email, address);
    states.set(email, { state: await page.context().storageState(), signedInAt: performance.now() });
    return;
  }
  await page.context().setStorageState(known.state);
  await page.goto(address);
  await expect(page.locator('html')).toHaveAttribute('data-session', 'signed-in');
}
