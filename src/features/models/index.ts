import form from './RecordForm.module.css';

/** What other features may import of the content records. */
export { askToDelete, askToLeave, ConfirmDialog } from './confirm.tsx';
export { authorName } from './format.ts';
export { useListScreen } from './list-screen.ts';
export { RecordList } from './RecordList.tsx';
export { createUnsaved, type UnsavedStore, useUnsavedGuard } from './unsaved.ts';

/** The bar of buttons that stays in view below a form. */
export const stickyActions = form.actions;
