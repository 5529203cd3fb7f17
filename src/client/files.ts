import { downloadFile } from '#contract/files.ts';
import { RequestFailed, toRequestPath } from './request.ts';

/** Fetches a file that only editors may download. @throws RequestFailed */
export async function fetchFile(
  id: string,
  { origin, token, timeout = 120_000 }: { origin: string; token: string; timeout?: number },
): Promise<Blob> {
  try {
    const response = await fetch(origin + toRequestPath(downloadFile.path, { id }), {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(timeout),
    });
    if (response.ok) return await response.blob();
  } catch {
    throw new RequestFailed('offline', 'The server cannot be reached.');
  }
  throw new RequestFailed('unreadable', 'The file was deleted, or you may not download it.');
}
