import { atom } from 'nanostores';
import type { RequestOf } from '#contract/endpoint.ts';
import { request } from '#stores/api.ts';
import { createScreen } from '#stores/create-screen.ts';
import { createListChanges, createQuery } from '#stores/queries.ts';
import {
  createOwnSite,
  createWriteToken,
  type OwnSite,
  readOwnAdministration,
  revokeWriteToken,
  saveOwnSite,
  saveWriters,
} from '../contract.ts';
import { ownSites } from './own-sites.ts';

/** The own sites, who may write them, and their write tokens, for administrators. */
export function createAdministration() {
  const query = createQuery({ fetch: (signal) => request(readOwnAdministration, {}, { signal }) });
  const { $isChanging, change } = createListChanges({
    retry: async () => {
      await Promise.all([query.retry(), ownSites.retry()]);
    },
  });
  /** The token just created: its secret is shown this once. */
  const $created = atom<{ readonly loc_ndx: number; readonly secret: string } | undefined>(undefined);
  const { start } = createScreen({ queries: [query], onStart: () => [() => $created.set(undefined)] });
  return {
    query,
    $isChanging,
    $created,
    start,
    create: (body: RequestOf<typeof createOwnSite>['body']) =>
      change(() => request(createOwnSite, { body }), `The site “${body.loc_name}” was created.`),
    save: ({ loc_ndx, loc_name }: OwnSite, body: RequestOf<typeof saveOwnSite>['body']) =>
      change(
        () => request(saveOwnSite, { params: { loc_ndx: String(loc_ndx) }, body }),
        `“${loc_name}” was saved.`,
      ),
    saveWriters: (loc_ndx: number | null, subjects: readonly string[]) =>
      change(
        () => request(saveWriters, { body: { loc_ndx, subjects: [...subjects] } }),
        'Who may write was saved.',
      ),
    createToken: (body: RequestOf<typeof createWriteToken>['body']) =>
      change(async () => {
        const created = await request(createWriteToken, { body });
        $created.set(created);
        return created;
      }, `The write token “${body.name}” was created.`),
    revoke: ({ id, name }: { readonly id: string; readonly name: string }) =>
      change(() => request(revokeWriteToken, { params: { id } }), `The write token “${name}” was revoked.`),
  };
}

export type Administration = ReturnType<typeof createAdministration>;
