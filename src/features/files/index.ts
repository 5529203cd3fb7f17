/** What fills `document-sections`. */
export type { DocumentSectionProps } from './screen/document-section.ts';
