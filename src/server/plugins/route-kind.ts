import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from '../http/problems.ts';
import { parseDocumentAddress, parseMonitoringSiteAddress } from './site/record-pages.ts';

/**
 * What a route is for. `api`: calls of the API, and every route that says nothing else. `operator`: probes of a proxy
 * or monitor, and importers on the same computer; they may call by address. `sign-in`: the built-in identity provider.
 * `page`: files of the pages. `record-page`: a page that asks the database what it is about. `asset`: their scripts, styles
 * and fonts.
 */
export type RouteKind = 'api' | 'operator' | 'sign-in' | 'page' | 'record-page' | 'asset';

declare module 'fastify' {
  interface FastifyContextConfig {
    kind?: RouteKind;
    /** Whoever has its address may use it, so its parameters are not logged. */
    hasSecretPath?: true;
  }
  interface FastifyInstance {
    /** What the addresses of routes with a secret path begin with. */
    secretAddresses: ReadonlySet<string>;
  }
  interface FastifyRequest {
    /** The kind of the matched route, however its address is spelled. */
    kind: RouteKind;
  }
}

/** Options of a route of the identity provider. */
export const signInRoute = { config: { kind: 'sign-in' }, schema: { hide: true } } as const;

const operatorPatterns = new Set(['/api/health', '/api/ready', '/metrics']);

/** The methods of each registered pattern. */
export type RouteMethods = ReadonlyMap<string, ReadonlySet<string>>;

/** The route by which the plugin for other origins hears of preflights at any address. */
const anyAddress = '*';

/** Sets the kind of each request from the pattern of its route; has to precede all routes, of which it keeps a list. */
export function addRouteKinds(app: FastifyInstance): RouteMethods {
  const routes = new Map<string, Set<string>>();
  const secretAddresses = new Set<string>();
  app.decorate('secretAddresses', secretAddresses);
  app.decorateRequest('kind', 'api');
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, kind: route.config?.kind ?? kindOfPattern(route.url) };
    if (hasSecretPath(route.config)) secretAddresses.add(route.url.replace(/:.*/, ''));
    if (route.url === anyAddress) return;
    const methods = routes.get(route.url) ?? new Set();
    routes.set(route.url, methods);
    for (const method of [route.method].flat()) methods.add(method);
  });
  app.addHook('onRequest', async (request) => {
    request.kind =
      request.is404 || request.routeOptions.url === anyAddress
        ? kindOfUnknown(decodePath(request.url))
        : (request.routeOptions.config.kind ?? 'api');
  });
  return routes;
}

export function hasSecretPath(config: FastifyContextConfig): boolean {
  return (config.hasSecretPath ?? config.endpoint?.hasSecretPath) === true;
}

function kindOfPattern(pattern: string): RouteKind {
  return operatorPatterns.has(pattern) || pattern.startsWith('/internal/') ? 'operator' : 'api';
}

/** A request without a route is for a file of the pages, unless its address belongs to the API however it is spelled. */
function kindOfUnknown(path: string): RouteKind {
  if (/^\/+(api|internal|ogc)(\/|$)/i.test(path)) return 'api';
  if (path.startsWith('/_assets/')) return 'asset';
  return parseDocumentAddress(path) || parseMonitoringSiteAddress(path) ? 'record-page' : 'page';
}

/** Whether a request is for a file of the pages. */
export function isForFile({ kind }: FastifyRequest): boolean {
  return kind === 'page' || kind === 'record-page' || kind === 'asset';
}

/** Whether a request is answered from memory or disk, without the database. */
export function isForBuiltFile(request: FastifyRequest): boolean {
  return isForFile(request) && request.kind !== 'record-page';
}

/** Decodes the path of a request once: `/%61pi/x?y` → `/api/x`. */
export function decodePath(url: string): string {
  const path = pathOf(URL.canParse(url) ? new URL(url).pathname : url).replace(/#.*/, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
