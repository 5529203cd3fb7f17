import { useState } from 'react';
import { toRequestFailed } from '#contract/request.ts';
import { TextArea, TextField } from '#kits/form/Field.tsx';
import { Button, lazyPart, Notice, Row, Stack } from '#kits/ui/index.ts';
import { dateFormats, formatInstant, formatMoment } from '#lib/calendar-text.ts';
import { countOf } from '#lib/count-text.ts';
import { formatMeasurement } from '#lib/format-number.ts';
import { showToast } from '#lib/page/toasts.ts';
import { parseTypedNumber } from '#lib/typed-number.ts';
import { request } from '#stores/api.ts';
import { DraftFile } from '../../records/index.ts';
import { correctReading, type OwnReading, type OwnSite, stage } from '../contract.ts';

const Dialog = lazyPart(() => import('#kits/ui/overlay/Dialog.tsx').then((module) => module.Dialog));

type Props = { site: OwnSite; readings: readonly OwnReading[]; onChange: () => void };

const maxShown = 10;

/** The latest readings, each with who entered it, and how it was corrected. */
export function ReadingList({ site, readings, onChange }: Props) {
  const [open, setOpen] = useState<OwnReading>();
  const [isWhole, setWhole] = useState(false);
  if (readings.length === 0) return <p className="quiet">There is no reading yet.</p>;
  const close = () => setOpen(undefined);
  return (
    <Stack gap={3}>
      <ul className="ruled-list">
        {readings.slice(0, isWhole ? undefined : maxShown).map((each) => (
          <ReadingRow
            key={`${each.parameter_ndx} ${each.at}`}
            site={site}
            reading={each}
            onCorrect={() => setOpen(each)}
          />
        ))}
      </ul>
      {!isWhole && readings.length > maxShown && (
        <Row>
          <Button onClick={() => setWhole(true)}>Show {readings.length - maxShown} more</Button>
        </Row>
      )}
      {open && <CorrectionDialog site={site} reading={open} onClose={close} onDone={onChange} />}
    </Stack>
  );
}

type Version = OwnReading['versions'][number];

const parameterOf = ({ parameters }: OwnSite, ndx: number) =>
  parameters.find(({ parameter_ndx }) => parameter_ndx === ndx) ?? stage;

const wayLabels = { hand: '', push: 'pushed', file: 'from a file', feed: 'from a feed' } as const;

/** `12.5 cfs`, as it was entered; `withdrawn` */
function describeValue({ value, entered }: Version, units: string): string {
  if (value === null) return 'withdrawn';
  return entered
    ? `${formatMeasurement(entered.value)} ${entered.unit}`
    : `${formatMeasurement(value)} ${units}`;
}

/** `by Ann Lee, from a file, Nov 21 2026, 17:05 PM: the gage was misread` */
function describeSource({ by, way, known_from, reason, note }: Version): string {
  const source = [`by ${by}`, wayLabels[way], formatMoment(known_from)].filter(Boolean).join(', ');
  return [source, reason, note].filter(Boolean).join(': ');
}

type RowProps = { site: OwnSite; reading: OwnReading; onCorrect: () => void };

function ReadingRow({ site, reading: { at, versions, parameter_ndx, flow }, onCorrect }: RowProps) {
  const [latest, ...former] = versions;
  const { parameter_name, units_name } = parameterOf(site, parameter_ndx);
  const time = formatInstant(at, dateFormats.shortDateTime);
  if (!latest) return null;
  return (
    <Stack as="li" gap={1} className="pad-2 anywhere">
      <Row gap={3} data-nowrap data-spread data-align="start">
        <span className="shrinks">
          <strong>
            {parameter_name} {describeValue(latest, units_name)}
          </strong>
          , {time}
          {flow && latest.value !== null && <span className="block">{describeFlow(site, flow)}</span>}
        </span>
        {site.can_write && (
          <Button aria-label={`Correct ${parameter_name} of ${time}`} onClick={onCorrect}>
            Correct
          </Button>
        )}
      </Row>
      <p className="quiet">
        {former.length === 0 ? 'Entered' : latest.value === null ? 'Withdrawn' : 'Corrected'}{' '}
        {describeSource(latest)}
      </p>
      {latest.photo && (
        <Row>
          <DraftFile file={latest.photo} />
        </Row>
      )}
      {former.length > 0 && (
        <details className="text-sm">
          <summary>{countOf(former.length, 'former version')}</summary>
          <ul className="bullets">
            {former.map((each) => (
              <li key={each.version}>
                {describeValue(each, units_name)} {describeSource(each)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Stack>
  );
}

/** `Diversion 34.1 cfs by the rating table, version 2` */
function describeFlow(site: OwnSite, flow: NonNullable<OwnReading['flow']>): string {
  const { parameter_name, units_name } = parameterOf(site, flow.parameter_ndx);
  const table = `the rating table, version ${flow.table_version}`;
  if (flow.value === null) return `No flow: the stage is beyond the ends of ${table}.`;
  return `${parameter_name} ${formatMeasurement(flow.value)} ${units_name} by ${table}`;
}

type CorrectionProps = { site: OwnSite; reading: OwnReading; onClose: () => void; onDone: () => void };

/** Asks for the right value and why, or withdraws the reading. What was there before stays in its history. */
function CorrectionDialog({ site, reading, onClose, onDone }: CorrectionProps) {
  const { parameter_ndx, at, versions } = reading;
  const [latest] = versions;
  const { parameter_name, units_name } = parameterOf(site, parameter_ndx);
  const unit = latest?.entered?.unit ?? units_name;
  const [value, setValue] = useState(String(latest?.entered?.value ?? latest?.value ?? ''));
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<{ value?: string; reason?: string; all?: string }>({});

  async function send(corrected: number | null | undefined): Promise<void> {
    if (corrected === undefined) return setFault({ value: 'Enter a number, such as 12.5.' });
    if (reason.trim().length < 3) return setFault({ reason: 'Say why. It stays in the history.' });
    setFault({});
    const body = { parameter_ndx, at, version: latest?.version ?? 0, value: corrected, unit, reason };
    try {
      await request(correctReading, { params: { loc_ndx: String(site.loc_ndx) }, body });
      showToast(corrected === null ? 'The reading was withdrawn.' : 'The correction was saved.', 'success');
      onClose();
      onDone();
    } catch (cause) {
      setFault({ all: `Nothing was changed. ${toRequestFailed(cause).message}` });
    }
  }

  return (
    <Dialog
      open
      title={`${parameter_name}, ${formatInstant(at, dateFormats.shortDateTime)}`}
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {latest?.value !== null && (
            <Button variant="danger" onClick={() => void send(null)}>
              Withdraw
            </Button>
          )}
          <Button variant="primary" onClick={() => void send(parseTypedNumber(value))}>
            Save correction
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <TextField
          label={`Right value (${unit})`}
          type="number"
          value={value}
          error={fault.value}
          onChange={setValue}
        />
        <TextArea
          label="Why"
          value={reason}
          maxLength={500}
          error={fault.reason}
          onChange={setReason}
          required
        />
        {fault.all !== undefined && <Notice severity="error">{fault.all}</Notice>}
      </Stack>
    </Dialog>
  );
}
