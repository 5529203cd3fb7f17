export { OlderEditions as default } from '../screen/OlderEditions.tsx';
