import { useState } from 'react';
import { toRequestFailed } from '#contract/request.ts';
import { SelectField, SubmitButton, TextArea, TextField } from '#kits/form/Field.tsx';
import { FileButton } from '#kits/form/FileButton.tsx';
import { Button, Grid, Notice, Row, Stack } from '#kits/ui/index.ts';
import { LinesTable } from '#kits/ui/LinesTable.tsx';
import { instantInBasin } from '#lib/basin-clock.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { dateFormats, formatInstant, formatMoment } from '#lib/calendar-text.ts';
import { countOf } from '#lib/count-text.ts';
import { formatValue } from '#lib/format-number.ts';
import { showToast } from '#lib/page/toasts.ts';
import { parseTypedNumber } from '#lib/typed-number.ts';
import { request } from '#stores/api.ts';
import { type OwnSite, type RatingEffect, type RatingTable, stage, writeRatingTable } from '../contract.ts';

type Props = { site: OwnSite; tables: readonly RatingTable[]; onChange: () => void };

/** The versions of a site's rating tables, and the form for a new one. */
export function RatingTables({ site, tables, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const flows = site.parameters.filter(
    ({ parameter_ndx, units_name }) => parameter_ndx !== stage.parameter_ndx && units_name === 'cfs',
  );
  if (flows.length === 0 && tables.length === 0) return null;
  const close = () => setOpen(false);
  return (
    <Stack as="section" gap={3} aria-labelledby="rating-tables">
      <h2 id="rating-tables">Rating Tables</h2>
      {tables.length === 0 && <p className="quiet">There is no table yet that turns a stage into a flow.</p>}
      <ul className="ruled-list">
        {tables.map(({ parameter_ndx, version, valid_from, offset_ft, points, note, by, known_from }) => (
          <li key={`${parameter_ndx} ${version}`} className="pad-2 anywhere">
            <strong>Version {version}</strong> for{' '}
            {site.parameters.find((each) => each.parameter_ndx === parameter_ndx)?.parameter_name}, from{' '}
            {formatInstant(valid_from, dateFormats.shortDateTime)}, offset {formatValue(offset_ft)} ft
            <p className="quiet">
              {[note, `Entered by ${by}, ${formatMoment(known_from)}`].filter(Boolean).join('. ')}
            </p>
            <details>
              <summary className="text-sm">{countOf(points.length, 'point')}</summary>
              <LinesTable
                title={`Points of version ${version}`}
                head={['Stage (ft)', 'Flow (cfs)']}
                rows={points.map((point) => point.map(formatValue))}
              />
            </details>
          </li>
        ))}
      </ul>
      {site.can_write && !isOpen && (
        <Row>
          <Button onClick={() => setOpen(true)}>New version</Button>
        </Row>
      )}
      {isOpen && <NewTable site={site} flows={flows} onClose={close} onStored={onChange} />}
    </Stack>
  );
}

type NewTableProps = {
  site: OwnSite;
  flows: OwnSite['parameters'];
  onClose: () => void;
  onStored: () => void;
};

const empty = { parameter: '', points: '', from: '', offset: '0', note: '' };

/** Says first what a table recomputes, and stores it only after that. */
function NewTable({ site, flows, onClose, onStored }: NewTableProps) {
  const [typed, setTyped] = useState({ ...empty, parameter: String(flows[0]?.parameter_ndx ?? '') });
  const [effect, setEffect] = useState<RatingEffect>();
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<{ from?: string; offset?: string; all?: string }>({});
  const set = (name: keyof typeof typed) => (text: string) => {
    setTyped({ ...typed, [name]: text });
    setEffect(undefined);
  };

  async function send(store: boolean): Promise<void> {
    const offset_ft = parseTypedNumber(typed.offset);
    if (typed.from === '') return setFault({ from: 'Choose from when it holds.' });
    if (offset_ft === undefined) return setFault({ offset: 'Enter feet, such as 0.35.' });
    setFault({});
    setPending(true);
    const { points, note } = typed;
    const parameter_ndx = Number(typed.parameter);
    const body = { parameter_ndx, valid_from: instantInBasin(typed.from), offset_ft, points, note, store };
    try {
      const found = await request(writeRatingTable, { params: { loc_ndx: String(site.loc_ndx) }, body });
      setEffect(found);
      if (store && found.table) {
        showToast(`Version ${found.table.version} of the rating table was saved.`, 'success');
        onClose();
        onStored();
      }
    } catch (cause) {
      setFault({ all: `The table was not stored. ${toRequestFailed(cause).message}` });
    } finally {
      setPending(false);
    }
  }

  const refused = effect?.refused ?? [];
  const isChecked = effect !== undefined && refused.length === 0 && effect.points.length > 0;
  return (
    <Stack as="section" gap={3} className="card" data-roomy aria-label="New rating table">
      {flows.length > 1 && (
        <SelectField
          label="For"
          value={typed.parameter}
          choices={flows.map((each) => ({ value: String(each.parameter_ndx), label: each.parameter_name }))}
          onChange={set('parameter')}
        />
      )}
      <TextArea
        label="Points"
        value={typed.points}
        hint="On each line a stage in feet and a flow in cfs, with a comma, a tab or blanks between."
        onChange={set('points')}
      />
      <Row>
        <FileButton accept=".csv,.txt,.tsv" onChoose={(file) => void file.text().then(set('points'))}>
          Read the points from a file
        </FileButton>
      </Row>
      <Grid gap={3} data-columns="narrow" data-align="start">
        <TextField
          label="Holds from"
          type="datetime-local"
          value={typed.from}
          error={fault.from}
          onChange={set('from')}
        />
        <TextField
          label="Offset (ft)"
          type="number"
          value={typed.offset}
          error={fault.offset}
          hint="The stage without flow, or 0."
          onChange={set('offset')}
        />
        <TextField label="Note (optional)" value={typed.note} maxLength={500} onChange={set('note')} />
      </Grid>
      {fault.all !== undefined && <Notice severity="error">{fault.all}</Notice>}
      <LinesTable
        title="Refused lines: nothing is stored until each is right"
        head={['Line', 'Why', 'Text']}
        rows={refused.map(({ line, reason, text }) => [line, reason, text])}
      />
      {isChecked && <Notice severity="info">{describeEffect(effect)}</Notice>}
      <Row gap="2 3" data-align="start">
        <Button aria-disabled={pending} onClick={() => !pending && void send(false)}>
          Check
        </Button>
        <SubmitButton
          pending={pending}
          reason={isChecked ? undefined : 'Check says first what the table changes.'}
          onClick={() => void send(true)}
        >
          Store
        </SubmitButton>
        <Button onClick={onClose}>Cancel</Button>
      </Row>
    </Stack>
  );
}

/** What a table recomputes: `12 points from 0.2 to 3.4 ft. The table covers 48 readings of the stage, …` */
export function describeEffect({ points, readings, beyond, days, first, last }: RatingEffect): string {
  const [[low] = [0], [high] = [0]] = [points[0], points.at(-1)];
  const range = `${countOf(points.length, 'point')} from ${formatValue(low)} to ${formatValue(high)} ft.`;
  if (readings === 0) return `${range} The table covers no stored reading of the stage, and changes nothing.`;
  const ends = beyond > 0 ? `, ${beyond} of them beyond its ends, which get no flow` : '';
  const computed =
    days === 0 || first === null || last === null
      ? 'No day changes.'
      : `${countOf(days, 'day')} from ${formatUsDate(first)} to ${formatUsDate(last)} will be computed again.`;
  return `${range} The table covers ${countOf(readings, 'reading')} of the stage${ends}. ${computed}`;
}
