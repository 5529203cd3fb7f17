import { MyAlerts } from '../screen/MyAlerts.tsx';

export default MyAlerts;
