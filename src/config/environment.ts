import { PublicEnvironment } from './public-environment.ts';

/** The public settings that the pages were built with. */
export const publicEnvironment = PublicEnvironment.parse({
  PUBLIC_API_ORIGIN: import.meta.env.PUBLIC_API_ORIGIN,
  PUBLIC_MAPBOX_TOKEN: import.meta.env.PUBLIC_MAPBOX_TOKEN,
  PUBLIC_BASEMAP: import.meta.env.PUBLIC_BASEMAP,
  PUBLIC_AUTH0_DOMAIN: import.meta.env.PUBLIC_AUTH0_DOMAIN,
  PUBLIC_AUTH0_CLIENT_ID: import.meta.env.PUBLIC_AUTH0_CLIENT_ID,
  PUBLIC_AUTH0_AUDIENCE: import.meta.env.PUBLIC_AUTH0_AUDIENCE,
  PUBLIC_AUTH0_ROLES_CLAIM: import.meta.env.PUBLIC_AUTH0_ROLES_CLAIM,
  PUBLIC_GEOCODER_URL: import.meta.env.PUBLIC_GEOCODER_URL,
  PUBLIC_EDIT_URL: import.meta.env.PUBLIC_EDIT_URL,
  PUBLIC_SUPPORT_CONTACT: import.meta.env.PUBLIC_SUPPORT_CONTACT,
  PUBLIC_SENTINEL_DASHBOARD_URL: import.meta.env.PUBLIC_SENTINEL_DASHBOARD_URL,
});

/** Makes the address at which a file of the project can be edited; undefined if none is configured. */
export function editAddress(file: string): string | undefined {
  const base = publicEnvironment.PUBLIC_EDIT_URL;
  return base === '' ? undefined : `${base.replace(/\/$/, '')}/${file}`;
}
