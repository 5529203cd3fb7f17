import type { Readable } from 'node:stream';

/** Where the bytes of files are, by key. A key is `ab/cdef…`, made of the bytes' hash. */
export type FileStorage = {
  /** Keeps the bytes of a file on this computer; the same key again holds the same bytes. */
  put(key: string, file: string, type: string): Promise<void>;
  /** @throws FileMissing */
  open(key: string): Promise<Readable>;
};

export class FileMissing extends Error {
  override name = 'FileMissing';
}

/** The storage did not take or give a file; `message` is for the log. */
export class StorageFailed extends Error {
  override name = 'StorageFailed';
}
