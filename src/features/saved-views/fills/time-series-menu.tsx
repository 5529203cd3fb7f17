import type { TimeSeriesMenu } from '../../time-series/index.ts';
import { ViewsMenu } from '../screen/SavedViews.tsx';

export default ViewsMenu satisfies TimeSeriesMenu;
