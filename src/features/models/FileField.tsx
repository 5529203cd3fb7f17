import { FileText, Upload, X } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { toRequestFailed } from '#client/request.ts';
import type { FileReference } from '#contract/fields.ts';
import { acceptedExtensions, maxFileBytes, uploadFile } from '#contract/files.ts';
import { ariaProps, FieldFrame } from '#kits/form/FieldFrame.tsx';
import { Button, Spinner } from '#kits/ui/index.ts';
import { request } from '#stores/api.ts';
import styles from './Fields.module.css';
import { formatFileSize } from './format.ts';

type Props = {
  label: string;
  value: FileReference | null;
  error: string | undefined;
  required: boolean;
  onChange: (value: FileReference | null) => void;
};

const uploadTimeoutMs = 110_000;

/** An input for a file. It is uploaded as soon as it is chosen or dropped, and attached when the record is saved. */
export function FileField({ label, value, error, required, onChange }: Props) {
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a drop target; the button next to it does the same */}
      <div
        className={styles.file}
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {value && !state.uploading && (
          <span className={styles.fileName}>
            <FileText size={16} aria-hidden="true" />
            {value.name} ({formatFileSize(value.size)})
            <Button variant="quiet" icon aria-label={`Remove ${value.name}`} onClick={() => onChange(null)}>
              <X size={16} aria-hidden="true" />
            </Button>
          </span>
        )}
        {state.uploading && (
          <span className={styles.fileName} role="status">
            <Spinner /> Uploading {state.uploading}…
          </span>
        )}
        <input
          ref={input}
          id={id}
          className={styles.fileInput}
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
        <span className={styles.dropHint}>or drop it here</span>
      </div>
    </FieldFrame>
  );
}
