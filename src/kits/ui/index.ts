// Import Drawer from its own file: here, every page with a button would load it.
export { Button, type ButtonProps, buttonClass } from './Button.tsx';
export { CheckList, type CheckListProps, type CheckOption } from './CheckList.tsx';
export { Dialog, type DialogProps } from './Dialog.tsx';
export { Disclosure, type DisclosureProps } from './Disclosure.tsx';
export { toFileName } from './file-name.ts';
export { LoadErrors } from './LoadErrors.tsx';
export { Notice, type NoticeProps } from './Notice.tsx';
export { RingMark } from './RingMark.tsx';
export { SearchBox, type SearchBoxProps, type SearchOption } from './SearchBox.tsx';
export { SkeletonLines, VisuallyHidden } from './Skeleton.tsx';
export { Spinner } from './Spinner.tsx';
