import type { ValueAccess } from '../../access/value-access.ts';
import type { Queryable } from '../../db/queryable.ts';
import type { BriefReader } from '../brief/routes.ts';
import type { OutlookReader } from '../outlook/outlook-reader.ts';

export type DataLinkServices = {
  readonly from: Queryable;
  readonly valueAccess: ValueAccess;
  /** Where people reach the portal, for the notes of files. */
  readonly origin: string;
  readonly briefs: BriefReader;
  readonly outlooks: OutlookReader;
};
