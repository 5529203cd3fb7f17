// Import CheckList, Dialog and Drawer from their own files: here, every page with a button would load them.
export { Button, buttonClass, IconButton } from './Button.tsx';
export { Disclosure } from './Disclosure.tsx';
export { toFileName } from './download.ts';
export { Card, Grid, Row, Stack } from './Layout.tsx';
export { LoadState, SkeletonLines, Spinner, VisuallyHidden } from './Loading.tsx';
export { LoadErrors, Notice, Notices } from './Notice.tsx';
export { RingMark } from './RingMark.tsx';
export { SearchBox, type SearchOption } from './SearchBox.tsx';
export { lazyPart, useScreen } from './screen-parts.tsx';
