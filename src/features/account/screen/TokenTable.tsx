import type { AccessToken } from '#contract/account/access-tokens.ts';
import { Button } from '#kits/ui/index.ts';
import type { useQuestion } from '#kits/ui/overlay/use-question.tsx';
import { formatShortDate } from '#lib/calendar.ts';
import { dateFormats, formatInstant, formatMoment } from '#lib/calendar-text.ts';
import styles from './Account.module.css';

type TokenTableProps = {
  list: readonly AccessToken[];
  /** The id of its heading. */
  labelledBy: string;
  ask: ReturnType<typeof useQuestion>[0];
  /** Called once that is confirmed. */
  onRevoke: (token: AccessToken) => void;
};

/** The access tokens of somebody, with a button that revokes each. */
export function TokenTable({ list, labelledBy, ask, onRevoke }: TokenTableProps) {
  const askToRevoke = (token: AccessToken) =>
    ask({
      title: `Revoke “${token.name}”?`,
      text: 'Scripts that use it are refused from now on. This cannot be undone.',
      action: 'Revoke',
      onConfirm: () => onRevoke(token),
    });
  return (
    <table className={`lines ${styles.table}`} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Starts with</th>
          <th scope="col">Created</th>
          <th scope="col">Last used</th>
          <th scope="col">Ends</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {list.map((token) => (
          <tr key={token.id}>
            <th scope="row" className="anywhere">
              {token.name}
            </th>
            <td data-label="Starts with" className="code">
              {token.starts_with}…
            </td>
            <td data-label="Created">{formatInstant(token.created_at, dateFormats.shortDate)}</td>
            <td data-label="Last used">
              {token.last_used_at === null ? 'Never' : formatMoment(token.last_used_at)}
            </td>
            <td data-label={token.has_ended ? 'Ended' : 'Ends'}>
              {token.has_ended && <span className={`warning ${styles.ended}`}>Ended </span>}
              {formatShortDate(token.ends_on)}
            </td>
            <td className={`text-end ${styles.action}`}>
              <Button aria-label={`Revoke ${token.name}`} onClick={() => askToRevoke(token)}>
                Revoke
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
