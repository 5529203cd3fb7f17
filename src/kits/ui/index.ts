export { Button, type ButtonProps, buttonClass } from './Button.tsx';
export { CheckList, type CheckListProps, type CheckOption } from './CheckList.tsx';
export { Dialog, type DialogProps } from './Dialog.tsx';
export { Disclosure, type DisclosureProps } from './Disclosure.tsx';
export { type Choice, SelectField, TextField } from './Field.tsx';
export { Notice, type NoticeProps } from './Notice.tsx';
export { SearchBox, type SearchBoxProps, type SearchOption } from './SearchBox.tsx';
export { SkeletonLines, Unseen } from './Skeleton.tsx';
export { type ToastItem, Toasts, type ToastsProps } from './Toasts.tsx';
