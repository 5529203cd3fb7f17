import { readOutlines } from '#config/outlines.ts';

/** Returns the region's state and county lines, for maps whose basemap cannot be loaded. */
export function GET(): Response {
  return new Response(JSON.stringify(readOutlines()), {
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
}
