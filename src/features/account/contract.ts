import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';

/** One question to settle before others rely on the portal. `finding` says how it is, and what to do where it is open. */
export const PublicationPoint = z.object({
  question: z.string(),
  is_settled: z.boolean(),
  finding: z.string(),
});
export type PublicationPoint = z.output<typeof PublicationPoint>;

export const readPublication = defineEndpoint({
  access: 'administrator',
  maxAge: 'never',
  summary: 'What is still demonstration, unset or not backed up before the portal is published',
  method: 'GET',
  path: '/api/publication',
  response: z.array(PublicationPoint),
});
