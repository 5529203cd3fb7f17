import { createRequester } from '#contract/request.ts';
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

/**
 * Reads a figure without a session, as anybody. A query that it does not have is refused by the server.
 * @throws RequestFailed
 */
export function readFigure(
  name: FigureName,
  query: Readonly<Record<string, string>>,
  origin: string,
): Promise<Figure> {
  const request = createRequester({ origin });
  return request(calls[name], { query } as never);
}
