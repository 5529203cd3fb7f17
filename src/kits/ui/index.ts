// What most screens have. Import the others from their own files: here, every page with a button would load them.
export { Button, buttonClass, IconButton } from './Button.tsx';
export { Card, Grid, Row, Stack } from './Layout.tsx';
export {
  LoadErrors,
  LoadState,
  Notice,
  Notices,
  SkeletonLines,
  Spinner,
  VisuallyHidden,
} from './Loading.tsx';
export { lazyPart, useScreen } from './screen-parts.tsx';
