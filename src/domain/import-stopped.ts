/** Someone cancelled the import, or the portal that ran it is stopping; `message` says so. */
export class ImportStopped extends Error {
  override name = 'ImportStopped';
  readonly status: 'cancelled' | 'interrupted';

  constructor(status: ImportStopped['status'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** Ends an import between two series, so that what was written is whole. @throws ImportStopped */
export function throwIfStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw toImportStopped(signal);
}

export function toImportStopped({ reason }: AbortSignal): ImportStopped {
  return reason instanceof ImportStopped
    ? reason
    : new ImportStopped('cancelled', 'The import was canceled.', { cause: reason });
}
