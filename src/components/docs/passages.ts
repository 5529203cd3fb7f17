import { getCollection } from 'astro:content';
import { type Passage, parsePassages } from './parse-passages.ts';
import { decisionAddress, documentAddress } from './tree.ts';

/** Reads the passages of all pages of the documentation. */
export async function readPassages(): Promise<readonly Passage[]> {
  const documents = await getCollection('documentation');
  const decisions = await getCollection('decisions');
  return [
    ...documents.flatMap((entry) =>
      parsePassages(documentAddress(entry), entry.data.title, entry.body ?? ''),
    ),
    ...decisions.flatMap((entry) =>
      parsePassages(decisionAddress(entry), entry.data.title, entry.body ?? '').map((passage) => ({
        ...passage,
        isDecision: true,
      })),
    ),
  ];
}
