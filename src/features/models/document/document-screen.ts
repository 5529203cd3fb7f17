import { toRequestPath } from '#client/request.ts';
import { publicEnvironment } from '#config/environment.ts';
import { recordEndpoints } from '#config/models/index.ts';
import { publicDocuments } from '#config/models/public-documents.ts';
import {
  type DocumentEdition,
  downloadDocument,
  listDocumentEditions,
  withdrawDocumentEdition,
} from '#contract/documents.ts';
import { FileReference } from '#contract/fields.ts';
import { type ContentRecord, createRecordEndpoints } from '#contract/records.ts';
import { request } from '#stores/api.ts';
import { createScreen } from '#stores/create-screen.ts';
import { createQuery } from '#stores/queries.ts';

export const documentsPath = '/documents/public-docs';

export type DocumentPage = {
  readonly record: ContentRecord;
  readonly file: FileReference | undefined;
  readonly editions: readonly DocumentEdition[];
};

/** Reads the id from the address of the page; undefined if there is none. */
export function parseDocumentPath(pathname: string): string | undefined {
  const [, id] = /^\/documents\/public-docs\/([\da-f-]{36})\/?$/i.exec(pathname) ?? [];
  return id?.toLowerCase();
}

/** Creates the state of a document’s page, as everyone may read it. */
export function createDocumentScreen(id: string) {
  const { read } = recordEndpoints.get(publicDocuments.name) ?? createRecordEndpoints(publicDocuments);
  const document = createQuery<DocumentPage>({
    fetch: async (signal) => {
      const params = { id };
      // Administrators, too, see what is published here: the calls are made without a token.
      const [record, editions] = await Promise.all([
        request(read, { params }, { signal }),
        request(listDocumentEditions, { params }, { signal }),
      ]);
      return { record, file: FileReference.safeParse(record.file).data, editions };
    },
  });
  return {
    id,
    document,
    start: createScreen({ queries: [document] }).start,
    /** @throws RequestFailed */
    async withdraw(file: string): Promise<void> {
      await request(withdrawDocumentEdition, { params: { id, file } });
      await document.retry();
    },
  };
}

export type DocumentScreenState = ReturnType<typeof createDocumentScreen>;

/** The address of a document’s current file, which stays when the file is replaced. */
export function currentFilePath(id: string): string {
  return publicEnvironment.PUBLIC_API_ORIGIN + toRequestPath(downloadDocument.path, { id });
}
