import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mapPathOfSite } from '#domain/page-paths.ts';
import type { Config } from '../../config.ts';
import type { FoundSite } from '../../db/find-site.ts';
import { CachedBody, sendCachedBody } from '../../http/cached-body.ts';
import { pathOf } from '../../http/problems.ts';
import { createVersionedCache, type VersionedCache } from '../../http/query-cache.ts';
import { withTimeout } from '../../with-timeout.ts';
import { pageContentPolicy } from '../security-headers.ts';
import {
  type DocumentSummary,
  documentShell,
  fillDocumentHead,
  fillMonitoringSiteHead,
  monitoringSiteShell,
  type PageSubjects,
  parseDocumentAddress,
  parseMonitoringSiteAddress,
} from './record-pages.ts';
import { type SiteFile, scanSite } from './scan-site.ts';

/** Responds to a GET or HEAD request outside the API. */
export type SiteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** A built page that stands for many addresses. */
type SharedPage = {
  readonly shell: string;
  readonly showsFiles: boolean;
  parseAddress(address: string): string | undefined;
  readVersion(): Promise<string>;
  /** The page with its subject in its head; undefined without a subject. */
  fill(html: string, id: string): Promise<string | undefined>;
  /** The address of another page that shows the subject, for a portal without this one. */
  findSubstitute?(id: string): Promise<string | undefined>;
};

type Subjects = {
  readonly documents: PageSubjects<DocumentSummary>;
  readonly sites: PageSubjects<FoundSite>;
};

const maxCachedBytes = 16 * 1024 * 1024;

/** A page that waits longer for its subject is sent without, and shows itself what it finds. */
const subjectTimeoutMs = 3000;

type BuiltPage = SiteFile & { readonly kind: 'page' };

export type BuiltSite = {
  /** Serves the built pages with pretty addresses, each with its own Content-Security-Policy. */
  readonly handle: SiteHandler;
  /** A built page by its file, such as `about/index.html`; undefined where there is none. */
  page(file: string): BuiltPage | undefined;
};

/** Opens the folder of the built pages. */
export function openBuiltSite(app: FastifyInstance, config: Config, subjects?: Subjects): BuiltSite {
  const folder = path.resolve(config.distDir);
  const sharedPages = (subjects ? createSharedPages(subjects) : []).map((page) => ({
    ...page,
    filled: createVersionedCache<CachedBody | undefined>(maxCachedBytes, (body) => body?.heldBytes ?? 100),
  }));
  // Adds `reply.sendFile`, with ranges for the video, but no routes.
  app.register(fastifyStatic, { root: folder, serve: false, suppressWarning: true });
  let files: Map<string, SiteFile> | undefined;

  async function sendSharedPage(
    request: FastifyRequest,
    reply: FastifyReply,
    {
      readVersion,
      fill,
      showsFiles,
      filled,
    }: SharedPage & { readonly filled: VersionedCache<CachedBody | undefined> },
    id: string,
    shell: SiteFile & { kind: 'page' },
  ) {
    const { content } = shell;
    const fillShell = async () => {
      const html = await fill((await content.read()).toString('utf8'), id);
      return html === undefined ? undefined : new CachedBody(html, { type: content.type });
    };
    // Without the database, the page is sent as it was built, and says itself what failed.
    const page = await withTimeout(
      readVersion().then((version) => filled.get(version, id, fillShell)),
      subjectTimeoutMs,
      () => new Error('late'),
    ).catch(() => shell.content);
    // The page itself says that there is no such document or site.
    if (page === undefined) reply.code(404);
    reply.headers({
      'cache-control': 'no-cache',
      'content-security-policy': pageContentPolicy(config, shell, { showsFiles }),
    });
    return sendCachedBody(request, reply, page ?? shell.content);
  }

  const handle: SiteHandler = async (request, reply) => {
    files ??= scanSite(folder);
    if (!files) return sendNotBuilt(reply, config);
    const address = pathOf(request.url);
    for (const page of sharedPages) {
      const id = page.parseAddress(address);
      const shell = files.get(page.shell);
      if (id === undefined) continue;
      if (shell?.kind === 'page') return sendSharedPage(request, reply, page, id, shell);
      const substitute = await page.findSubstitute?.(id).catch(() => undefined);
      if (substitute !== undefined) return reply.header('cache-control', 'no-cache').redirect(substitute);
    }
    const listed = findFile(files, address);
    // Another build may have replaced the folder since it was read.
    const found =
      listed?.kind === 'binary' && !existsSync(path.join(folder, listed.name)) ? undefined : listed;
    // A script of an older build gets no page: a browser could not read one.
    const file = found ?? (isAssetName(address.slice(1)) ? undefined : files.get('404.html'));
    if (!found) reply.code(404).header('cache-control', 'no-cache');
    if (!file) return reply.type('text/plain; charset=utf-8').send('Page not found.\n');
    if (found) reply.header('cache-control', cacheControl(file));
    if (isAsset(file)) reply.headers(assetHeaders);
    if (file.kind === 'binary') {
      return reply.sendFile(file.name, { cacheControl: false, dotfiles: 'allow' });
    }
    if (isAsset(file)) removeDocumentHeaders(reply);
    else {
      const hashes = file.kind === 'page' ? file : { scripts: [], styles: [] };
      reply.header('content-security-policy', pageContentPolicy(config, hashes));
    }
    return sendCachedBody(request, reply, file.content);
  };

  return {
    handle,
    page: (file) => {
      files ??= scanSite(folder);
      const found = files?.get(file);
      return found?.kind === 'page' ? found : undefined;
    },
  };
}

function createSharedPages({ documents, sites }: Subjects): readonly SharedPage[] {
  return [
    {
      shell: documentShell,
      showsFiles: true,
      parseAddress: parseDocumentAddress,
      readVersion: documents.readVersion,
      fill: async (html, id) => {
        const document = await documents.find(id);
        return document && fillDocumentHead(html, id, document);
      },
    },
    {
      shell: monitoringSiteShell,
      showsFiles: false,
      parseAddress: parseMonitoringSiteAddress,
      readVersion: sites.readVersion,
      fill: async (html, id) => {
        const site = await sites.find(id);
        return site && fillMonitoringSiteHead(html, site);
      },
      findSubstitute: async (id) => {
        const site = await sites.find(id);
        return site && mapPathOfSite(site.loc_ndx);
      },
    },
  ];
}

/** Scripts and styles whose names contain a hash of their content. */
function isAsset({ name }: SiteFile): boolean {
  return isAssetName(name);
}

function isAssetName(name: string): boolean {
  return name.startsWith('_assets/');
}

/** Scripts, styles and fonts are for everybody: a page in the frame of another site, which has no origin, loads them, too. */
const assetHeaders = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/** Headers that only documents need: a screen has dozens of other files, and headers are not compressed. */
const documentOnlyHeaders = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

function removeDocumentHeaders(reply: FastifyReply): void {
  for (const name of documentOnlyHeaders) reply.removeHeader(name);
  // A worker's policy is the one sent with its script.
  reply.header('content-security-policy', "default-src 'self'");
}

function findFile(files: Map<string, SiteFile>, address: string): SiteFile | undefined {
  const name = decodeAddress(address)?.replace(/^\/+|\/+$/g, '');
  // The sign-in page is a template that the identity provider fills in. Nothing is found at the address of the 404 page.
  if (name === undefined || /^(?:interaction|404)(\/|\.html$|$)/.test(name)) return undefined;
  return (
    files.get(name) ??
    files.get(name === '' ? 'index.html' : `${name}/index.html`) ??
    files.get(`${name}.html`) ??
    // The page of a model's list reads the record's id from the address.
    files.get(name.replace(/^(models\/[^/]+)\/[\da-f-]{36}$/i, '$1/index.html'))
  );
}

function decodeAddress(address: string) {
  try {
    return decodeURIComponent(address);
  } catch {
    return undefined;
  }
}

function cacheControl(file: SiteFile) {
  // Names below _assets/ contain a hash of the content.
  if (isAsset(file)) return 'public, max-age=31536000, immutable';
  return file.kind === 'page' ? 'no-cache' : 'public, max-age=600';
}

function sendNotBuilt(reply: FastifyReply, config: Config) {
  return reply
    .code(503)
    .headers({ 'cache-control': 'no-store', 'retry-after': '30' })
    .type('text/plain; charset=utf-8')
    .send(
      `The pages have not been built: there is no ${config.distDir}/index.html. Run npm run build, then reload.\n`,
    );
}
