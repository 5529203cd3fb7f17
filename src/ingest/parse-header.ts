/** A column's header, apart from the unit in brackets. */
export type HeaderParts = { readonly name: string; readonly unit: string | undefined };

/**
 * Splits the unit from a header.
 * @example splitUnit('Flow (CFS)') // { name: 'Flow', unit: 'CFS' }
 * @example splitUnit('heii_qd') // { name: 'heii_qd', unit: undefined }
 */
export function splitUnit(header: string): HeaderParts {
  const match = /^([^([]*)[([]([^)\]]+)[)\]]/.exec(header.trim());
  if (!match) return { name: header.trim(), unit: undefined };
  return { name: (match[1] ?? '').trim(), unit: (match[2] ?? '').trim() };
}
