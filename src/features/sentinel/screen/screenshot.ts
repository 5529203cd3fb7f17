import { computed } from 'nanostores';
import { recordEndpoints } from '#config/models/index.ts';
import { publicDocuments } from '#config/models/public-documents.ts';
import { maxFileBytes, uploadFile } from '#contract/files.ts';
import { FileReference } from '#contract/records/fields.ts';
import { type ContentRecord, createRecordEndpoints } from '#contract/records/records.ts';
import { recordStatus } from '#domain/records/versions.ts';
import { showToast } from '#lib/page/toasts.ts';
import { request } from '#stores/api.ts';
import { createListChanges, createQuery, dataOf } from '#stores/queries.ts';

/** The title of the public document whose picture stands on the Sentinel Well Dashboard. */
const screenshotTitle = 'Sentinel Well Dashboard';

/** Of a large picture over a slow connection. */
const uploadTimeoutMs = 600_000;

type Settings = {
  readonly today: string;
};

/** The screenshot of the external dashboard: the file of a public document, which an administrator may put there. */
export function createScreenshot({ today }: Settings) {
  const calls = recordEndpoints.get(publicDocuments.name) ?? createRecordEndpoints(publicDocuments);
  const query = createQuery<ContentRecord | undefined>({
    fetch: async (signal) => {
      const records = await request(calls.list, { query: { only: 'published' } }, { signal });
      return records.find((each) => each.title === screenshotTitle && pictureFile(each) !== undefined);
    },
  });
  const changes = createListChanges(query);

  async function put(file: File): Promise<void> {
    if (!/^image\/(png|jpeg|webp)$/.test(file.type)) {
      showToast(`${file.name} is no picture. Choose a PNG, JPEG or WEBP file.`, 'error');
      return;
    }
    if (file.size > maxFileBytes) {
      showToast(`${file.name} is larger than ${maxFileBytes / 1024 / 1024} MB.`, 'error');
      return;
    }
    await changes.change(async () => {
      const uploaded = await request(
        uploadFile,
        { query: { name: file.name } },
        { file, timeout: uploadTimeoutMs },
      );
      const content = {
        title: screenshotTitle,
        document_type: 'Presentation',
        document_date: today,
        file: uploaded,
      };
      const shown = dataOf(query.$state.get());
      return shown
        ? request(calls.save, { params: { id: shown.id }, body: { ...content, publish: true } })
        : request(calls.create, { body: { ...content, status_id: recordStatus.published } });
    }, 'The screenshot was published.');
  }

  return {
    query,
    $isChanging: changes.$isChanging,
    /** The file of the screenshot; undefined without one. */
    $file: computed(query.$state, (state) => {
      const record = dataOf(state);
      return record && pictureFile(record);
    }),
    put,
  };
}

function pictureFile({ file }: ContentRecord): FileReference | undefined {
  const { success, data } = FileReference.safeParse(file);
  return success && data.type.startsWith('image/') ? data : undefined;
}
