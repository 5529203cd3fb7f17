import { downloadFile } from '#contract/files.ts';
import { fetchWithRetry } from '#lib/fetch-with-retry.ts';
import { RequestFailed, toRequestPath } from './request.ts';

export type FetchedFile = {
  readonly blob: Blob;
  /** The file's own name; undefined if the server's answer does not say it. */
  readonly name: string | undefined;
};

/** Fetches a file that only some people may download. @throws RequestFailed */
export async function fetchFile(
  id: string,
  { origin, token }: { origin: string; token: string },
): Promise<FetchedFile> {
  try {
    const response = await fetchWithRetry(origin + toRequestPath(downloadFile.path, { id }), {
      headers: { authorization: `Bearer ${token}` },
      timeoutMs: 120_000,
    });
    const name = parseFileName(response.headers.get('content-disposition'));
    if (response.ok) return { blob: await response.blob(), name };
  } catch {
    throw new RequestFailed('offline', 'The server cannot be reached.');
  }
  throw new RequestFailed('unreadable', 'The file was deleted, or you may not download it.');
}

/** Reads the encoded name of a `Content-Disposition` header (RFC 6266). */
function parseFileName(header: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  return encoded && decodeURIComponent(encoded);
}
