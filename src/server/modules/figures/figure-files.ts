import type { DrawFigure, Figure, FigureFormat } from '#contract/figure.ts';
import { HttpProblem } from '../../http/problems.ts';
import { readDataVersion } from '../../http/query-cache.ts';
import { createVersionedCache } from '../../http/versioned-cache.ts';
import { readBriefFigure } from './brief-figure.ts';
import type { FigureAddress } from './figure-address.ts';
import type { FigureContext } from './figure-context.ts';
import { readSeasonFigure } from './season-figure.ts';
import { readSnowFigure } from './snow-figure.ts';
import { readStorageFigure } from './storage-figure.ts';

/** Figures that may be read or drawn at the same time; others have to try again. */
export const maxRunning = 8;

const maxBytes = 32 * 1024 * 1024;
const maxFigures = 100;

type FigureFiles = {
  /**
   * Gives the file of a figure, held until the published data change.
   * @throws HttpProblem 503 while too many are drawn, and where drawing failed
   * @throws HttpProblem 404, 403 where there is nothing to draw
   */
  get(address: FigureAddress, format: FigureFormat, context: FigureContext): Promise<Uint8Array>;
};

type FilesSettings = {
  readonly draw: DrawFigure;
  readonly origin: string;
  readonly onFailure: (error: unknown) => void;
};

export function createFigureFiles({ draw, origin, onFailure }: FilesSettings): FigureFiles {
  const figures = createVersionedCache<Figure>(maxFigures, () => 1);
  const files = createVersionedCache<Uint8Array>(maxBytes, (file) => file.byteLength);
  let running = 0;

  async function takeTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= maxRunning) throw unavailable('Many figures are being drawn. Try again in a moment.');
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  }

  return {
    get: async (address, format, context) => {
      const version = await readDataVersion(context.from);
      const { theme, ...what } = address;
      const name = JSON.stringify([what, context.on]);
      return files.get(version, JSON.stringify([name, theme, format]), () =>
        takeTurn(async () => {
          const figure = await figures.get(version, name, () => readFigure(context, address));
          return draw({ figure, theme, format, address: origin + figure.path }).catch((error: unknown) => {
            onFailure(error);
            throw unavailable('The figure could not be drawn. Try again in a moment.');
          });
        }),
      );
    },
  };
}

function unavailable(detail: string): HttpProblem {
  return new HttpProblem(503, detail, { headers: { 'retry-after': '5' } });
}

function readFigure(context: FigureContext, address: FigureAddress): Promise<Figure> {
  switch (address.name) {
    case 'season':
      return readSeasonFigure(context, address);
    case 'snow':
      return readSnowFigure(context, address.group);
    case 'storage':
      return readStorageFigure(context);
    case 'brief':
      return readBriefFigure(context);
  }
}
