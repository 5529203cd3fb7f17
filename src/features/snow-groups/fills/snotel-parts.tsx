import type { CreateSnotelPart } from '../../snotel/index.ts';
import { toSnotelPart } from '../screen/part.tsx';
import { createSnowGroups } from '../screen/state.ts';

const createPart: CreateSnotelPart = (host) => toSnotelPart(createSnowGroups(host));

export default createPart;
