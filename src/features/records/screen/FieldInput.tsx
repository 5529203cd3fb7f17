import { useStore } from '@nanostores/react';
import { FileText, Upload, X } from 'lucide-react';
import { type DragEvent, useId, useMemo, useRef, useState } from 'react';
import { acceptedExtensions, maxFileBytes, uploadFile } from '#contract/files.ts';
import type { FileReference, InputField } from '#contract/records/fields.ts';
import { toRequestFailed } from '#contract/request.ts';
import { ariaProps, DateField, FieldFrame, SelectField, TextArea, TextField } from '#kits/form/Field.tsx';
import { MultiSelect } from '#kits/form/MultiSelect.tsx';
import { Button, Row, Spinner } from '#kits/ui/index.ts';
import { request } from '#stores/api.ts';
import { $lookupFaults, $lookups } from '#stores/lookups.ts';
import { CoordinatesField } from './CoordinatesField.tsx';
import type { TypedCoordinates } from './form-values.ts';
import { choicesOf, formatFileSize } from './format.ts';
import styles from './RecordForm.module.css';

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

/** Why there are no choices. */
function useWaitingHint(): string {
  return useStore($lookupFaults).length > 0
    ? 'The choices could not be loaded.'
    : 'The choices are still loading.';
}

function Dropdown({ field, value, onChange, ...notes }: ChoiceProps<string>) {
  const choices = choicesOf(field, useStore($lookups));
  const waiting = useWaitingHint();
  const isKnown = value === '' || choices?.some((choice) => choice.value === value);
  return (
    <SelectField
      {...notes}
      hint={choices ? notes.hint : waiting}
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
  const waiting = useWaitingHint();
  const options = useMemo(() => choices ?? [], [choices]);
  return (
    <MultiSelect
      {...notes}
      hint={choices ? notes.hint : waiting}
      noun={field.label.toLowerCase()}
      options={options}
      value={value}
      placeholder="Choose…"
      onChange={onChange}
    />
  );
}

type FileFieldProps = {
  label: string;
  value: FileReference | null;
  error: string | undefined;
  required: boolean;
  onChange: (value: FileReference | null) => void;
};

const uploadTimeoutMs = 110_000;

/** An input for a file. It is uploaded as soon as it is chosen or dropped, and attached when the record is saved. */
function FileField({ label, value, error, required, onChange }: FileFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<{ uploading?: string; error?: string }>({});
  const [over, setOver] = useState(false);
  const notes = {
    error: state.error ?? error,
    required,
    hint: `Up to ${maxFileBytes / 1024 / 1024} MB: ${acceptedExtensions.replaceAll('.', '').replaceAll(',', ', ').toUpperCase()}.`,
  };

  async function upload(file: File | undefined): Promise<void> {
    if (!file || state.uploading) return;
    if (file.size > maxFileBytes) {
      setState({ error: `${file.name} is larger than ${maxFileBytes / 1024 / 1024} MB.` });
      return;
    }
    setState({ uploading: file.name });
    try {
      onChange(await request(uploadFile, { query: { name: file.name } }, { file, timeout: uploadTimeoutMs }));
      setState({});
    } catch (cause) {
      setState({ error: `${file.name} could not be uploaded. ${toRequestFailed(cause).message}` });
    }
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    void upload(event.dataTransfer.files[0]);
  }

  return (
    <FieldFrame id={id} label={label} {...notes}>
      <Row
        gap="2 3"
        className={`card ${styles.file}`}
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {value && !state.uploading && (
          <span className="inline-row control-height shrinks anywhere" data-gap={2}>
            <FileText size={16} aria-hidden="true" />
            {value.name} ({formatFileSize(value.size)})
            <Button variant="quiet" icon aria-label={`Remove ${value.name}`} onClick={() => onChange(null)}>
              <X size={16} aria-hidden="true" />
            </Button>
          </span>
        )}
        {state.uploading && (
          <span className="inline-row control-height shrinks anywhere" data-gap={2} role="status">
            <Spinner /> Uploading {state.uploading}…
          </span>
        )}
        <input
          ref={input}
          id={id}
          className="visually-hidden"
          type="file"
          accept={acceptedExtensions}
          onChange={(event) => {
            void upload(event.target.files?.[0]);
            // Lets the same file be chosen again after an error.
            event.target.value = '';
          }}
          {...ariaProps(id, notes)}
        />
        <Button aria-hidden="true" tabIndex={-1} onClick={() => input.current?.click()}>
          <Upload size={16} aria-hidden="true" /> {value ? 'Choose another file' : 'Choose a file'}
        </Button>
        <span className="muted text-sm">or drop it here</span>
      </Row>
    </FieldFrame>
  );
}
