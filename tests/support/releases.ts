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

export type Deployment = {
  readonly origin: string;
  /** Replaces the pages by the next release, as a restart does. */
  deploy(): Promise<void>;
  close(): Promise<void>;
};

/** Serves the built pages at an address of their own; the API is that of a running portal. */
export async function serveRelease(portal: string): Promise<Deployment> {
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
