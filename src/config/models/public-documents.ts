import type { Model } from '#contract/records/model.ts';
import { choicesOf } from './rules.ts';

const tags = [
  'Accounting',
  'Aquifer recharge',
  'Groundwater',
  'Irrigation',
  'Reservoirs',
  'Snowpack',
  'Water rights',
  'Water supply',
];

/** Documents open to visitors, shown as Public Files. */
export const publicDocuments: Model = {
  name: 'public-documents',
  table: 'public_document',
  label: 'Public Documents',
  singular: 'document',
  plural: 'documents',
  article: 'a',
  description: 'Documents open to everyone, shown under Documents, Public Files.',
  mayRead: 'open',
  titleField: 'title',
  columns: ['title', 'document_type', 'document_date', 'tags', 'file'],
  order: { field: 'document_date', direction: 'descending' },
  views: ['TABLE', 'CARD', 'LIST'],
  fields: [
    { kind: 'TEXT', name: 'title', label: 'Title', required: true, maxLength: 160 },
    {
      kind: 'DROPDOWN',
      name: 'document_type',
      label: 'Document Type',
      required: true,
      choices: choicesOf(['Report', 'Agenda', 'Minutes', 'Agreement', 'Notice', 'Presentation', 'Map']),
    },
    { kind: 'DATE', name: 'document_date', label: 'Document Date', required: true },
    { kind: 'MULTILINE_TEXT', name: 'summary', label: 'Summary', maxLength: 4000 },
    {
      kind: 'SPLIT_STRING_DROPDOWN',
      name: 'tags',
      label: 'Tags',
      separator: '; ',
      choices: choicesOf(tags),
    },
    { kind: 'DIVIDER', name: 'before_file' },
    { kind: 'CUSTOM', custom: 'file', name: 'file', label: 'File', required: true },
    { kind: 'EMAIL', name: 'contact', label: 'Contact' },
  ],
};
