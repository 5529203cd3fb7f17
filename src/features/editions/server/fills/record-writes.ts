import { publicDocuments } from '#config/models/public-documents.ts';
import type { RecordWrites } from '#server/records/write-record.ts';
import { projectDocument } from '../editions.ts';

export default { model: publicDocuments.name, project: projectDocument } satisfies RecordWrites;
