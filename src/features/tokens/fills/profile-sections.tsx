export { AccessTokens as default } from '../screen/AccessTokens.tsx';
