import type { FastifyInstance } from 'fastify';
import type { FeatureServices } from '#server/feature-services.ts';
import { sendCachedBody } from '#server/http/cached-body.ts';
import { HttpProblem } from '#server/http/problems.ts';
import { serializePolicy } from '#server/plugins/security-headers.ts';
import { figureNames } from '../contract.ts';

/** Registers the page of each figure, which is the built one with a policy for the frames of other sites. */
export function registerEmbedPage(
  app: FastifyInstance,
  { builtPage, config }: Pick<FeatureServices, 'builtPage' | 'config'>,
): void {
  const schema = { hide: true };
  app.get<{ Params: { figure: string } }>('/embed/:figure', { schema }, async (request, reply) => {
    const isKnown = figureNames.some((each) => each === request.params.figure);
    const page = builtPage('embed/season/index.html');
    if (!page) throw new HttpProblem(404, 'The pages of this portal are not built.');
    // The page says itself that there is no such figure.
    if (!isKnown) reply.code(404);
    reply.removeHeader('x-frame-options');
    reply.headers({
      'cache-control': 'no-cache',
      'content-security-policy': framePolicy(config.embedOrigins, page),
      'cross-origin-resource-policy': 'cross-origin',
    });
    return sendCachedBody(request, reply, page.content);
  });
}

type Hashes = { readonly scripts: readonly string[]; readonly styles: readonly string[] };

/** A sandbox without an origin: no cookies, no storage, no session. It draws, and opens the portal in a new tab. */
function framePolicy(origins: readonly string[], { scripts, styles }: Hashes): string {
  return serializePolicy({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts],
    'style-src': ["'self'", ...styles],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    'frame-ancestors': origins.length > 0 ? [...origins] : ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    sandbox: ['allow-scripts', 'allow-popups', 'allow-popups-to-escape-sandbox'],
  });
}
