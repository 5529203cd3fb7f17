/** What other features may import of the account. */
export { TokenTable } from './screen/TokenTable.tsx';
