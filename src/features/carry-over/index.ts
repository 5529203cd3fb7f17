export { type CarryOver, readCarryOver } from './contract.ts';
export { carryOverTitle } from './files.ts';
export { CarryOverRecord, CarryOverVolumes } from './screen/CarryOverView.tsx';
export { carryOverNotes, describeRoom, roomLeft } from './screen/carry-over-text.ts';
