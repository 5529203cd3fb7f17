import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import { pathOfSite } from '#domain/page-paths.ts';
import { DateField, SelectField, TextField } from '#kits/form/Field.tsx';
import { MultiSelect } from '#kits/form/MultiSelect.tsx';
import { CopyButton } from '#kits/ui/CopyButton.tsx';
import { Disclosure } from '#kits/ui/Disclosure.tsx';
import { Button, Card, Grid, LoadState, Row, Stack, useScreen } from '#kits/ui/index.ts';
import { useQuestion } from '#kits/ui/overlay/use-question.tsx';
import { todayInBasin } from '#lib/basin-clock.ts';
import { addDays } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';
import { dataOf } from '#stores/queries.ts';
import { TokenTable } from '../../account/index.ts';
import type { OwnAdministration, OwnSite } from '../contract.ts';
import { type Administration, createAdministration } from './administration.ts';
import { NewSite, parameterOptions } from './NewSite.tsx';
import { readingsId } from './own-sites.ts';

/** For administrators: the own sites, who may write them, and their write tokens. */
export function AdministrationPart() {
  const store = useScreen(createAdministration);
  const state = useStore(store.query.$state);
  const [openNdx, setOpenNdx] = useState<number>();
  const data = dataOf(state);
  return (
    <Stack as="section" gap={3} aria-labelledby="own-sites">
      <h2 id="own-sites">Sites</h2>
      <LoadState state={state} noun="the own sites" lines={4} retry={store.query.retry} />
      {data?.sites.length === 0 && <p>There is no own site yet. Create the first one.</p>}
      {data && (
        <>
          <ul className="ruled-list">
            {data.sites.map((site) => (
              <li key={site.loc_ndx}>
                <Disclosure
                  label={site.loc_name}
                  open={site.loc_ndx === openNdx}
                  onToggle={() => setOpenNdx(site.loc_ndx === openNdx ? undefined : site.loc_ndx)}
                >
                  {site.loc_ndx === openNdx && <OpenSite store={store} data={data} site={site} />}
                </Disclosure>
              </li>
            ))}
          </ul>
          <NewSite store={store} data={data} onCreated={setOpenNdx} />
          <div className="narrow">
            <Writers store={store} data={data} site={null} />
          </div>
        </>
      )}
    </Stack>
  );
}

type SiteProps = { store: Administration; data: OwnAdministration; site: OwnSite };

const limits = [15, 30, 60, 120, 360, 720, 1440, 2880, 10_080].map((minutes) => ({
  value: String(minutes),
  label:
    minutes < 60
      ? `${minutes} minutes`
      : minutes < 1440
        ? countOf(minutes / 60, 'hour')
        : countOf(minutes / 1440, 'day'),
}));

/** What is chosen here is saved at once. */
function OpenSite({ store, data, site }: SiteProps) {
  const { loc_ndx, limit_minutes } = site;
  const parameters = site.parameters.map(({ parameter_ndx }) => parameter_ndx).filter((ndx) => ndx !== 0);
  const options = useMemo(() => parameterOptions(data), [data]);
  return (
    <Stack gap={4} className="pad-3">
      <p>
        <a href={`${pathOfSite(loc_ndx)}#${readingsId}`}>Its page, where readings are entered</a>
      </p>
      <Grid gap={4} data-align="start">
        <Writers store={store} data={data} site={site} />
        <MultiSelect
          label="What is measured"
          noun="parameters"
          options={options}
          value={parameters}
          onChange={(next) => void store.save(site, { parameters: [...next], limit_minutes })}
        />
        <SelectField
          label="Longest time between two readings of a day"
          value={String(limit_minutes)}
          choices={limits}
          hint="A longer time is a gap. A day has a mean where readings cover 80 % of it. Days follow within ten minutes."
          onChange={(next) => void store.save(site, { parameters, limit_minutes: Number(next) })}
        />
      </Grid>
      <Tokens store={store} data={data} site={site} />
    </Stack>
  );
}

/** Who may write a site, or with null all own sites. */
function Writers({ store, data, site }: Omit<SiteProps, 'site'> & { site: OwnSite | null }) {
  const loc_ndx = site?.loc_ndx ?? null;
  const options = useMemo(
    () => data.people.map(({ subject }) => ({ value: subject, label: subject })),
    [data],
  );
  return (
    <MultiSelect
      label={site ? 'Who may write its readings' : 'Who may write the readings of all own sites'}
      noun="people"
      options={options}
      value={data.writers.filter((each) => each.loc_ndx === loc_ndx).map(({ subject }) => subject)}
      placeholder="Choose people…"
      hint="Everyone who has signed in is listed. Administrators may write all sites."
      onChange={(subjects) => void store.saveWriters(loc_ndx, subjects)}
    />
  );
}

const defaultDays = 366;

function Tokens({ store, data, site: { loc_ndx, loc_name } }: SiteProps) {
  const [ask, dialog] = useQuestion();
  const [name, setName] = useState('');
  const [endsOn, setEndsOn] = useState<string | undefined>(() =>
    addDays(todayInBasin(new Date()), defaultDays),
  );
  const created = useStore(store.$created);
  const isChanging = useStore(store.$isChanging);
  const tokens = data.tokens.filter((each) => each.loc_ndx === loc_ndx);
  const isReady = name.trim() !== '' && endsOn !== undefined && !isChanging;
  const titleId = `tokens-${loc_ndx}`;

  async function create(): Promise<void> {
    if (endsOn === undefined || !isReady) return;
    if (await store.createToken({ loc_ndx, name, ends_on: endsOn })) setName('');
  }

  return (
    <Stack as="section" gap={3} aria-labelledby={titleId}>
      <h3 id={titleId}>Write tokens</h3>
      <p className="muted">
        A logger or a script pushes readings of {loc_name} with one, and can do nothing else.{' '}
        <a href="/documentation/guide/own-records#push-readings">How to push</a>
      </p>
      {tokens.length > 0 && (
        <TokenTable
          list={tokens}
          labelledBy={titleId}
          ask={ask}
          onRevoke={(token) => void store.revoke(token)}
        />
      )}
      {created?.loc_ndx === loc_ndx && (
        <Card as="p" data-severity="warning" className="anywhere">
          Copy it now, it is not shown again: <code>{created.secret}</code>{' '}
          <CopyButton text={() => created.secret} label="Copy" what="write token" />{' '}
          <Button onClick={() => store.$created.set(undefined)}>Done</Button>
        </Card>
      )}
      <Row gap={3} data-align="end">
        <TextField label="Name of a new token" value={name} maxLength={60} onChange={setName} />
        <DateField label="Last day" value={endsOn} onChange={setEndsOn} />
        <Button aria-disabled={!isReady} onClick={() => void create()}>
          Create token
        </Button>
      </Row>
      {dialog}
    </Stack>
  );
}
