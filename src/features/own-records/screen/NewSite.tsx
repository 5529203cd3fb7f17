import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import { SelectField, SubmitButton, TextField } from '#kits/form/Field.tsx';
import { MultiSelect } from '#kits/form/MultiSelect.tsx';
import { Button, Grid, Row, Stack } from '#kits/ui/index.ts';
import { CoordinatesField, type TypedCoordinates, toPlace } from '../../records/index.ts';
import type { OwnAdministration } from '../contract.ts';
import type { Administration } from './administration.ts';

export const parameterOptions = ({ parameters }: OwnAdministration) =>
  parameters.map((each) => ({
    value: each.parameter_ndx,
    label: `${each.parameter_name} (${each.units_name})`,
  }));

const choicesOf = (names: readonly string[]) => [
  { value: '', label: 'Choose…' },
  ...names.map((each) => ({ value: each, label: each })),
];

type Props = { store: Administration; data: OwnAdministration; onCreated: (loc_ndx: number) => void };

const noPlace: TypedCoordinates = { latitude: '', longitude: '' };
const emptySite = { loc_id: '', loc_name: '', loc_type: '', data_provider: '' };
const defaultLimit = 60;

/** The form for a new own site, behind its button. */
export function NewSite({ store, data, onCreated }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState(emptySite);
  const [parameters, setParameters] = useState<readonly number[]>([]);
  const [place, setPlace] = useState(noPlace);
  const isChanging = useStore(store.$isChanging);
  const options = useMemo(() => parameterOptions(data), [data]);
  const set = (name: keyof typeof typed) => (text: string) => setTyped({ ...typed, [name]: text });
  const position = toPlace(place);
  const isComplete = Object.values(typed).every((text) => text.trim() !== '') && parameters.length > 0;

  async function create(): Promise<void> {
    if (!position) return;
    const { lat: latitude_dd, lng: longitude_dd } = position;
    const site = { ...typed, latitude_dd, longitude_dd, parameters: [...parameters] };
    const created = await store.create({ ...site, limit_minutes: defaultLimit });
    if (!created) return;
    setTyped(emptySite);
    setPlace(noPlace);
    setParameters([]);
    setOpen(false);
    onCreated(created.loc_ndx);
  }

  if (!isOpen) {
    return (
      <Row>
        <Button onClick={() => setOpen(true)}>New site</Button>
      </Row>
    );
  }
  return (
    <Stack as="section" gap={4} className="card" data-roomy aria-label="New site">
      <h3>New site</h3>
      <Grid gap={3} data-align="start">
        <TextField label="Name" value={typed.loc_name} maxLength={120} onChange={set('loc_name')} required />
        <TextField
          label="Id"
          value={typed.loc_id}
          maxLength={40}
          hint="Short, as files and loggers name it: GATE-7."
          onChange={set('loc_id')}
          required
        />
        <SelectField
          label="Type"
          value={typed.loc_type}
          choices={choicesOf(data.types)}
          onChange={set('loc_type')}
          required
        />
        <SelectField
          label="Provider"
          value={typed.data_provider}
          choices={choicesOf(data.providers)}
          onChange={set('data_provider')}
          required
        />
        <MultiSelect
          label="What is measured"
          noun="parameters"
          options={options}
          value={parameters}
          placeholder="Choose…"
          onChange={setParameters}
          required
        />
      </Grid>
      <CoordinatesField label="Place" value={place} error={undefined} required onChange={setPlace} />
      <Row gap="2 3" data-align="start">
        <SubmitButton
          pending={isChanging}
          reason={isComplete && position ? undefined : 'Fill in all fields, and choose the place.'}
          onClick={() => void create()}
        >
          Create site
        </SubmitButton>
        <Button onClick={() => setOpen(false)}>Cancel</Button>
      </Row>
    </Stack>
  );
}
