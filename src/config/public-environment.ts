import * as z from 'zod/mini';

const text = z._default(z.string(), '');

function isContact(text: string): boolean {
  return text === '' || toContactLink(text) !== undefined;
}

/** The settings that become part of the built pages, from variables whose names begin with PUBLIC_. None is a secret. */
export const PublicEnvironment = z.object({
  /** Origin of the API if the pages are served elsewhere, e.g. by a CDN; empty for the same origin. */
  PUBLIC_API_ORIGIN: text,
  /** A Mapbox token; without one the basemaps are keyless public tiles. */
  PUBLIC_MAPBOX_TOKEN: text,
  /** The basemap that maps open with: `outdoors`, or `plain`, which is built in and asks no tile service. */
  PUBLIC_BASEMAP: z._default(z.enum(['outdoors', 'plain']), 'outdoors'),
  /** Domain of the Auth0 tenant people sign in with; empty for the built-in provider with its demo accounts. */
  PUBLIC_AUTH0_DOMAIN: text,
  /** The portal's client id at that tenant. */
  PUBLIC_AUTH0_CLIENT_ID: z._default(z.string(), 'portal'),
  /** The API's identifier (audience) at that tenant. */
  PUBLIC_AUTH0_AUDIENCE: z._default(z.string(), 'urn:monitoring-dashboard:api'),
  /** The claim of tokens that lists the roles Developer, Administrator and User. */
  PUBLIC_AUTH0_ROLES_CLAIM: z._default(z.string(), 'https://monitoring-dashboard/roles'),
  /** Place search: the address of a Nominatim-compatible search service; `none` switches place search off. */
  PUBLIC_GEOCODER_URL: z._default(z.string(), 'https://nominatim.openstreetmap.org/search'),
  /** Where the project's files can be edited, for the link under each page of the documentation; empty for no link. */
  PUBLIC_EDIT_URL: text,
  /** Whom people ask for help, an e-mail address or an address that begins with https://; empty for nobody. */
  PUBLIC_SUPPORT_CONTACT: z._default(z.string().check(z.refine(isContact)), ''),
  /** The address of the external sentinel well dashboard. */
  PUBLIC_SENTINEL_DASHBOARD_URL: z._default(
    z.string(),
    'https://idwr.idaho.gov/water-data/groundwater-levels/',
  ),
});
export type PublicEnvironment = z.output<typeof PublicEnvironment>;

/**
 * Converts a contact to the address of a link: `help@example.org` to `mailto:help@example.org`; an address that begins
 * with https:// stays. Undefined for other text.
 */
export function toContactLink(contact: string): string | undefined {
  if (/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(contact)) return `mailto:${contact}`;
  return contact.startsWith('https://') && URL.canParse(contact) ? contact : undefined;
}
