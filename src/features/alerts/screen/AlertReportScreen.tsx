import { useStore } from '@nanostores/react';
import type { FormEvent } from 'react';
import { TextField } from '#kits/form/Field.tsx';
import { TableView } from '#kits/table/index.ts';
import { Button, LoadState, Notice, Row, Stack, useScreen } from '#kits/ui/index.ts';
import { Page, RoleMissing } from '#kits/ui/Page.tsx';
import { countOf } from '#lib/count-text.ts';
import { $admitted, $session } from '#session/session.ts';
import { dataOf, toQueryRows } from '#stores/queries.ts';
import { createAlertReport, dayColumns, failureColumns, ruleColumns } from './alert-report.ts';
import { MailPart } from './MailSettings.tsx';

/** Rules, firings and mails, for administrators. Requests nothing before someone is signed in. */
export function AlertReportScreen({ title }: { title: string }) {
  const admitted = useStore($admitted);
  const session = useStore($session);
  if (!admitted || !('user' in session)) return null;
  if (!session.user.isAdmin) return <RoleMissing title={title} missing="Administrator" />;
  return <Report title={title} />;
}

function Report({ title }: { title: string }) {
  const report = useScreen(createAlertReport);
  const state = useStore(report.$state);
  const found = dataOf(state);
  const rowsOf = <Row,>(select: (data: NonNullable<typeof found>) => readonly Row[]) =>
    toQueryRows(report, state, select, title);
  return (
    <Page title={title} info="What the alerts of all people have done, and what became of their mails.">
      <Stack gap={5}>
        <Stack as="section" gap={3} aria-labelledby="mail-server">
          <h2 id="mail-server">Mail server</h2>
          <LoadState state={state} noun="the mails" lines={2} retry={report.retry} staleSeverity="error" />
          {found?.missing.map((text) => (
            <Notice key={text} severity="warning">
              {text}
            </Notice>
          ))}
          {found && (
            <p>
              {found.from === null ? '' : `Mails are from ${found.from}. `}
              {countOf(found.waiting, 'mail')} {found.waiting === 1 ? 'waits' : 'wait'}.
            </p>
          )}
          <TestMail report={report} />
        </Stack>
        <Stack gap={2}>
          <h2>By day</h2>
          <TableView
            caption="By day"
            columns={dayColumns}
            data={rowsOf(({ days }) => days)}
            $table={report.$days}
            noun={{ one: 'day', many: 'days' }}
            empty="Nothing fired and no mail was sent in the last 30 days."
          />
        </Stack>
        <Stack gap={2}>
          <h2>Mails that were not sent</h2>
          <TableView
            caption="Mails that were not sent"
            columns={failureColumns}
            data={rowsOf(({ failures }) => failures)}
            $table={report.$failures}
            noun={{ one: 'mail', many: 'mails' }}
            empty="No mail failed."
          />
        </Stack>
        <Stack gap={2}>
          <h2>Alerts</h2>
          <TableView
            caption="Alerts"
            columns={ruleColumns}
            data={rowsOf(({ rules }) => rules)}
            $table={report.$rules}
            noun={{ one: 'alert', many: 'alerts' }}
            empty="Nobody has an alert yet."
          />
        </Stack>
        <MailPart of="list" title="Letter to a list">
          These addresses have the weekly letter with what everybody may read, once their readers have
          confirmed them.
        </MailPart>
      </Stack>
    </Page>
  );
}

function TestMail({ report }: { report: ReturnType<typeof createAlertReport> }) {
  const email = useStore(report.$email);
  const test = useStore(report.$test);
  const isChanging = useStore(report.$isChanging);
  function submit(event: FormEvent) {
    event.preventDefault();
    void report.sendTest();
  }
  return (
    <form className="stack narrow" data-gap="2" onSubmit={submit} aria-label="Test mail" noValidate>
      <TextField
        label="Send a test mail to"
        type="email"
        value={email}
        onChange={(text) => report.$email.set(text)}
      />
      <Row gap={2}>
        <Button type="submit" disabled={isChanging || email.trim() === ''}>
          Send
        </Button>
      </Row>
      {test && (
        <Notice severity={test.error === null ? 'info' : 'error'}>
          {test.error === null
            ? `The server took the mail to ${test.email}.`
            : `Not sent to ${test.email}: ${test.error}`}
        </Notice>
      )}
    </form>
  );
}
