import type { CupAction } from '#stores/site-hooks.ts';
import { loadRule } from '../screen/load-rule.ts';

export default {
  icon: 'M3.5 12h9M4.8 12V7.6a3.2 3.2 0 0 1 6.4 0V12M6.8 14h2.4',
  labelOf: (name) => `Alert me about ${name}`,
  onPress: loadRule,
} satisfies CupAction;
