import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { unbuilt, writeBuildId } from '#components/build-id.ts';
import { type Config, parseConfig } from '#server/config.ts';
import { createSiteHandler } from '#server/plugins/site/site-handler.ts';
import { expect, test } from '../../support/e2e.ts';
import { recordDocuments } from '../../support/sign-in.ts';

/** A copy of the built pages in which every script, style and font has another name, as after a change of all code. */
function copyRelease(from: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-release-'));
  cpSync(from, folder, { recursive: true });
  const assets = readdirSync(path.join(folder, '_assets'));
  const renamed = (name: string) => name.replace(/(\.\w+)$/, '-next$1');
  const pattern = new RegExp(assets.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(html|js|css)$/.test(name)) continue;
    const file = path.join(folder, name);
    const text = readFileSync(file, 'utf8').replace(pattern, renamed);
    writeFileSync(file, text.replace(/data-build="[\da-f]+"/, `data-build="${unbuilt}"`));
  }
  for (const name of assets)
    renameSync(path.join(folder, '_assets', name), path.join(folder, '_assets', renamed(name)));
  writeBuildId(folder);
  return folder;
}

type Deployment = {
  readonly origin: string;
  /** Replaces the pages by the next release, as a restart does. */
  deploy(): Promise<void>;
  close(): Promise<void>;
};

/** Serves the built pages at an address of their own; the API is that of a running portal. */
async function serveRelease(portal: string): Promise<Deployment> {
  const config = parseConfig(process.env);
  if (!existsSync(path.join(config.distDir, 'build.json')))
    throw new Error('Build the pages: npm run build.');
  const next = copyRelease(config.distDir);
  let app = await serve({ ...config, distDir: config.distDir }, portal, 0);
  const { port } = app.server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    async deploy() {
      await app.close();
      app = await serve({ ...config, distDir: next }, portal, port);
    },
    async close() {
      await app.close();
      rmSync(next, { recursive: true });
    },
  };
}

async function serve(config: Config, portal: string, port: number): Promise<FastifyInstance> {
  const app = fastify({ forceCloseConnections: true });
  const site = createSiteHandler(app, config);
  app.setNotFoundHandler(async (request, reply) => {
    if (!request.url.startsWith('/api/')) return site(request, reply);
    const response = await fetch(portal + request.url);
    reply.code(response.status).type(response.headers.get('content-type') ?? 'text/plain');
    return reply.send(Buffer.from(await response.arrayBuffer()));
  });
  await app.listen({ port, host: 'localhost' });
  return app;
}

test.describe('a tab that is open over a deploy', () => {
  let deployment: Deployment;

  test.beforeEach(async ({ baseURL }) => {
    deployment = await serveRelease(baseURL ?? '');
  });

  test.afterEach(async () => {
    await deployment.close();
  });

  test('reloads itself when it needs a script that is not there any more', async ({ page }) => {
    const { origin } = deployment;
    await page.goto(`${origin}/watershed-overview/map-of-sites?q=snake`);
    await expect(page.getByText(/^\d+ of \d+ sites in view$/)).toBeVisible();
    const build = await page.locator('html').getAttribute('data-build');
    const documents = recordDocuments(page);
    await deployment.deploy();
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(page.getByText('The portal has a new version, so this page was reloaded.')).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-build', build ?? '');
    await expect(page).toHaveURL(/\?q=snake$/);
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(page.getByRole('dialog', { name: 'Export the map' })).toBeVisible();
    expect(documents).toHaveLength(1);
  });

  test('reloads itself when it was restored from a cache, and all of its files have other names', async ({
    page,
  }) => {
    const address = `${deployment.origin}/documents/public-docs`;
    const old = await (await page.request.get(address)).text();
    await deployment.deploy();
    await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: old }), {
      times: 1,
    });
    const documents = recordDocuments(page);
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Public Files');
    await expect(page.getByText('The portal has a new version, so this page was reloaded.')).toBeVisible();
    expect(documents).toHaveLength(2);
  });

  test('is a new page after Back', async ({ page }) => {
    await page.goto(`${deployment.origin}/documents/public-docs`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Public Files');
    await page.goto(`${deployment.origin}/about`);
    await deployment.deploy();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Public Files');
    // The page before may reload itself just then, which ends the way forward.
    await expect(async () => {
      if (new URL(page.url()).pathname !== '/about') await page.goForward();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('About', { timeout: 5000 });
    }).toPass({ timeout: 75_000 });
  });
});
