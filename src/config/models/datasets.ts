import type { Model } from '#contract/records/model.ts';
import { choicesOf, notBefore } from './rules.ts';

/** Data measured and compiled by the coalition, shown to signed-in users as Files. */
export const datasets: Model = {
  name: 'datasets',
  table: 'dataset',
  label: 'Datasets',
  singular: 'dataset',
  plural: 'datasets',
  article: 'a',
  description: 'Data files for signed-in users, shown under Resources, Files.',
  mayRead: 'signed-in',
  titleField: 'title',
  columns: ['title', 'category', 'data_providers', 'period_start', 'period_end', 'file'],
  views: ['TABLE', 'CARD', 'LIST'],
  rules: [notBefore('period_start', 'period_end', 'The end of the period is before its start.')],
  fields: [
    { kind: 'SECTION_HEADER', name: 'about', label: 'About' },
    { kind: 'TEXT', name: 'title', label: 'Title', required: true, maxLength: 160 },
    { kind: 'MULTILINE_TEXT', name: 'description', label: 'Description', maxLength: 4000 },
    {
      kind: 'DROPDOWN',
      name: 'category',
      label: 'Category',
      required: true,
      choices: choicesOf([
        'Surface water',
        'Groundwater',
        'Snow and climate',
        'Water use and accounting',
        'Maps and boundaries',
      ]),
    },
    { kind: 'SECTION_HEADER', name: 'content', label: 'Content' },
    {
      kind: 'SPLIT_STRING_DROPDOWN',
      name: 'data_providers',
      label: 'Data Providers',
      separator: '; ',
      choices: { lookup: 'data-providers' },
    },
    {
      kind: 'SPLIT_STRING_DROPDOWN',
      name: 'parameters',
      label: 'Parameters',
      separator: '; ',
      choices: { lookup: 'parameters' },
    },
    { kind: 'DATE', name: 'period_start', label: 'Start of Period' },
    { kind: 'DATE', name: 'period_end', label: 'End of Period' },
    { kind: 'DIVIDER', name: 'before_file' },
    { kind: 'CUSTOM', custom: 'file', name: 'file', label: 'File', required: true },
    { kind: 'TEXT', name: 'source_url', label: 'Source Link', format: 'url', maxLength: 500 },
    { kind: 'EMAIL', name: 'contact', label: 'Contact' },
  ],
};
