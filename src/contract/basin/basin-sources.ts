import { agencyOf } from '#domain/agencies.ts';
import { firstOwnId } from '#domain/vocabulary.ts';

/** Whether an importer can read a parameter; those of the basin file itself come from HydroMet only, by their pcode. */
export function delivers(source: string, parameter: number): boolean {
  if (parameter >= firstOwnId) return source === 'usbr';
  return agencyOf(source)?.delivers.includes(parameter) ?? true;
}
