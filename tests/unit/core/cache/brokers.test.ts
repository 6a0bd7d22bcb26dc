import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readBrokers } from '#core/cache/tables/brokers-table.ts';
import { migrations } from '#core/cache/tables/migrations.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import type { IngestOutcome } from '#core/ingest/ingest-job.ts';
import { bytes } from '#tests/fixtures/platform/answers.ts';
import { openedCache } from './temporary-cache.ts';

let opened: ReturnType<typeof openedCache>;
beforeEach(() => {
  opened = openedCache();
});
afterEach(() => opened.close());

const ingest = (success: unknown, readAt = 50, variant = ''): IngestOutcome =>
  ingestAnswer(
    opened.db,
    { dataset: 'brokers', systemId: '7', variant, readAt, slice: null, wantRecords: false, renewsAge: true },
    bytes({ ok: '1', success }),
  );
const storedBrokers = () => opened.cache.reader.brokers('7');
const brokersState = () => opened.cache.reader.datasets('7').brokers;

const choice = (more: object = {}) => ({
  brokername: 'Harbor Direct ',
  brokercode: 'HARBOR',
  manual_trading_allowed: '1',
  broker_trades_options: '0',
  broker_trades_stocks: 1,
  broker_trades_futures: '',
  broker_trades_forex: null,
  personid_is_trading_here_broker_account_guid: '',
  onlynonusacustomers: '0',
  this_is_secondary_choice_available_only_if_brokercode_used: '0',
  needAccountPW: '1',
  ...more,
});
const brokerClass = (...choices: unknown[]) => ({
  brokerClassImageURL: 'https://images.example.com/harbor.png',
  brokerClassName: 'Harbor Securities',
  is_svc_preferred: '1',
  brokerChoicesForThisParentClass: choices,
});
const brokers = (...classes: unknown[]) => ({
  parameters_in: { countrycode: 'US', personid: '4411', systemid: '7' },
  brokers_available: classes,
});

describe('the list of brokers for a requested person', () => {
  const guid = '0c5f0f7e-0000-4000-8000-000000000009';
  const brokersWithAccount = {
    ...brokers(brokerClass(choice({ personid_is_trading_here_broker_account_guid: guid }))),
    parameters_in: { countrycode: 'US', personid: '812', systemid: '7' },
  };

  it('is stored beside the list without a requested person, each with its own age', () => {
    ingest(brokers(brokerClass(choice())));
    const { revision } = brokersState();
    ingest(brokersWithAccount, 90, '812');
    const { reader } = opened.cache;
    expect(storedBrokers()?.choices[0]?.accountGuid).toBeNull();
    expect(reader.brokers('7', '812')?.choices[0]?.accountGuid).toBe(guid);
    expect(reader.brokers('7', '813')).toBeNull();
    expect([brokersState().readAt, reader.variantState('7', 'brokers', '812').readAt]).toEqual([50, 90]);
    expect(reader.brokerPersons('7')).toEqual(['812']);
    // The higher revision makes windows that show the list read it again.
    expect(brokersState().revision).toBeGreaterThan(revision);
  });

  it('is not stored if the answer is for another person or strategy', () => {
    expect(ingest(brokersWithAccount, 90, '812')).toMatchObject({ records: 1 });
    const other = { ...brokersWithAccount, brokers_available: [] };
    for (const parameters_in of [{ personid: '813' }, { personid: '812', systemid: '8' }]) {
      ingest({ ...other, parameters_in }, 95, '812');
      expect(opened.cache.reader.brokers('7', '812')?.choices).toHaveLength(1);
    }
  });
});

describe('the list of brokers', () => {
  it('is stored completely, and a value that the platform does not send is null', () => {
    ingest(brokers(brokerClass(choice())));
    expect(storedBrokers()).toEqual({
      country: 'US',
      personId: '4411',
      choices: [
        {
          code: 'HARBOR',
          name: 'Harbor Direct',
          className: 'Harbor Securities',
          imageUrl: 'https://images.example.com/harbor.png',
          preferred: true,
          trades: { stock: true, option: false, future: null, forex: null },
          manualTrading: true,
          onlyOutsideUsa: false,
          secondary: false,
          needs: { password: true, accountNumber: null, userId: null },
          userIdLabel: null,
          accountGuid: null,
        },
      ],
    });
  });

  it('has no requested person if an earlier version stored it', () => {
    const old = new DatabaseSync(':memory:');
    for (const step of migrations.slice(0, 14)) old.exec(step);
    const record = JSON.stringify({ country: 'US', personId: '4411', choices: [] });
    old.prepare('INSERT INTO brokers (system_id, record) VALUES (?, ?)').run('7', record);
    for (const step of migrations.slice(14)) old.exec(step);
    expect(readBrokers(old, { systemId: '7', personId: '' })).toEqual(JSON.parse(record));
    old.close();
  });

  it('has the preferred flag, whichever service the key `is_<service>_preferred` names', () => {
    const { is_svc_preferred: _, ...parent } = brokerClass(choice());
    ingest(brokers({ ...parent, is_xy9_preferred: '0' }));
    expect(storedBrokers()?.choices[0]?.preferred).toBe(false);
  });

  it('has the account in which the strategy is copied, and what the broker asks for', () => {
    const account = { personid_is_trading_here_broker_account_guid: 'b-17', needAccountNum: '1' };
    const user = { need_broker_userid: '1', textlabel_for_broker_userid: 'Advisor code' };
    ingest(brokers(brokerClass(choice({ ...account, ...user }))));
    expect(storedBrokers()?.choices[0]).toMatchObject({
      accountGuid: 'b-17',
      needs: { password: true, accountNumber: true, userId: true },
      userIdLabel: 'Advisor code',
    });
  });

  it('omits a choice without a code, and a class without choices, and counts each as bad', () => {
    const outcome = ingest(
      brokers(brokerClass(choice(), choice({ brokercode: '' }), 'none'), { brokerClassName: 'X' }),
    );
    expect(outcome).toMatchObject({ verdict: 'ok', bad: 3, records: 1 });
    expect(storedBrokers()?.choices.map(({ code }) => code)).toEqual(['HARBOR']);
  });

  it('remains, with the reason of the failure, when an answer has no list', () => {
    ingest(brokers(brokerClass(choice())));
    expect(ingest({ brokers_available: 'none' }, 60)).toMatchObject({ verdict: 'bad-answer' });
    expect(storedBrokers()?.choices).toHaveLength(1);
    expect(brokersState()).toMatchObject({ readAt: 50 });
    expect(brokersState().failure).not.toBeNull();
  });

  it('is not written again when it did not change', () => {
    ingest(brokers(brokerClass(choice())));
    expect(ingest(brokers(brokerClass(choice())), 60)).toMatchObject({ changed: 0 });
    expect(brokersState()).toMatchObject({ revision: 1, readAt: 60 });
  });
});
