import process from 'node:process';
import { type Basin, defaultBasinFile } from '#contract/basin.ts';
import { readBasin } from './basin-file.ts';

// Runs where the pages are built, never in a browser.

/** The basin file that the setting BASIN_FILE names; an empty setting counts as unset. */
export const portalBasinPath = (): string => process.env.BASIN_FILE || defaultBasinFile;

/** @throws BadBasin */
export const readPortalBasin = (): Basin => readBasin(portalBasinPath());
