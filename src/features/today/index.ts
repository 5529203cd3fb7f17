export { Brief } from './contract.ts';
export { provisionalShare, sourceOfBrief } from './files/brief-share.ts';
export { type BriefParts, partsOf } from './rules/brief-parts.ts';
