import type { Readable } from 'node:stream';

/** Stores the bytes of files by key. A key such as `ab/cdef…` is made from the hash of the bytes. */
export type FileStorage = {
  /** Stores a file of this computer. The same key always has the same bytes. */
  put(key: string, file: string, type: string): Promise<void>;
  /** @throws FileMissing */
  open(key: string): Promise<Readable>;
};

export class FileMissing extends Error {
  override name = 'FileMissing';
}

/** The storage could not write or read a file; `message` is for the log. */
export class StorageFailed extends Error {
  override name = 'StorageFailed';
}
