import { expect, test } from '@playwright/test';
import { glossaryTerms } from '#config/documentation-links.ts';
import { routes } from '#config/routes.ts';

type Page = { readonly ids: ReadonlySet<string>; readonly links: readonly string[] };

/** Reads the links and anchors of a page without running it. */
function readPage(html: string): Page {
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);
  const links = [...html.matchAll(/<(?:a|link)\s[^>]*?href="([^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  const sources = [...html.matchAll(/<(?:img|script|source)\s[^>]*?src="([^"]*)"/g)].map(
    ([, source = '']) => source,
  );
  return { ids: new Set(ids), links: [...links, ...sources] };
}

test('every internal link and anchor of the static pages resolves', async ({ request, baseURL }) => {
  test.slow();
  const origin = new URL(baseURL ?? '').origin;
  const pages = new Map<string, Page | 'file'>();
  const faults: string[] = [];

  async function visit(path: string, from: string): Promise<Page | 'file' | undefined> {
    const known = pages.get(path);
    if (known) return known;
    const response = await request.get(path, { maxRedirects: 0 });
    // The page for what is not found has links, too.
    if (path === '/404' ? response.status() !== 404 : !response.ok()) {
      faults.push(`${from} leads to ${path}, which is ${response.status()}.`);
      return undefined;
    }
    const isPage = response.headers()['content-type']?.startsWith('text/html') === true;
    const page = isPage ? readPage(await response.text()) : 'file';
    pages.set(path, page);
    return page;
  }

  const queue = routes.map(({ path }) => ({ path, from: 'the routes' }));
  const seen = new Set(queue.map(({ path }) => path));
  const anchors: { from: string; path: string; anchor: string }[] = [];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const page = await visit(next.path, next.from);
    if (!page || page === 'file') continue;
    for (const link of page.links) {
      const url = URL.parse(link, `${origin}${next.path}`);
      if (!url || !/^https?:$/.test(url.protocol)) continue;
      if (link === '#') faults.push(`${next.path} has a link to nowhere.`);
      // Canonical addresses have the portal's own origin, wherever the tests run.
      if (url.origin !== origin || url.pathname.startsWith('/api/')) continue;
      const path = url.pathname.replace(/(?<=.)\/$/, '');
      // The hash of the sign-in page is the address to return to.
      if (url.hash.length > 1 && path !== '/secret') {
        anchors.push({ from: next.path, path, anchor: decodeURIComponent(url.hash.slice(1)) });
      }
      if (!seen.has(path)) {
        seen.add(path);
        queue.push({ path, from: next.path });
      }
    }
  }
  for (const { from, path, anchor } of anchors) {
    const page = pages.get(path);
    if (page && page !== 'file' && !page.ids.has(anchor))
      faults.push(`${from} leads to ${path}#${anchor}, which is not there.`);
  }
  expect(faults).toEqual([]);
  expect(pages.size).toBeGreaterThan(routes.length + 20);
  const glossary = pages.get('/documentation/glossary');
  for (const term of glossaryTerms) expect(glossary !== 'file' && glossary?.ids.has(term), term).toBe(true);
});

test('the sitemap has exactly the open pages; links of robots.txt and the feed resolve', async ({
  request,
}) => {
  const robots = await (await request.get('/robots.txt')).text();
  const index = new URL(/^Sitemap: (\S+)$/m.exec(robots)?.[1] ?? '').pathname;
  const sitemaps = locations(await (await request.get(index)).text());
  const listed = (
    await Promise.all(sitemaps.map(async (path) => locations(await (await request.get(path)).text())))
  ).flat();
  expect(listed).toContain('/');
  expect(listed).toContain('/documentation/getting-started');
  expect(listed).toContain('/changelog');
  const guarded = routes.filter(({ guard }) => guard === 'signed-in').map(({ path }) => path);
  for (const path of [...guarded, '/404', '/secret', '/interaction']) expect(listed).not.toContain(path);
  const feed = await request.get('/changelog/rss.xml');
  expect(feed.headers()['content-type']).toContain('xml');
  expect(await feed.text()).toMatch(/<item>[\s\S]*Version \d+\.\d+\.\d+/);
});

function locations(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) =>
    new URL(address).pathname.replace(/(?<=.)\/$/, ''),
  );
}

test('every open page has its own title, description and social preview', async ({ request }) => {
  const open = routes.filter(
    ({ guard, path }) => guard === 'open' && !/^\/(404|secret|auth|account)/.test(path),
  );
  for (const { path } of open) {
    const html = await (await request.get(path)).text();
    const property = (name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]+)"`).exec(html)?.[1];
    expect(property('og:title'), path).toMatch(/^Monitoring Dashboard/);
    expect(property('description')?.length, path).toBeGreaterThan(20);
    const picture = new URL(property('og:image') ?? '').pathname;
    expect((await request.get(picture)).headers()['content-type'], path).toBe('image/jpeg');
    expect(html, path).toMatch(/<link rel="canonical" href="http/);
  }
});
