import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { nameOf } from '#contract/record-fields.ts';
import { Day } from '#contract/time-series.ts';
import { idParams, OwnSite, siteParams } from './shapes.ts';

const administrator = { access: 'administrator', maxAge: 'never' } as const;

export const maxPushedReadings = 10_000;

/** An answer for each reading, in their order. */
const PushAnswer = z.object({
  line: z.int(),
  id: z.nullable(z.string()),
  status: z.enum(['stored', 'same', 'revised', 'refused']),
  reason: z.optional(z.string()),
});

/**
 * The body is a JSON array of readings, or one reading on each line (application/x-ndjson):
 * `{"id": "a1", "parameter": "Diversion", "at": "2026-04-07T08:15:00-06:00", "value": 12.5, "unit": "cfs"}`. `id` is the
 * sender's own: the same one again changes nothing.
 */
export const pushReadings = defineEndpoint({
  summary: `Adds up to ${maxPushedReadings} readings of one site, with a write token of the site, as JSON or NDJSON; each gets an answer`,
  method: 'POST',
  path: '/api/readings',
  access: 'open',
  hasOwnTokens: true,
  maxBodyBytes: 4_000_000,
  body: z.union(
    [z.array(z.unknown()), z.string()],
    'must be a list of readings, or one reading on each line',
  ),
  response: z.object({
    stored: z.int(),
    same: z.int(),
    revised: z.int(),
    refused: z.int(),
    readings: z.array(PushAnswer),
  }),
  errors: [413],
});

const Writer = z.object({ subject: z.string(), loc_ndx: z.nullable(z.int()) });

/** A token that writes the readings of one site, and does nothing else. */
export const WriteToken = z.object({
  id: z.uuid(),
  loc_ndx: z.int(),
  name: z.string(),
  starts_with: z.string(),
  ends_on: Day,
  has_ended: z.boolean(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
});
export type WriteToken = z.output<typeof WriteToken>;

/** A writer of all own sites has the `loc_ndx` null. Administrators may write all of them. */
export const OwnAdministration = z.object({
  sites: z.array(OwnSite),
  writers: z.array(Writer),
  tokens: z.array(WriteToken),
  /** People who have signed in, to choose writers from. */
  people: z.array(z.object({ subject: z.string() })),
  /** What a new site can be. */
  types: z.array(z.string()),
  providers: z.array(z.string()),
  parameters: z.array(
    z.object({ parameter_ndx: z.int(), parameter_name: z.string(), units_name: z.string() }),
  ),
});
export type OwnAdministration = z.output<typeof OwnAdministration>;

export const readOwnAdministration = defineEndpoint({
  ...administrator,
  summary: 'The own sites, who may write their readings, and their write tokens',
  method: 'GET',
  path: '/api/own-records/administration',
  response: OwnAdministration,
});

const ownFields = {
  parameters: z.array(z.int()).check(z.minLength(1, 'Choose a parameter.'), z.maxLength(20)),
  limit_minutes: z.int().check(z.gte(1), z.lte(10_080)),
};

export const createOwnSite = defineEndpoint({
  ...administrator,
  summary: 'Creates an own site, as a published content record of a location',
  method: 'POST',
  path: '/api/own-records/sites',
  body: z.strictObject({
    loc_id: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
    loc_name: nameOf(120),
    loc_type: z.string(),
    data_provider: z.string(),
    latitude_dd: z.number(),
    longitude_dd: z.number(),
    ...ownFields,
  }),
  successStatus: 201,
  response: OwnSite,
  errors: [409],
});

export const saveOwnSite = defineEndpoint({
  ...administrator,
  summary: 'Makes a site of the portal an own one, or changes what can be entered at it',
  method: 'PUT',
  path: '/api/own-records/sites/:loc_ndx',
  params: siteParams,
  body: z.strictObject(ownFields),
  response: OwnSite,
  errors: [404],
});

export const saveWriters = defineEndpoint({
  ...administrator,
  summary: 'Says who may write the readings of a site, or of all own sites with the loc_ndx null',
  method: 'PUT',
  path: '/api/own-records/writers',
  body: z.strictObject({
    loc_ndx: z.nullable(z.int()),
    subjects: z.array(z.string().check(z.minLength(1), z.maxLength(255))).check(z.maxLength(200)),
  }),
  response: z.object({ writers: z.array(Writer) }),
  errors: [404],
});

export const createWriteToken = defineEndpoint({
  ...administrator,
  summary: 'Creates a token that writes the readings of one site; its secret is shown this once',
  method: 'POST',
  path: '/api/own-records/tokens',
  body: z.strictObject({ loc_ndx: z.int(), name: nameOf(60), ends_on: Day }),
  successStatus: 201,
  response: z.object({ ...WriteToken.shape, secret: z.string() }),
  hasSecret: true,
  errors: [404, 409],
});

export const revokeWriteToken = defineEndpoint({
  ...administrator,
  summary: 'Revokes a write token at once',
  method: 'DELETE',
  path: '/api/own-records/tokens/:id',
  params: idParams,
  response: z.object({ id: z.uuid() }),
  errors: [404],
});
