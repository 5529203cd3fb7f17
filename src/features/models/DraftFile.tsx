import { Download } from 'lucide-react';
import { useState } from 'react';
import { fetchFile } from '#client/files.ts';
import { RequestFailed, toRequestFailed } from '#client/request.ts';
import { publicEnvironment } from '#config/environment.ts';
import type { FileReference } from '#contract/fields.ts';
import { download } from '#kits/ui/download.ts';
import { Button, Spinner } from '#kits/ui/index.ts';
import { accessToken } from '#session/session.ts';
import { showToast } from '#stores/toasts.ts';
import { formatFileSize } from './format.ts';

/** Downloads a file of an unpublished record, which needs the editor's token. */
export function DraftFile({ file }: { file: FileReference }) {
  const [loading, setLoading] = useState(false);

  async function load(): Promise<void> {
    setLoading(true);
    try {
      const token = await accessToken();
      if (token === undefined) throw new RequestFailed('refused', 'Sign in again to continue.');
      download(await fetchFile(file.id, { origin: publicEnvironment.PUBLIC_API_ORIGIN, token }), file.name);
    } catch (cause) {
      showToast(`${file.name} could not be downloaded. ${toRequestFailed(cause).message}`, 'error');
    } finally {
      setLoading(false);
    }
  }

  return (
    <Button aria-disabled={loading} onClick={() => !loading && void load()}>
      {loading ? <Spinner /> : <Download size={16} aria-hidden="true" />} {file.name} (
      {formatFileSize(file.size)})
    </Button>
  );
}
