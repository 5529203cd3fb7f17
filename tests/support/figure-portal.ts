import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFigureThread } from '#figures/figure-thread.ts';
import { createApp } from '#server/app.ts';
import { openStore } from '#server/db/open-store.ts';
import { briefRequest, insertBriefFixture } from './brief-fixture.ts';
import { testConfig } from './test-app.ts';

/** A portal that allows the frames of one of two other sites. */
export type FigurePortal = {
  readonly origin: string;
  /** Pages with a frame of a figure. */
  readonly listedSite: string;
  readonly otherSite: string;
  close(): Promise<void>;
};

export const figurePath = '/embed/season?site=G1&parameter=Streamflow';

export async function openFigurePortal(): Promise<FigurePortal> {
  let origin = '';
  const html = () =>
    `<!doctype html><html lang="en"><title>Canal company</title><h1>Canal company</h1><iframe title="Streamflow" width="700" height="700" src="${origin}${figurePath}"></iframe></html>`;
  const sites = [createSite(html), createSite(html)] as const;
  const [listedSite, otherSite] = await Promise.all(sites.map(listen));
  const store = await openStore('memory://');
  await insertBriefFixture(store);
  const app = createApp({
    store,
    config: testConfig({ EMBED_ORIGINS: listedSite ?? '' }),
    brief: briefRequest,
    openProviders: ['USBR HydroMet'],
    drawFigure: createFigureThread(),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://localhost:${(app.server.address() as AddressInfo).port}`;
  return {
    origin,
    listedSite: listedSite ?? '',
    otherSite: otherSite ?? '',
    close: async () => {
      for (const site of sites) site.close().closeAllConnections();
      app.server.closeAllConnections();
      await app.close();
      await store.close();
    },
  };
}

function createSite(html: () => string): Server {
  return createServer((_, response) => response.setHeader('content-type', 'text/html').end(html()));
}

/** @returns the origin, on another site than `localhost` */
function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
}
