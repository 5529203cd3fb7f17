import type { DrawFigure, Figure, FigureFormat } from '#contract/figure.ts';
import { createWorkQueue, type WorkQueue } from '../../db/work-queue.ts';
import { HttpProblem, tooBusy, unavailable } from '../../http/problems.ts';
import { readDataVersion } from '../../http/query-cache.ts';
import { createVersionedCache } from '../../http/versioned-cache.ts';
import { spend, weights } from '../../limits/account.ts';
import { createRecentMap } from '../../recent-map.ts';
import { readBriefFigure } from './brief-figure.ts';
import type { FigureAddress } from './figure-address.ts';
import type { FigureContext } from './figure-context.ts';
import { readSeasonFigure } from './season-figure.ts';
import { readSnowFigure } from './snow-figure.ts';
import { readStorageFigure } from './summed-season.ts';

/** So many files are read or drawn at the same time. One thread draws them all, so an embedded page waits for one picture. */
export const maxDrawn = { pages: 2, pictures: 1 } as const;
/** How long a file waits for its turn. */
const maxWaitMs = 10_000;

const maxBytes = 32 * 1024 * 1024;
const maxFigures = 100;

export type FigureFile = {
  readonly file: Uint8Array;
  /** The data have changed since it was drawn, and a new one is being drawn. */
  readonly isOutdated: boolean;
};

type FigureFiles = {
  /**
   * Gives the file of a figure: the last one that was drawn, also while that of changed data is drawn.
   * @throws HttpProblem 503 where it was not its turn in time, and where drawing failed
   * @throws HttpProblem 404, 403 where there is nothing to draw
   * @throws HttpProblem 429 where the caller has no budget left for a drawing
   */
  get(address: FigureAddress, format: FigureFormat, context: FigureContext): Promise<FigureFile>;
};

type FilesSettings = {
  readonly draw: DrawFigure;
  readonly origin: string;
  readonly onFailure: (error: unknown) => void;
};

export function createFigureFiles({ draw, origin, onFailure }: FilesSettings): FigureFiles {
  const figures = createVersionedCache<Figure>(maxFigures, () => 1);
  /** The last file of each address. */
  const held = createRecentMap<HeldFile>(maxBytes);
  const running = new Map<string, Promise<Uint8Array>>();
  const pages = createWorkQueue(maxDrawn.pages, { maxPerOwner: 1 });
  const pictures = createWorkQueue(maxDrawn.pictures);

  async function takeTurn<Result>(queue: WorkQueue, work: () => Promise<Result>): Promise<Result> {
    const late = new AbortController();
    const refuse = () => late.abort(tooBusy('Many figures are being drawn. Try again in a moment.'));
    const timer = setTimeout(refuse, maxWaitMs);
    return queue.run(() => {
      clearTimeout(timer);
      return work();
    }, late.signal);
  }

  /** Simultaneous calls share one drawing, for which the first caller pays. */
  async function drawOnce(key: string, state: string, create: () => Promise<Uint8Array>, cost: number) {
    const id = `${key} ${state}`;
    const begun = running.get(id);
    if (begun) return begun;
    spend(cost);
    const drawing = create();
    running.set(id, drawing);
    try {
      const file = await drawing;
      held.set(key, { state, file }, file.byteLength);
      return file;
    } catch (error) {
      // What may not be shown any more is not shown once more.
      if (error instanceof HttpProblem && error.statusCode < 500) held.delete(key);
      throw error;
    } finally {
      running.delete(id);
    }
  }

  return {
    get: async (address, format, context) => {
      const version = await readDataVersion(context.from);
      const { theme, ...what } = address;
      // Names are found in capital and small letters.
      const name = JSON.stringify(what).toLowerCase();
      const key = JSON.stringify([name, theme, format]);
      const state = `${version} ${context.on}`;
      const last = held.get(key);
      if (last?.state === state) return { file: last.file, isOutdated: false };
      const [queue, cost] = format.kind === 'png' ? [pictures, weights.picture] : [pages, weights.drawing];
      const create = () =>
        takeTurn(queue, async () => {
          const figure = await figures.get(version, `${name} ${context.on}`, () =>
            readFigure(context, address),
          );
          return draw({ figure, theme, format, address: origin + figure.path }).catch((error: unknown) => {
            onFailure(error);
            throw unavailable('The figure could not be drawn. Try again in a moment.');
          });
        });
      const drawing = drawOnce(key, state, create, cost);
      if (!last) return { file: await drawing, isOutdated: false };
      drawing.catch(() => {});
      return { file: last.file, isOutdated: true };
    },
  };
}

type HeldFile = { readonly state: string; readonly file: Uint8Array };

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
