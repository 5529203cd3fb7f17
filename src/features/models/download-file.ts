import { fetchFile } from '#client/files.ts';
import { RequestFailed, toRequestFailed } from '#client/request.ts';
import { publicEnvironment } from '#config/environment.ts';
import { download } from '#kits/ui/download.ts';
import { accessToken } from '#session/session.ts';
import { recordResponse } from '#stores/last-responses.ts';
import { showToast } from '#stores/toasts.ts';

/** Downloads a file with the session's token. A failure shows a toast. `name` is used where the server says none. */
export async function downloadWithToken(id: string, name: string): Promise<void> {
  try {
    const token = await accessToken();
    if (token === undefined) throw new RequestFailed('refused', 'Sign in again to continue.');
    const file = await fetchFile(id, { origin: publicEnvironment.PUBLIC_API_ORIGIN, token });
    recordResponse({ method: 'GET', path: `/api/files/${id}`, outcome: 200, body: undefined });
    download(file.blob, file.name ?? name);
  } catch (cause) {
    showToast(`${name} could not be downloaded. ${toRequestFailed(cause).message}`, 'error');
  }
}
