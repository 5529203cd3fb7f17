import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from '../http/problems.ts';

/**
 * What a route is for. `api`: calls of the API, and every route that says nothing else. `operator`: probes of a proxy
 * or monitor, and importers on the same computer; they may call by address. `sign-in`: the built-in identity provider.
 * `page`: files of the pages. `asset`: their scripts, styles and fonts.
 */
export type RouteKind = 'api' | 'operator' | 'sign-in' | 'page' | 'asset';

declare module 'fastify' {
  interface FastifyContextConfig {
    kind?: RouteKind;
  }
  interface FastifyRequest {
    /** The kind of the matched route, however its address is spelled. */
    kind: RouteKind;
  }
}

/** Options of a route of the identity provider. */
export const signInRoute = { config: { kind: 'sign-in' }, schema: { hide: true } } as const;

const operatorPatterns = new Set(['/api/health', '/api/ready', '/metrics']);

/** Sets the kind of each request from the pattern of its route; has to precede all routes. */
export function addRouteKinds(app: FastifyInstance) {
  app.decorateRequest('kind', 'api');
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, kind: route.config?.kind ?? kindOfPattern(route.url) };
  });
  app.addHook('onRequest', async (request) => {
    request.kind = request.is404
      ? kindOfUnknown(decodePath(request.url))
      : (request.routeOptions.config.kind ?? 'api');
  });
}

function kindOfPattern(pattern: string): RouteKind {
  return operatorPatterns.has(pattern) || pattern.startsWith('/internal/') ? 'operator' : 'api';
}

/** A request without a route is for a file of the pages, unless its address belongs to the API however it is spelled. */
function kindOfUnknown(path: string): RouteKind {
  if (/^\/+(api|internal|ogc)(\/|$)/i.test(path)) return 'api';
  return path.startsWith('/_assets/') ? 'asset' : 'page';
}

/** Whether a request is for a file of the pages. */
export function isForFile({ kind }: FastifyRequest): boolean {
  return kind === 'page' || kind === 'asset';
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
