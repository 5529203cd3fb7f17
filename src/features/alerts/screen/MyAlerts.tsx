import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { pathOfSite } from '#domain/page-paths.ts';
import { Disclosure } from '#kits/ui/Disclosure.tsx';
import { Button, LoadState, Row, Stack, useScreen } from '#kits/ui/index.ts';
import { MenuButton } from '#kits/ui/overlay/MenuButton.tsx';
import { useQuestion } from '#kits/ui/overlay/use-question.tsx';
import { todayInBasin } from '#lib/basin-clock.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';
import { request } from '#stores/api.ts';
import { dataOf } from '#stores/queries.ts';
import type { AlertFiring, AlertRule } from '../contract.ts';
import { describeFiring, describeState } from '../rules/rule-text.ts';
import styles from './Alerts.module.css';
import { loadRule } from './load-rule.ts';
import { createMyAlerts, type MyAlertsStore, muteSpans } from './my-alerts.ts';
import { QuietHours } from './QuietHours.tsx';

const titleId = 'alerts-title';

/** A person’s rules: their state, what they fired, how to mute, change and delete them. */
export function MyAlerts() {
  const alerts = useScreen(() => createMyAlerts({ request }));
  const state = useStore(alerts.rules.$state);
  const firings = useStore(alerts.$firingsOf);
  const [ask, dialog] = useQuestion();
  const title = useRef<HTMLHeadingElement>(null);
  const list = dataOf(state);

  async function remove(rule: AlertRule): Promise<void> {
    await alerts.remove(rule);
    // The button that had the focus is removed with its row.
    if (document.activeElement === document.body) title.current?.focus();
  }

  function askToDelete(rule: AlertRule): void {
    ask({
      title: 'Delete this alert?',
      text: `“${rule.name ?? rule.condition}” and what it fired are deleted.`,
      action: 'Delete',
      isLoss: true,
      onConfirm: () => void remove(rule),
    });
  }

  return (
    <section aria-labelledby={titleId}>
      <h2 ref={title} id={titleId} tabIndex={-1}>
        Alerts
      </h2>
      <p className="quiet text-sm">
        The portal writes to you when a record reaches a level, or falls silent.{' '}
        <a href="/documentation/guide/alerts">How alerts work</a>
      </p>
      <LoadState
        state={state}
        noun="your alerts"
        lines={3}
        retry={alerts.rules.retry}
        staleSeverity="error"
      />
      {list?.length === 0 && (
        <p className="quiet text-sm">
          You have no alerts. Choose <em>Alert me</em> on the page of a site, on a card of your basket, or on
          the cup of a reservoir.
        </p>
      )}
      {list && list.length > 0 && (
        <ul className="ruled-above ruled-list" aria-label="Your alerts">
          {list.map((rule) => (
            <li key={rule.id} className={styles.rule}>
              <Rule alerts={alerts} rule={rule} firings={firings.get(rule.id) ?? []} onDelete={askToDelete} />
            </li>
          ))}
        </ul>
      )}
      <QuietHours alerts={alerts} />
      {dialog}
    </section>
  );
}

type RuleProps = {
  alerts: MyAlertsStore;
  rule: AlertRule;
  firings: readonly AlertFiring[];
  onDelete: (rule: AlertRule) => void;
};

function Rule({ alerts, rule, firings, onDelete }: RuleProps) {
  const [isOpen, setOpen] = useState(false);
  const isChanging = useStore(alerts.$isChanging);
  const { name, condition, loc_ndx, loc_name } = rule;
  const dayOf = (time: string) => formatUsDate(todayInBasin(new Date(time)));
  const facts = [
    name === null ? undefined : condition,
    describeState(rule.state, rule.terms),
    rule.last_fired_at === null
      ? 'never fired'
      : `fired ${countOf(rule.fired, 'time')}, last on ${dayOf(rule.last_fired_at)}`,
    alerts.isMuted(rule) && rule.muted_until !== null ? `muted until ${dayOf(rule.muted_until)}` : undefined,
  ];
  return (
    <Stack gap={1}>
      <Row data-spread gap="1 3">
        <a className="strong anywhere" href={pathOfSite(loc_ndx)}>
          {name ?? condition}
        </a>
        <Row gap={2}>
          {alerts.isMuted(rule) ? (
            <Button disabled={isChanging} onClick={() => void alerts.mute(rule, undefined)}>
              Unmute
            </Button>
          ) : (
            <MenuButton label={`Mute ${condition}`} button="Mute">
              {muteSpans.map((days) => (
                <Button key={days} variant="quiet" onClick={() => void alerts.mute(rule, days)}>
                  For {countOf(days, 'day')}
                </Button>
              ))}
            </MenuButton>
          )}
          <Button
            aria-haspopup="dialog"
            aria-label={`Change ${condition}`}
            onClick={() => loadRule({ loc_ndx, loc_name, rule }, () => void alerts.rules.retry())}
          >
            Change
          </Button>
          <Button variant="danger" aria-label={`Delete ${condition}`} onClick={() => onDelete(rule)}>
            Delete
          </Button>
        </Row>
      </Row>
      <p className="quiet text-sm anywhere">{facts.filter(Boolean).join(' · ')}</p>
      {firings.length > 0 && (
        <Disclosure
          label={`What it fired (${firings.length})`}
          open={isOpen}
          onToggle={() => setOpen(!isOpen)}
        >
          <ul className={`ruled-list text-sm ${styles.days}`} aria-label={`What ${condition} fired`}>
            {firings.map((each) => (
              <li key={each.id}>
                <strong>{dayOf(each.observed_at)}</strong> {describeFiring(each, rule.terms)}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </Stack>
  );
}
