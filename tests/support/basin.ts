import path from 'node:path';
import { readBasin } from '#config/basin/basin-file.ts';
import { defaultBasinFile } from '#contract/basin/basin.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The basin file that a portal has without any setting. */
export const basinPath = path.join(root, defaultBasinFile);
export const basin = readBasin(basinPath);

/** An invented river in another region. */
export const otherRiverPath = path.join(root, 'tests/fixtures/basin/other-river.yaml');
export const otherRiver = readBasin(otherRiverPath);

/** Options of an import that waits for nothing, reads no environment, and leaves nothing to chance. */
export const quietImport = { basin, sleep: async () => {}, environment: {}, random: () => 0.5 };
