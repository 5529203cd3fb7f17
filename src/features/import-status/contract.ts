import * as z from 'zod/mini';
import { Demonstration } from '#contract/demonstration.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { RecordFreshness, SourceStatus } from '#contract/ingest-status.ts';

const IngestStatus = z.object({ sources: z.array(SourceStatus), records: z.array(RecordFreshness) });
export type IngestStatus = z.output<typeof IngestStatus>;

export const readIngestStatus = defineEndpoint({
  summary: 'The last run of each importer with its failures, and the freshness of each record',
  method: 'GET',
  path: '/api/ingest-status',
  access: 'developer',
  maxAge: 'never',
  response: IngestStatus,
});

export const readDemonstration = defineEndpoint({
  path: '/api/demonstration',
  access: 'developer',
  summary: 'What of the demonstration the first import removes',
  method: 'GET',
  maxAge: 'never',
  response: Demonstration,
});
