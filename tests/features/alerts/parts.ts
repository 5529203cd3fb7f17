import type { AlertTerms } from '#features/alerts/contract.ts';
import type { TestParts } from '../../support/feature-parts.ts';
import { mailAddresses, mailWrites, mayChangeMails } from './mail-parts.ts';

const own = 'signed-in';

export const parts: TestParts = {
  unpublishedTables: [
    'alert_firing',
    'alert_letter',
    'alert_outbox',
    'alert_person',
    'alert_recipient',
    'alert_rule',
    'alert_state',
  ],
  mayChange: {
    previewAlertRule: own,
    createAlertRule: own,
    changeAlertRule: own,
    muteAlertRule: own,
    deleteAlertRule: own,
    saveAlertSettings: own,
    ...mayChangeMails,
  },
  addresses: mailAddresses,
  writes: (tools) => {
    const { store, call, send, newName } = tools;
    const { cases: ofMails, readState } = mailWrites(tools);
    let level = 1000;
    const terms = (): AlertTerms => {
      level += 1;
      return { kind: 'level', loc_ndx: 1, parameter_ndx: 1, measure: 'value', direction: 'below', level };
    };
    const create = () => call('POST', '/api/alerts/rules', { name: newName(), terms: terms() });
    const createRule = async () => {
      await store.query('delete from alert_rule');
      const { id } = (await send(create())) as { id: string };
      return `/api/alerts/rules/${id}`;
    };
    return {
      readState,
      cases: {
        ...ofMails,
        createAlertRule: async () => {
          await store.query('delete from alert_rule');
          return create();
        },
        changeAlertRule: async () => call('PUT', await createRule(), { name: newName(), terms: terms() }),
        muteAlertRule: async () =>
          call('PUT', `${await createRule()}/mute`, { until: '2199-01-01T00:00:00Z' }),
        deleteAlertRule: async () => call('DELETE', await createRule()),
        saveAlertSettings: async () => {
          await store.query('delete from alert_person');
          return call('PUT', '/api/alerts/settings', {
            ...{ time_zone: 'America/Boise', quiet_from: '22:00', quiet_to: '06:00' },
          });
        },
      },
    };
  },
};
