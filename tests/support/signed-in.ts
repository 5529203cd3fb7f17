import type { BrowserContext, Page } from '@playwright/test';
import { expect } from './e2e.ts';
import { signIn } from './sign-in.ts';

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** One sign-in for each account in each worker. */
const states = new Map<string, StorageState>();

/**
 * Opens an address as someone who has signed in before; the first call of a worker signs them in through the
 * login page. Tests that log out or revoke a session need `signIn`, because this session is shared.
 */
export async function openSignedIn(page: Page, email: string, address = '/account'): Promise<void> {
  const state = states.get(email);
  if (!state) {
    await signIn(page, email, address);
    states.set(email, await page.context().storageState());
    return;
  }
  await page.context().setStorageState(state);
  await page.goto(address);
  await expect(page.locator('html')).toHaveAttribute('data-session', 'signed-in');
}
