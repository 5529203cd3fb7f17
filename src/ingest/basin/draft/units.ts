import * as z from 'zod/mini';
import { defaultAddress } from '../../agencies/wbd/fetch.ts';
import { createRetryingFetch } from '../../http-retry.ts';
import { parseJson, parseResponse } from '../../parse-response.ts';
import { SourceRefused, type SourceTools } from '../../source.ts';

const service = 'the Watershed Boundary Dataset';

/** The layers of the service by the digits of their codes. */
const layers = { 4: 2, 8: 4 } as const;

const Answer = z.union([
  z.object({ error: z.object({ message: z.string() }) }),
  z.object({ features: z.array(z.object({ attributes: z.record(z.string(), z.unknown()) })) }),
]);

export type NamedUnit = { readonly code: string; readonly name: string };

/**
 * Lists the hydrologic units with a number of digits within a unit, by code. A name that repeats is followed by its code.
 * @throws SourceRefused
 */
export async function listUnits(
  unit: string,
  digits: keyof typeof layers,
  tools: SourceTools,
): Promise<NamedUnit[]> {
  const field = `huc${digits}`;
  tools.onProgress(`Fetching the names of ${field.toUpperCase()}s`);
  const url = new URL(`${tools.environment.WBD_URL || defaultAddress}/${layers[digits]}/query`);
  url.search = new URLSearchParams({
    where: `${field} LIKE '${unit}%'`,
    outFields: `${field},name`,
    returnGeometry: 'false',
    orderByFields: field,
    f: 'json',
  }).toString();
  const units = await createRetryingFetch(tools)(url.href, (text) => parseUnits(text, field));
  return nameUniquely(
    units
      .filter(({ code }) => code.length === digits && code.startsWith(unit))
      .toSorted((one, other) => one.code.localeCompare(other.code)),
  );
}

function parseUnits(text: string, field: string): NamedUnit[] {
  const answer = parseResponse(Answer, parseJson(text, service), service);
  if ('error' in answer) {
    throw new SourceRefused(`The Watershed Boundary Dataset answered: ${answer.error.message}.`);
  }
  return answer.features.map(({ attributes }) => {
    const values = new Map(
      Object.entries(attributes).map(([key, value]) => [key.toLowerCase(), String(value ?? '').trim()]),
    );
    return { code: values.get(field) ?? '', name: values.get('name') ?? '' };
  });
}

function nameUniquely(units: readonly NamedUnit[]): NamedUnit[] {
  const names = new Set<string>();
  return units.map(({ code, name }) => {
    const unique = name === '' || names.has(name) ? `${name} (${code})`.trim() : name;
    names.add(unique);
    return { code, name: unique };
  });
}
