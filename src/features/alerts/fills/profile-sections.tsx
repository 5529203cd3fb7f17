import { MailSettings } from '../screen/MailSettings.tsx';
import { MyAlerts } from '../screen/MyAlerts.tsx';

/** A person’s alerts, and where they are sent. */
export default function AlertSections() {
  return (
    <>
      <MyAlerts />
      <MailSettings />
    </>
  );
}
