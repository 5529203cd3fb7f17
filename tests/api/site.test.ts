import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '#server/db/store.ts';
import { openEmbeddedStore } from '../support/engines.ts';
import { insertFixture } from '../support/fixture-data.ts';
import { temporaryFolder } from '../support/set-up.ts';
import { sharePortal } from '../support/shared-store.ts';
import { openTestApp } from '../support/test-app.ts';

const theme = "document.documentElement.dataset.theme = 'dark';";
const island = '\n  (() => { self.ready = "<b>" })()\n';
const style = 'astro-island{display:contents}';

const files: Record<string, string | Buffer> = {
  'index.html': `<!doctype html><title>Landing</title><script>${theme}</script><p>${'text '.repeat(400)}</p>`,
  'about/index.html': `<!doctype html><title>About</title>
    <script type="module" src="/_assets/about.abc.js"></script>
    <!-- <script>commented()</script> -->
    <script type="application/ld+json">{"name":"data"}</script>
    <script type="module">${island}</script><style>${style}</style>`,
  'documents/public-docs/document/index.html': `<!doctype html><head><title>Monitoring Dashboard · Public Document</title>
    <meta name="description" content="A document."><meta property="og:title" content="Monitoring Dashboard · Public Document">
    <meta property="og:description" content="A document."><script>${theme}</script></head><p>The page</p>`,
  'sites/site/index.html': `<!doctype html><head><title>Monitoring Dashboard · Site</title>
    <meta name="description" content="A site."><link rel="canonical" href="https://example.org/sites/site/"></head><p>The site</p>`,
  'models/index.html': '<!doctype html><title>Models</title>',
  'models/datasets/index.html': '<!doctype html><title>Datasets</title>',
  'interaction/index.html': '<title>Sign in</title>{{message}}',
  '404.html': '<!doctype html><title>Page not found.</title>',
  '_assets/about.abc.js': `console.log(1);${' '.repeat(2000)}`,
  '_assets/font.1.woff2': Buffer.from('font'),
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'hero.mp4': Buffer.from('0123456789'),
};

const folder = temporaryFolder('site');
for (const [name, content] of Object.entries(files)) {
  mkdirSync(path.dirname(path.join(folder, 'dist', name)), { recursive: true });
  writeFileSync(path.join(folder, 'dist', name), content);
}
writeFileSync(path.join(folder, 'secret.txt'), 'secret');
const { store, portal } = sharePortal(openEmbeddedStore, {
  environment: {
    DIST_DIR: path.join(folder, 'dist'),
    PUBLIC_API_ORIGIN: 'https://api.example.org',
    PUBLIC_GEOCODER_URL: 'https://places.example.org/search',
  },
});

async function titleOf(url: string) {
  const { statusCode, payload } = await portal.send(url);
  return [statusCode, /<title>(.*)<\/title>/.exec(payload)?.[1]];
}

describe('addresses of pages', () => {
  test.each([
    ['/', 200, 'Landing'],
    ['/index.html', 200, 'Landing'],
    ['/?x=1', 200, 'Landing'],
    ['/about', 200, 'About'],
    ['/about/', 200, 'About'],
    ['/models', 200, 'Models'],
    ['/models/datasets', 200, 'Datasets'],
    ['/models/datasets/00000000-0000-4000-8000-000000000000/', 200, 'Datasets'],
    ['/models/datasets/12', 404, 'Page not found.'],
    ['/models/nothing/00000000-0000-4000-8000-000000000000', 404, 'Page not found.'],
    ['/404', 404, 'Page not found.'],
    ['/404/', 404, 'Page not found.'],
    ['/404.html', 404, 'Page not found.'],
    ['/nowhere', 404, 'Page not found.'],
    ['/about/nowhere', 404, 'Page not found.'],
    ['/_assets', 404, 'Page not found.'],
    ['/constructor', 404, 'Page not found.'],
    ['/secret.txt', 404, 'Page not found.'],
    ['/..%2fsecret.txt', 404, 'Page not found.'],
    ['/%2e%2e/secret.txt', 404, 'Page not found.'],
    ['/about/..%5c..%5csecret.txt', 404, 'Page not found.'],
    ['/about%00.html', 404, 'Page not found.'],
    ['/apiary', 404, 'Page not found.'],
    ['/interaction', 404, 'Page not found.'],
    ['/interaction/', 404, 'Page not found.'],
    ['/interaction/index.html', 404, 'Page not found.'],
  ])('%s: %i %s', async (url, status, title) => {
    expect(await titleOf(url)).toEqual([status, title]);
  });
});

describe('the page of a monitoring site', () => {
  beforeAll(() => insertFixture(store));

  test('has the name of the site in its head, as text', async () => {
    const { statusCode, body, headers } = await portal.send('/sites/2/');
    expect(statusCode).toBe(200);
    expect(body).toContain('<title>Monitoring Dashboard · Well &quot;7&quot; &lt;east&gt;</title>');
    expect(body).toContain('href="https://example.org/sites/2"');
    expect(body).toContain('<p>The site</p>');
    expect(headers['cache-control']).toBe('no-cache');
    expect(String(headers['content-security-policy'])).not.toContain('frame-src');
  });

  test.each([
    ['/sites/99', 404, 'Monitoring Dashboard · Site'],
    ['/sites/999999999', 404, 'Monitoring Dashboard · Site'],
    ['/sites/HEII', 200, 'Monitoring Dashboard · Snake River near Heise'],
    ['/sites/heii/', 200, 'Monitoring Dashboard · Snake River near Heise'],
    ['/sites/USBR-HEII', 200, 'Monitoring Dashboard · Snake River near Heise'],
    ['/sites/USGS-HEII', 404, 'Monitoring Dashboard · Site'],
    ['/sites/0', 404, 'Monitoring Dashboard · Site'],
    ['/sites/-1', 404, 'Monitoring Dashboard · Site'],
    ['/sites/9999999999', 404, 'Monitoring Dashboard · Site'],
    ['/sites/%25', 404, 'Monitoring Dashboard · Site'],
    ['/sites/%3Cscript%3E', 404, 'Monitoring Dashboard · Site'],
    [`/sites/${'x'.repeat(2000)}`, 404, 'Monitoring Dashboard · Site'],
    ['/sites/1/more', 404, 'Page not found.'],
    ['/sites', 404, 'Page not found.'],
  ])('%s: %i %s', async (url, status, title) => {
    expect(await titleOf(url)).toEqual([status, title]);
  });

  test('a portal without that page shows the site on the map', async () => {
    const dist = path.join(folder, 'without-sites');
    mkdirSync(dist);
    writeFileSync(path.join(dist, 'index.html'), '<!doctype html><title>Landing</title>');
    await using without = openTestApp(store, { environment: { DIST_DIR: dist } });
    const { statusCode, headers } = await without.send('/sites/usbr-heii');
    expect([statusCode, headers.location]).toEqual([302, '/watershed-overview/map-of-sites?site=1']);
    expect((await without.send('/sites/99')).statusCode).toBe(404);
  });

  test('has one address, whatever led to it', async () => {
    const { body } = await portal.send('/sites/usbr-heii');
    expect(body).toContain('href="https://example.org/sites/1"');
  });

  test('is not found for a site that is not shown', async () => {
    await store.query('update location set is_shown = false where loc_ndx = 1');
    expect(await titleOf('/sites/1')).toEqual([404, 'Monitoring Dashboard · Site']);
    await store.query('update location set is_shown = true where loc_ndx = 1');
    expect((await titleOf('/sites/1'))[0]).toBe(200);
  });
});

describe('the page of a public document', () => {
  const id = '00000000-0000-4000-8000-0000000000d1';
  const insert = (content: object, status: number, is_enabled = true) =>
    store.query(
      `insert into public_document (id, status_id, is_enabled, content, created_at, created_by, updated_at, updated_by)
        values ($1::text::uuid, $2::text::smallint, $3::text::boolean, $4::text::jsonb, now(), 'a', now(), 'a')
        on conflict (id) do update set status_id = excluded.status_id, is_enabled = excluded.is_enabled`,
      [id, String(status), String(is_enabled), JSON.stringify(content)],
    );

  test.each([
    ['a draft', 1, true],
    ['a disabled document', 2, false],
  ])('is not found for %s', async (_, status, isEnabled) => {
    await insert({ title: 'Secret plan' }, status, isEnabled);
    const answer = await portal.send(`/documents/public-docs/${id}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('The page');
    expect(answer.body).not.toContain('Secret plan');
    expect(await titleOf('/documents/public-docs/12')).toEqual([404, 'Page not found.']);
    await store.query('delete from public_document where id = $1::text::uuid', [id]);
  });

  test('has the title and the summary in its head, as text', async () => {
    const summary = `Flows & "storage"\n<script>alert(1)</script> ${'long '.repeat(60)}$&`;
    await insert({ title: 'Report </title><script>$1', summary }, 2);
    const { statusCode, body, headers } = await portal.send(`/documents/public-docs/${id}/`);
    expect(statusCode).toBe(200);
    const title = 'Monitoring Dashboard · Report &lt;/title&gt;&lt;script&gt;$1';
    expect(body).toContain(`<title>${title}</title>`);
    expect(body).toContain(`<meta property="og:title" content="${title}">`);
    const start = 'Flows &amp; &quot;storage&quot; &lt;script&gt;alert(1)&lt;/script&gt; long long';
    expect(body).toContain(`<meta name="description" content="${start}`);
    expect(body).toContain(`<meta property="og:description" content="${start}`);
    expect(body).toContain('long…">');
    expect(body).not.toContain('<script>alert');
    expect(String(headers['content-security-policy'])).toContain("frame-src 'self' https://api.example.org;");
    expect(headers['cache-control']).toBe('no-cache');
    const other = await portal.send('/about');
    expect(String(other.headers['content-security-policy'])).not.toContain('frame-src');
  });
});

describe('a page that asks the database', () => {
  /** Counts the statements of the sites’ and the documents’ names. */
  function countStatements() {
    const statements: string[] = [];
    const counting = {
      ...store,
      query: ((...input: Parameters<Store['query']>) => {
        statements.push(JSON.stringify(input[0]));
        return store.query(...input);
      }) as Store['query'],
    };
    return { statements, counting };
  }

  const environment = () => ({ DIST_DIR: path.join(folder, 'dist') });

  test('asks once until the published data change', async () => {
    const { statements, counting } = countStatements();
    await using counted = openTestApp(counting, { environment: environment() });
    const readNames = () => statements.filter((text) => /location l|public_document/.test(text)).length;
    for (const url of ['/sites/2', '/sites/2/', '/sites/99', '/sites/99']) await counted.send(url);
    expect(readNames()).toBe(2);
    const before = await counted.send('/sites/2');
    await store.query(`update location set loc_name = 'Renamed' where loc_ndx = 2`);
    const after = await counted.send({
      url: '/sites/2',
      headers: { 'if-none-match': String(before.headers.etag) },
    });
    expect([after.statusCode, /<title>(.*)<\/title>/.exec(after.body)?.[1]]).toEqual([
      200,
      'Monitoring Dashboard · Renamed',
    ]);
    expect(readNames()).toBe(3);
  });

  test('is counted like a call, and the pages are not', async () => {
    await using limited = openTestApp(store, {
      environment: { ...environment(), RATE_LIMIT_PER_MINUTE: '2' },
    });
    const document = '/documents/public-docs/00000000-0000-4000-8000-0000000000d1';
    for (const url of ['/sites/1', document]) expect((await limited.send(url)).statusCode).not.toBe(429);
    for (const url of ['/sites/1', '/%73ites/1', document, '/api/version']) {
      const refused = await limited.send(url);
      expect([url, refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([url, 429, true]);
    }
    for (const url of ['/', '/about', '/favicon.svg', '/sites']) {
      expect((await limited.send(url)).statusCode, url).not.toBe(429);
    }
  });

  test('is sent as it was built without the database', async () => {
    await using broken = openTestApp(
      {
        ...store,
        query: async () => {
          throw new Error('The database is away.');
        },
      },
      { environment: environment() },
    );
    const answer = await broken.send('/sites/1');
    expect([answer.statusCode, /<title>(.*)<\/title>/.exec(answer.body)?.[1]]).toEqual([
      200,
      'Monitoring Dashboard · Site',
    ]);
  });
});

describe('caching of files', () => {
  test.each([
    ['/', 'no-cache'],
    ['/about', 'no-cache'],
    ['/nowhere', 'no-cache'],
    ['/_assets/about.abc.js', 'public, max-age=31536000, immutable'],
    ['/favicon.svg', 'public, max-age=600'],
    ['/hero.mp4', 'public, max-age=600'],
    ['/_assets/font.1.woff2', 'public, max-age=31536000, immutable'],
    ['/_assets/missing.js', 'no-cache'],
  ])('%s: %s', async (url, expected) => {
    expect((await portal.send(url)).headers['cache-control']).toBe(expected);
  });

  test('scripts come without what only a document needs, and run nothing of elsewhere', async () => {
    const { headers } = await portal.send('/_assets/about.abc.js');
    expect(headers['content-security-policy']).toBe("default-src 'self'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    for (const name of ['x-frame-options', 'permissions-policy', 'origin-agent-cluster']) {
      expect(headers).not.toHaveProperty(name);
      expect((await portal.send('/about')).headers).toHaveProperty(name);
    }
  });

  test('text is compressed', async () => {
    const headers = { 'accept-encoding': 'gzip, deflate, br' };
    const answer = await portal.send({ url: '/', headers });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(files['index.html']);
  });
});

describe('a script, style or font of an older build', () => {
  test.each(['/_assets/old.abc.js', '/_assets/old.abc.css', '/_assets/old.abc.woff2', '/_assets/old/'])(
    '%s is a short 404, and no page',
    async (url) => {
      const answer = await portal.send(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(answer.payload.length).toBeLessThan(200);
    },
  );

  test('is 404, too, once it was removed from the folder of a running portal', async () => {
    const file = path.join(folder, 'dist/_assets/font.1.woff2');
    const content = readFileSync(file);
    rmSync(file);
    const answer = await portal.send('/_assets/font.1.woff2');
    writeFileSync(file, content);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect((await portal.send('/_assets/font.1.woff2')).statusCode).toBe(200);
  });
});

describe('the video', () => {
  test('comes in ranges', async () => {
    const part = await portal.send({ url: '/hero.mp4', headers: { range: 'bytes=2-5' } });
    expect(part.statusCode).toBe(206);
    expect(part.headers).toMatchObject({
      'content-range': 'bytes 2-5/10',
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
    });
    expect(part.payload).toBe('2345');
  });
});

describe('the Content-Security-Policy of a page', () => {
  const source = (code: string) => `'sha256-${hash('sha256', code, 'base64')}'`;

  async function policyOf(url: string) {
    const header = String((await portal.send(url)).headers['content-security-policy']);
    return Object.fromEntries(
      header.split('; ').map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources];
      }),
    );
  }

  test('lets its own inline scripts and styles run, and no others', async () => {
    expect(await policyOf('/')).toMatchObject({ 'script-src': ["'self'", source(theme)] });
    expect(await policyOf('/about')).toMatchObject({
      'script-src': ["'self'", source(island)],
      'style-src': ["'self'", source(style)],
    });
    expect(await policyOf('/nowhere')).toMatchObject({ 'script-src': ["'self'"] });
  });

  test('is strict otherwise', async () => {
    const header = String((await portal.send('/about')).headers['content-security-policy']);
    expect(header).not.toMatch(/unsafe/);
    expect(await policyOf('/about')).toMatchObject({
      'default-src': ["'self'"],
      'connect-src': ["'self'", 'https://api.example.org', 'https://places.example.org'],
      'img-src': ["'self'", 'data:', 'blob:', 'https:'],
      'worker-src': ["'self'", 'blob:'],
      'object-src': ["'none'"],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'self'"],
      'form-action': ["'self'"],
    });
  });
});

describe('without built pages', () => {
  test('says what to do, and serves them once they are there', async () => {
    const dist = path.join(folder, 'later');
    await using early = openTestApp(store, { environment: { DIST_DIR: dist } });
    const answer = await early.send('/');
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.payload).toMatch(/^The pages have not been built: .* Run npm run build, then reload\.\n$/);
    expect((await early.send('/api/health')).statusCode).toBe(200);
    mkdirSync(dist);
    writeFileSync(path.join(dist, 'index.html'), 'built');
    expect((await early.send('/')).payload).toBe('built');
  });
});
