/** What a section of the page of a public document gets. */
export type DocumentSectionProps = {
  /** The id of the document. */
  readonly id: string;
  readonly isAdmin: boolean;
};
