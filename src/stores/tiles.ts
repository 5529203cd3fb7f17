type TileSettings = {
  /** The day that it is of; the latest by default. */
  readonly on: string | undefined;
  /** What it is of: a site, or what the basin file offers for it. */
  readonly of?: unknown;
};

/** Draws a part of another screen into an element, of the site page or of the board packet. @returns how to end it */
export type MountTile = (element: HTMLElement, settings: TileSettings) => () => void;

type Offer = ReturnType<typeof Promise.withResolvers<() => Promise<MountTile>>>;

const offers = new Map<string, Offer>();

function offerOf(name: string): Offer {
  const offer = offers.get(name) ?? Promise.withResolvers<() => Promise<MountTile>>();
  offers.set(name, offer);
  return offer;
}

/** Offers a part of a feature to other screens, which may not import it. It is loaded when it is first shown. */
export function offerTile(name: string, load: () => Promise<MountTile>): void {
  offerOf(name).resolve(load);
}

/** Loads a part that the page offers, or will offer. */
export async function loadTile(name: string): Promise<MountTile> {
  const load = await offerOf(name).promise;
  return load();
}
