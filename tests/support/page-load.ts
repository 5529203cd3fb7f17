import type { Page } from '@playwright/test';

export type LoadedFile = { readonly url: string; readonly size: number; readonly path: string };

/** What a page loaded until it is quiet: bytes over the wire, from the browser's own account. */
export async function recordPageLoad(
  page: Page,
  address: string,
  until: 'load' | 'networkidle' = 'load',
): Promise<readonly LoadedFile[]> {
  // What the page before still loads does not count.
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const addresses = new Map<string, string>();
  const bytes = new Map<string, number>();
  const headers = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    addresses.set(requestId, response.url);
    headers.set(requestId, response.encodedDataLength);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = addresses.get(requestId);
    const size = encodedDataLength - (headers.get(requestId) ?? 0);
    if (url) bytes.set(url, (bytes.get(url) ?? 0) + size);
  });
  await page.goto(address, { waitUntil: until });
  await page.evaluate(() => document.fonts.ready);
  await session.detach();
  return [...bytes].map(([url, size]) => ({ url, size, path: new URL(url).pathname }));
}

export function isScript({ path }: LoadedFile): boolean {
  return path.endsWith('.js') || path.includes('/src/');
}

export function sumSizes(list: readonly { size: number }[]): number {
  return list.reduce((total, { size }) => total + size, 0);
}
