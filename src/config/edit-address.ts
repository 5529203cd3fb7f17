import { publicEnvironment } from './environment.ts';

/** Makes the address at which a file of the project can be edited; undefined if none is configured. */
export function editAddress(file: string): string | undefined {
  const base = publicEnvironment.PUBLIC_EDIT_URL;
  return base === '' ? undefined : `${base.replace(/\/$/, '')}/${file}`;
}
