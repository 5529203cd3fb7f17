import process from 'node:process';
import { type Basin, defaultBasinFile } from '#contract/basin.ts';
import { readBasin } from './basin-file.ts';

// Runs when the pages are built, never in a browser.

/** The path of the basin file, from the setting BASIN_FILE; an empty setting counts as unset. */
export const portalBasinPath = (): string => process.env.BASIN_FILE || defaultBasinFile;

/** Reads the portal's basin file. @throws BadBasin */
export const readPortalBasin = (): Basin => readBasin(portalBasinPath());
