import { createRequester } from '#contract/request.ts';
import { demonstrationHeader } from '#lib/demonstration.ts';
import {
  type Figure,
  type FigureName,
  readBriefFigure,
  readSeasonFigure,
  readSnowFigure,
  readStorageFigure,
} from '../contract.ts';

const calls = {
  season: readSeasonFigure,
  storage: readStorageFigure,
  snow: readSnowFigure,
  brief: readBriefFigure,
} as const;

/** A figure, and whether its answer says that it is of a demonstration. */
export type ReadFigure = { readonly figure: Figure; readonly isDemonstration: boolean };

/**
 * Reads a figure without a session, as anybody. A query that it does not have is refused by the server.
 * @throws RequestFailed
 */
export async function readFigure(
  name: FigureName,
  query: Readonly<Record<string, string>>,
  origin: string,
): Promise<ReadFigure> {
  let isDemonstration = false;
  const request = createRequester({
    origin,
    onResponse: (_, { headers }) => {
      isDemonstration = headers.has(demonstrationHeader.name);
    },
  });
  const figure = await request(calls[name], { query } as never);
  return { figure, isDemonstration };
}
