import form from './RecordForm.module.css';
import rows from './RecordPage.module.css';

export { fileUrl } from './columns.ts';
/** What other features may import of the content records. */
export { askToDelete, askToLeave, ConfirmDialog } from './confirm.tsx';
export type { DocumentSectionProps } from './document/document-section.ts';
export { authorName, formatFileSize } from './format.ts';
export { useListScreen } from './list-screen.ts';
export { RecordList } from './RecordList.tsx';
export { createUnsaved, type UnsavedStore, useUnsavedGuard } from './unsaved.ts';

/** A file or a record in a list of rows. */
export const recordRow = rows.row;

/** The bar of buttons that stays in view below a form. */
export const stickyActions = form.actions;
