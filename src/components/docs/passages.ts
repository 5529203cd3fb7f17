import { getCollection } from 'astro:content';
import type { SearchEntry } from '#config/search-index.ts';
import { parsePassages } from './parse-passages.ts';
import { decisionAddress, documentAddress } from './tree.ts';

/** Reads what the search finds of the documentation: its pages and their sections. */
export async function readPassages(): Promise<readonly SearchEntry[]> {
  const documents = await getCollection('documentation');
  const decisions = await getCollection('decisions');
  return [
    ...documents.flatMap((entry) =>
      parsePassages({ href: documentAddress(entry), ...entry.data }, entry.body ?? ''),
    ),
    ...decisions.flatMap((entry) =>
      parsePassages({ href: decisionAddress(entry), title: entry.data.title }, entry.body ?? ''),
    ),
  ];
}
