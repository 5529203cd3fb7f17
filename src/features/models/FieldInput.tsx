import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import type { FileReference, InputField } from '#contract/fields.ts';
import { DateField } from '#kits/form/DateField.tsx';
import { SelectField, TextArea, TextField } from '#kits/form/Field.tsx';
import { MultiSelect } from '#kits/form/MultiSelect.tsx';
import { $lookups } from '#stores/lookups.ts';
import { CoordinatesField } from './CoordinatesField.tsx';
import { FileField } from './FileField.tsx';
import type { TypedCoordinates } from './form-values.ts';
import { choicesOf } from './format.ts';

type Props = {
  field: InputField;
  value: unknown;
  error: string | undefined;
  onChange: (value: unknown) => void;
};

const types = { EMAIL: 'email', NUMBER: 'number', TIME: 'time', DATETIME: 'datetime-local' } as const;

/** The input of a field, by its kind. */
export function FieldInput({ field, value, error, onChange }: Props) {
  const { label, hint, required = false } = field;
  const notes = { label, hint, error, required };
  const text = typeof value === 'string' ? value : '';
  switch (field.kind) {
    case 'TEXT':
      return (
        <TextField
          {...notes}
          type={field.format === 'url' ? 'url' : 'text'}
          value={text}
          maxLength={field.maxLength}
          onChange={onChange}
        />
      );
    case 'MULTILINE_TEXT':
      return <TextArea {...notes} value={text} maxLength={field.maxLength} onChange={onChange} />;
    case 'NUMBER':
      return <TextField {...notes} type="number" unit={field.unit} value={text} onChange={onChange} />;
    case 'EMAIL':
    case 'TIME':
    case 'DATETIME':
      return <TextField {...notes} type={types[field.kind]} value={text} onChange={onChange} />;
    case 'DATE':
      return <DateField {...notes} value={text || undefined} onChange={(day) => onChange(day ?? '')} />;
    case 'DROPDOWN':
      return <Dropdown {...notes} field={field} value={text} onChange={onChange} />;
    case 'SPLIT_STRING_DROPDOWN':
      return (
        <Choices
          {...notes}
          field={field}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={onChange}
        />
      );
    case 'CUSTOM':
      return field.custom === 'coordinates' ? (
        <CoordinatesField
          label={label}
          value={value as TypedCoordinates}
          error={error}
          required={required}
          onChange={onChange}
        />
      ) : (
        <FileField
          label={label}
          value={(value ?? null) as FileReference | null}
          error={error}
          required={required}
          onChange={onChange}
        />
      );
  }
}

type ChoiceProps<V> = {
  field: InputField;
  label: string;
  hint: string | undefined;
  error: string | undefined;
  required: boolean;
  value: V;
  onChange: (value: V) => void;
};

const loading = 'The choices are still loading.';

function Dropdown({ field, value, onChange, ...notes }: ChoiceProps<string>) {
  const choices = choicesOf(field, useStore($lookups));
  const isKnown = value === '' || choices?.some((choice) => choice.value === value);
  return (
    <SelectField
      {...notes}
      hint={choices ? notes.hint : loading}
      value={value}
      choices={[
        { value: '', label: 'Choose…' },
        ...(isKnown ? [] : [{ value, label: value }]),
        ...(choices ?? []),
      ]}
      onChange={onChange}
    />
  );
}

function Choices({ field, value, onChange, ...notes }: ChoiceProps<readonly string[]>) {
  const choices = choicesOf(field, useStore($lookups));
  const options = useMemo(() => choices ?? [], [choices]);
  return (
    <MultiSelect
      {...notes}
      hint={choices ? notes.hint : loading}
      noun={field.label.toLowerCase()}
      options={options}
      value={value}
      placeholder="Choose…"
      onChange={onChange}
    />
  );
}
