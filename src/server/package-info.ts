import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const PackageInfo = z.object({ name: z.string(), version: z.string(), license: z.string() });

/** Name and version of the portal, from package.json. */
export const packageInfo = PackageInfo.parse(
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')),
);
