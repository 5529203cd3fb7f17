import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { FileMissing, type FileStorage, StorageFailed } from './file-storage.ts';

export type S3Settings = {
  /** Address of the bucket, e.g. `https://bucket.s3.us-west-2.amazonaws.com` or `http://localhost:9000/bucket`. */
  readonly bucketUrl: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

const timeoutMs = 60_000;

/** Stores files in a bucket of a service with Amazon’s S3 protocol. */
export function openS3Storage({ bucketUrl, region, accessKeyId, secretAccessKey }: S3Settings): FileStorage {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
  const urlOf = (key: string) => `${bucketUrl.replace(/\/$/, '')}/${key}`;

  async function send(key: string, init: RequestInit): Promise<Response> {
    const request = { ...init, signal: AbortSignal.timeout(timeoutMs) };
    const response = await client.fetch(urlOf(key), request).catch((cause: unknown) => {
      throw new StorageFailed('The bucket cannot be reached.', { cause });
    });
    if (response.status === 404) throw new FileMissing(`There is no file ${key}.`);
    if (!response.ok) {
      throw new StorageFailed(
        `The bucket answered ${response.status}: ${(await response.text()).slice(0, 300)}`,
      );
    }
    return response;
  }

  return {
    async put(key, file, type) {
      const response = await send(key, {
        method: 'PUT',
        // The signature omits the hash of the body: TLS protects the body, and a stream can be read only once.
        headers: { 'content-type': type, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
        body: await openAsBlob(file),
      });
      await response.arrayBuffer();
    },
    async open(key, range) {
      const headers: HeadersInit = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const { body } = await send(key, { method: 'GET', headers });
      if (!body) throw new StorageFailed('The bucket answered without a body.');
      return Readable.fromWeb(body as WebStream);
    },
    async has(key) {
      try {
        await send(key, { method: 'HEAD' });
        return true;
      } catch (error) {
        if (error instanceof FileMissing) return false;
        throw error;
      }
    },
    async remove(key) {
      try {
        await send(key, { method: 'DELETE' });
      } catch (error) {
        if (!(error instanceof FileMissing)) throw error;
      }
    },
  };
}
