/** What other features may import of the account. */
export { TokenTable } from './TokenTable.tsx';
