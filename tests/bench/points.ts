import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { build, preview } from 'vite';
import { type Finding, middle } from './measure.ts';

const rounds = 7;

/** 10,000 points drawn by the map kit against a page with nothing but Leaflet on canvas, in one browser. */
export async function benchPoints(browser: Browser): Promise<Finding[]> {
  const outDir = mkdtempSync(path.join(os.tmpdir(), 'points-'));
  const root = path.join(import.meta.dirname, 'harness');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir, emptyOutDir: true },
  });
  const server = await preview({ root, configFile: false, build: { outDir }, preview: { port: 4389 } });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    await page.waitForFunction(() => 'bench' in window);
    const kit: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      kit.push(await time(page, 'kit'));
      bare.push(await time(page, 'bare'));
    }
    await page.close();
    return [
      {
        what: 'Map: 10,000 points drawn, against bare Leaflet on canvas',
        figure: middle(kit) / middle(bare),
        unit: '×',
        limit: 1.5,
        detail: `${middle(kit).toFixed(0)} ms against ${middle(bare).toFixed(0)} ms`,
      },
    ];
  } finally {
    await server.close();
    rmSync(outDir, { recursive: true, force: true });
  }
}

function time(page: Page, which: 'kit' | 'bare'): Promise<number> {
  return page.evaluate(async (name) => {
    const bench: unknown = Reflect.get(window, 'bench');
    const work = typeof bench === 'object' && bench ? Reflect.get(bench, name) : undefined;
    return typeof work === 'function' ? Number(await work()) : Number.NaN;
  }, which);
}
