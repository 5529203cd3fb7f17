type TileSettings = {
  /** The day that it is of; the latest by default. */
  readonly on: string | undefined;
  /** What it is of: a site, or what the basin file offers for it. */
  readonly of?: unknown;
};

/** Draws a part of another screen into an element of the board packet. @returns how to end it */
export type MountTile = (element: HTMLElement, settings: TileSettings) => () => void;

/** A fill of `packet-tiles`: parts by their names, each loaded when it is first shown. */
export type PacketTiles = Readonly<Record<string, () => Promise<MountTile>>>;

/** A fill of `packet-sites`: the sites that have a sheet each, by `loc_ndx`. */
export type PacketSites = () => readonly number[];
