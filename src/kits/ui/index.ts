// Import CheckList, Dialog and Drawer from their own files: here, every page with a button would load them.
export { Button, buttonClass } from './Button.tsx';
export { Disclosure } from './Disclosure.tsx';
export { toFileName } from './file-name.ts';
export { LoadErrors, Notice, Notices } from './Notice.tsx';
export { RingMark } from './RingMark.tsx';
export { SearchBox, type SearchOption } from './SearchBox.tsx';
export { SkeletonLines, VisuallyHidden } from './Skeleton.tsx';
export { Spinner } from './Spinner.tsx';
