import type { BrokerChoice, BrokerList } from '#contract/model/broker.ts';

const choice = (code: string, name: string, more: Partial<BrokerChoice>): BrokerChoice => ({
  code,
  name,
  className: 'Harbor Securities',
  imageUrl: '',
  preferred: false,
  trades: { stock: true, option: true, future: false, forex: false },
  manualTrading: true,
  onlyOutsideUsa: false,
  secondary: false,
  needs: { password: true, accountNumber: true, userId: false },
  userIdLabel: null,
  accountGuid: null,
  ...more,
});

const pinewood = { className: 'Pinewood Futures', trades: { stock: false, option: false, future: true, forex: true } };

export const demoBrokers: BrokerList = {
  country: 'US',
  personId: '70100001',
  choices: [
    choice('HARBOR', 'Harbor Direct', { preferred: true, accountGuid: '5a1f0f7e-0000-4000-8000-000000000001' }),
    choice('HARBOR_ADVISOR', 'Harbor Advisor', {
      preferred: true,
      trades: { stock: true, option: true, future: true, forex: true },
      needs: { password: true, accountNumber: false, userId: true },
      userIdLabel: 'Advisor code',
    }),
    choice('HARBOR_FORM', 'Harbor by form', { preferred: true, secondary: true, manualTrading: null }),
    choice('PINEWOOD', 'Pinewood Classic', pinewood),
    choice('PINEWOOD_FX', 'Pinewood FX', { ...pinewood, onlyOutsideUsa: true, manualTrading: false }),
    choice('CEDAR', 'Cedar Link', {
      className: 'Cedar Bank',
      needs: { password: false, accountNumber: null, userId: null },
    }),
  ],
};
