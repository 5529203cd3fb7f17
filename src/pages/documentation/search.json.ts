import { readPassages } from '#components/docs/passages.ts';

/** Returns the index of the documentation's search. */
export async function GET() {
  return new Response(JSON.stringify(await readPassages()), {
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
}
