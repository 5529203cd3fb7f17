import { publicEnvironment } from './environment.ts';

/** Where a file of the project is edited; undefined where no such place is configured. */
export function editAddress(file: string): string | undefined {
  const base = publicEnvironment.PUBLIC_EDIT_URL;
  return base === '' ? undefined : `${base.replace(/\/$/, '')}/${file}`;
}
