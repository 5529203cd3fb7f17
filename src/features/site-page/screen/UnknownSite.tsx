import { useEffect, useMemo, useState } from 'react';
import { type DataPoint, listWells } from '#contract/public-map.ts';
import { pathOfSite } from '#domain/page-paths.ts';
import field from '#kits/form/Field.module.css';
import { buttonClass, Notice } from '#kits/ui/index.ts';
import { Stack } from '#kits/ui/Layout.tsx';
import { toErrorMessage } from '#lib/errors.ts';
import { createSearchEngine } from '#lib/search-engine.ts';
import { request } from '#stores/api.ts';
import { toSearchRecord } from '#stores/search-record.ts';
import styles from './SitePage.module.css';

const maxShown = 12;

/** What stands at an address that names no site: a search for sites, which begins with what the address has. */
export function UnknownSite({ id }: { id: string }) {
  const [text, setText] = useState(id.slice(0, 100));
  const [sites, setSites] = useState<readonly DataPoint[]>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    const controller = new AbortController();
    request(listWells, {}, { signal: controller.signal }).then(setSites, (cause: unknown) => {
      if (!controller.signal.aborted) setError(toErrorMessage(cause));
    });
    return () => controller.abort();
  }, []);
  const find = useMemo(
    () => createSearchEngine((sites ?? []).map(toSearchRecord), { limit: maxShown }),
    [sites],
  );
  const byNdx = useMemo(() => new Map(sites?.map((site) => [site.loc_ndx, site])), [sites]);
  const found = find(text).flatMap(({ entry }) => byNdx.get(entry.loc_ndx) ?? []);
  return (
    <Stack className={`plain-page anywhere ${styles.site}`}>
      <h1>{id === '' ? 'Find a site' : 'No site has this address'}</h1>
      <p>
        {id !== '' && (
          <>
            The portal shows no site <strong>{id.slice(0, 100)}</strong>. It may have been hidden or removed.{' '}
          </>
        )}
        Search by name, river or number, or look at the{' '}
        <a href="/watershed-overview/map-of-sites">Map of Sites</a>.
      </p>
      <label className={`text-sm strong ${styles.search}`}>
        Search for a site
        <input
          className={`control full-width ${field.text}`}
          type="search"
          value={text}
          placeholder="Name, river or number"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <p role="status" className="quiet">
        {sites && text.trim() !== '' && found.length === 0 && 'No site is found.'}
      </p>
      {error !== undefined && (
        <Notice
          severity="error"
          action={
            <a className={buttonClass()} href={location.href}>
              Try again
            </a>
          }
        >
          The list of sites could not be loaded. {error}
        </Notice>
      )}
      {found.length > 0 && (
        <Stack as="ul" className={styles.links} aria-label="Sites found">
          {found.map(({ loc_ndx, loc_name, loc_id, loc_type_name }) => (
            <li key={loc_ndx}>
              <a href={pathOfSite(loc_ndx)}>{loc_name}</a> {loc_type_name} {loc_id}
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  );
}
