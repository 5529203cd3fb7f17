import type { SourceName } from '#domain/agencies.ts';
import type { Source } from '../source.ts';
import { idwr } from './idwr-accounting.ts';
import { aquainfo } from './idwr-aquainfo.ts';
import { nrcs } from './nrcs.ts';
import { usbr } from './usbr.ts';
import { usgs } from './usgs/fetch.ts';

/** Agencies by their names on the command line. */
export const agencies: Readonly<Record<SourceName, Source>> = {
  aquainfo,
  idwr,
  nrcs,
  usbr,
  usgs,
};
