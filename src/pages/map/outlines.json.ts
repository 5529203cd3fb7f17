import { readPortalBasin } from '#config/basin/basin-file.ts';
import { readOutlines } from '#config/basin/outlines.ts';

/** Returns the region's state and county lines and the names of states, for maps whose basemap cannot be loaded. */
export function GET(): Response {
  return new Response(
    JSON.stringify(readOutlines(readPortalBasin().shapes?.boundaries.map(({ boundary }) => boundary))),
    {
      headers: { 'content-type': 'application/json; charset=utf-8' },
    },
  );
}
