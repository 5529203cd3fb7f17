import { Download } from 'lucide-react';
import { useState } from 'react';
import type { FileReference } from '#contract/fields.ts';
import { Button, Spinner } from '#kits/ui/index.ts';
import { downloadWithToken } from './download-file.ts';
import { formatFileSize } from './format.ts';
import styles from './RecordView.module.css';

/** Downloads a file of an unpublished record, which needs the editor's token. */
export function DraftFile({ file }: { file: FileReference }) {
  const [loading, setLoading] = useState(false);

  async function load(): Promise<void> {
    setLoading(true);
    await downloadWithToken(file.id, file.name);
    setLoading(false);
  }

  return (
    <Button className={styles.draftFile} aria-disabled={loading} onClick={() => !loading && void load()}>
      {loading ? <Spinner /> : <Download size={16} aria-hidden="true" />}
      <span>
        {file.name} ({formatFileSize(file.size)})
      </span>
    </Button>
  );
}
