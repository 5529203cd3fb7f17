import type { Readable } from 'node:stream';

/** Stores the bytes of files by key. A key such as `ab/cdef…` is made from the hash of the bytes. */
export type FileStorage = {
  /** Stores a file of this computer. The same key always has the same bytes. */
  put(key: string, file: string, type: string): Promise<void>;
  /** Opens a file, or a part of it. @throws FileMissing */
  open(key: string, range?: ByteRange): Promise<Readable>;
  has(key: string): Promise<boolean>;
  /** Removes a file, if it is there. */
  remove(key: string): Promise<void>;
};

/** The first and the last byte of a part of a file, counted from 0. */
export type ByteRange = { readonly start: number; readonly end: number };

export class FileMissing extends Error {
  override name = 'FileMissing';
}

/** The storage could not write or read a file; `message` is for the log. */
export class StorageFailed extends Error {
  override name = 'StorageFailed';
}
