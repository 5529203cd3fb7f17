import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CachedBody } from '../../http/cached-body.ts';

/** A file of the built pages: text is held in memory, other files are read from disk on request. */
export type SiteFile = { name: string } & (
  | { kind: 'page'; content: CachedBody; scripts: string[]; styles: string[] }
  | { kind: 'text'; content: CachedBody }
  | { kind: 'binary' }
);

const textTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.geojson': 'application/geo+json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
};

/**
 * Reads the folder of built pages; returns undefined if there is none. The keys are file names relative to the folder,
 * such as `watershed-overview/map-of-sites/index.html`, so no file outside it can be served.
 */
export function scanSite(folder: string): Map<string, SiteFile> | undefined {
  if (!existsSync(path.join(folder, 'index.html'))) return undefined;
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return new Map(
    files.map((file) => {
      const name = file.split(path.sep).join('/');
      return [name, readSiteFile(folder, name)];
    }),
  );
}

function readSiteFile(folder: string, name: string): SiteFile {
  const type = textTypes[path.extname(name).toLowerCase()];
  if (!type) return { kind: 'binary', name };
  const body = readFileSync(path.join(folder, name));
  const content = new CachedBody(body, { type, bestCompression: true });
  return name.endsWith('.html')
    ? { kind: 'page', name, content, ...inlineHashes(body.toString('utf8')) }
    : { kind: 'text', name, content };
}

/**
 * Computes the Content-Security-Policy hashes of a page's inline scripts and styles. Data blocks such as
 * `application/ld+json` do not run and need none.
 */
export function inlineHashes(html: string): { scripts: string[]; styles: string[] } {
  const withoutComments = html.replace(/<!--[\s\S]*?-->/g, '');
  const scripts = new Set<string>();
  for (const [, attributes = '', code = ''] of withoutComments.matchAll(
    /<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi,
  )) {
    if (!/[\s"']src\s*=/i.test(attributes) && isExecutable(attributes)) scripts.add(sourceHash(code));
  }
  const styles = new Set<string>();
  for (const [, code = ''] of withoutComments.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi)) {
    styles.add(sourceHash(code));
  }
  return { scripts: [...scripts], styles: [...styles] };
}

function isExecutable(attributes: string) {
  const type = /[\s"']type\s*=\s*["']?([^"'\s>]+)/i.exec(attributes)?.[1]?.toLowerCase();
  return type === undefined || type === 'module' || type === 'importmap' || type.endsWith('javascript');
}

function sourceHash(code: string) {
  return `'sha256-${hash('sha256', code, 'base64')}'`;
}
