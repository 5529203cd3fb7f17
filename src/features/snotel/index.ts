// What fills the hook of this screen imports: types and pure functions.
export { describeBasis, formatInches, formatMonthDay, type HealthRow } from './files/rows.ts';
export type { Chosen } from './screen/chosen.ts';
export type { CreateSnotelPart, SnotelHost, SnotelPart } from './screen/parts.ts';
