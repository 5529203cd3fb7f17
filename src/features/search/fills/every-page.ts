export { startSearch as default } from '../screen/open-search.ts';
