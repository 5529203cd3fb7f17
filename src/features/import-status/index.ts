/** What a fill of `import-sections` is given: a React component. It calls `onStored` where it has stored values. */
export type ImportSectionProps = { readonly onStored: () => void };
