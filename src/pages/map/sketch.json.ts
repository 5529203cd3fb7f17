import { readPortalBasin } from '#config/basin/basin-file.ts';
import { sketchBasin } from '#config/basin/basin-sketch.ts';

/** Returns the lines of the basin as paths, for the small maps of the sites' pages; null without shapes. */
export function GET(): Response {
  return new Response(JSON.stringify(sketchBasin(readPortalBasin()) ?? null), {
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
}
