import type { Model } from '#contract/model.ts';
import { readersOf } from '#contract/model-nouns.ts';
import type { ContentRecord, VersionEntry } from '#contract/records.ts';
import { recordStatus } from '#domain/records/status.ts';
import type { RecordContent } from '#domain/records/versions.ts';
import { Dialog } from '#kits/ui/Dialog.tsx';
import { Button } from '#kits/ui/index.ts';
import { Difference } from './Difference.tsx';

type Props = {
  model: Model;
  record: ContentRecord;
  /** The content of the current version. */
  current: RecordContent;
  version: VersionEntry;
  /** When the version was saved. */
  name: string;
  onRestore: () => void;
  onDismiss: () => void;
};

/** Shows what restoring a version changes, before it does. */
export function RestoreDialog({ model, record, current, version, name, onRestore, onDismiss }: Props) {
  return (
    <Dialog
      open
      title={`Restore the version of ${name}?`}
      onDismiss={onDismiss}
      actions={
        <>
          <Button onClick={onDismiss}>Cancel</Button>
          <Button variant="primary" onClick={onRestore}>
            Restore
          </Button>
        </>
      }
    >
      <p>
        It is saved as the newest version, above the others.{' '}
        {record.status_id === recordStatus.draft
          ? 'The record stays a draft.'
          : `${readersOf(model)} see no change until you publish it.`}
      </p>
      <Difference
        model={model}
        left={{ label: 'Now', content: current }}
        right={{ label: 'After restoring', content: version.content }}
      />
    </Dialog>
  );
}
