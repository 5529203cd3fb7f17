import { ImportsSection } from '../screen/ImportsSection.tsx';

export default ImportsSection;
