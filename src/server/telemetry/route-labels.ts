import type { FastifyReply, FastifyRequest } from 'fastify';

export type RouteLabels = {
  /** The pattern of the route, `page` for a file of the pages, or `none`. */
  readonly route: string;
  readonly method: string;
};

/** Methods that routes have; a client may send any other. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

/**
 * Names a request by its matched pattern, never by its address: that may contain anything, also what belongs to one
 * person, and there would be a name for each.
 */
export function routeLabels(
  { is404, method, routeOptions }: FastifyRequest,
  { statusCode }: FastifyReply,
): RouteLabels {
  return {
    route: is404 ? pageOrNone(statusCode) : (routeOptions.url ?? 'none'),
    method: knownMethods.has(method) ? method : 'other',
  };
}

/** Files of the pages have no routes of their own. */
function pageOrNone(statusCode: number): string {
  return statusCode < 400 ? 'page' : 'none';
}
