import form from './screen/RecordForm.module.css';
import rows from './screen/RecordPage.module.css';

/** What other features may import of the content records. */
export { CoordinatesField } from './screen/CoordinatesField.tsx';
export { fileUrl } from './screen/columns.ts';
export { askToDelete, askToLeave, ConfirmDialog } from './screen/confirm.tsx';
export { DraftFile, useFileDownloads } from './screen/file-downloads.tsx';
export { type TypedCoordinates, toPlace } from './screen/form-values.ts';
export { authorName, formatFieldValue, formatFileSize, formatRecordTitle } from './screen/format.ts';
export { useListScreen } from './screen/list-screen.ts';
export { RecordList } from './screen/RecordList.tsx';
export { createUnsaved, type UnsavedStore, useUnsavedGuard } from './screen/unsaved.ts';

/** A file or a record in a list of rows. */
export const recordRow = rows.row;

/** The bar of buttons that stays in view below a form. */
export const stickyActions = form.actions;
