import type { PacketSites } from '#stores/tiles.ts';
import { basket } from '../screen/basket.ts';

export default (() => basket.$basket.get().sites) satisfies PacketSites;
