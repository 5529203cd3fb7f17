import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { signInPath } from '#config/sign-in-path.ts';
import { Button, LoadState, Row, Stack, useScreen } from '#kits/ui/index.ts';
import { Drawer } from '#kits/ui/overlay/Dialog.tsx';
import { $session } from '#session/session.ts';
import { request } from '#stores/api.ts';
import { dataOf } from '#stores/queries.ts';
import { RuleFields } from './RuleFields.tsx';
import { RulePast } from './RulePast.tsx';
import { createRuleForm, type RuleForm, type RuleSubject } from './rule-form.ts';

type DrawerProps = {
  subject: RuleSubject;
  /** Called when the panel has left the page. */
  onClosed: () => void;
  onSaved?: (() => void) | undefined;
};

/** The panel in which a rule is made or changed, with its past. */
export function RuleDrawer({ subject, onClosed, onSaved }: DrawerProps) {
  const session = useStore($session);
  const [isOpen, setOpen] = useState(true);
  const panel = { open: isOpen, onClose: () => setOpen(false), onClosed };
  const title = `${subject.rule ? 'Change the alert for' : 'Alert for'} ${subject.loc_name}`;
  if (session.status === 'signed-in')
    return <RulePanel subject={subject} panel={{ ...panel, title }} onSaved={onSaved} />;
  return (
    <Drawer {...panel} title={title}>
      <Stack gap={3}>
        <p>
          An alert writes to you when a record reaches a level, or falls silent. It belongs to your account.
        </p>
        <Row>
          <a className="button button-small" href={signInPath(location.pathname + location.search)}>
            Log in to make one
          </a>
        </Row>
      </Stack>
    </Drawer>
  );
}

type PanelProps = Pick<DrawerProps, 'subject' | 'onSaved'> & {
  panel: Omit<Parameters<typeof Drawer>[0], 'children' | 'footer'>;
};

function RulePanel({ subject, panel, onSaved }: PanelProps) {
  const form = useScreen(() => createRuleForm({ subject, request }));
  const state = useStore(form.records.$state);
  const draft = useStore(form.$draft);
  const fields = useRef<HTMLDivElement>(null);
  const records = dataOf(state);

  async function save(): Promise<void> {
    if (await form.save()) {
      panel.onClose();
      onSaved?.();
    } else {
      requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
    }
  }

  return (
    <Drawer {...panel} footer={draft && <Actions form={form} onCancel={panel.onClose} onSave={save} />}>
      <div ref={fields} className="stack" data-gap={4}>
        <LoadState state={state} noun="the records of this site" lines={6} retry={form.records.retry} />
        {records?.length === 0 && <p className="quiet">This site has no record with a value yet.</p>}
        {records && draft && (
          <>
            <RuleFields form={form} records={records} draft={draft} onSubmit={save} />
            <RulePast form={form} draft={draft} />
          </>
        )}
      </div>
    </Drawer>
  );
}

type ActionProps = { form: RuleForm; onCancel: () => void; onSave: () => Promise<void> };

function Actions({ form, onCancel, onSave }: ActionProps) {
  const isSaving = useStore(form.$isSaving);
  return (
    <Row gap={2}>
      <Button variant="primary" disabled={isSaving} onClick={() => void onSave()}>
        Save alert
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </Row>
  );
}
