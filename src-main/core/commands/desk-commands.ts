import { done, failed } from '#contract/outcome.ts';
import type { DeskGuard } from '#contract/model/risk.ts';
import type { CommandGroup } from './command-table.ts';

type Group = CommandGroup<'risk'> & CommandGroup<'desk'> & CommandGroup<'desired'>;

const none = { count: 0, quantity: '0', value: '0', unpriced: 0 };
const guard: DeskGuard = {
  kill: { on: false },
  arming: { armed: false, reason: 'start', text: 'The desk starts disarmed.' },
  caps: {
    perOrder: { quantity: '1000000', value: '100000000' },
    perDay: { count: null, quantity: null, value: null },
    perMinute: { count: null, quantity: null, value: null },
  },
  used: { day: none, minute: none },
};

export function deskCommands(): Group {
  return {
    'risk.get': () => done(guard),
    'risk.set': () => failed('not-stored', 'Caps can not be changed yet.'),
    'risk.kill': () => done(guard),
    'risk.release': () => done(guard),
    'desk.arm': () => failed('locked', 'The desk can not be armed yet.'),
    'desk.disarm': () => done(guard),
    'desired.get': ({ systemId }) =>
      done({
        systemId,
        mode: 'never-read',
        confirmed: null,
        readBack: null,
        pending: null,
        text: 'The target portfolio was never read.',
        alarm: null,
        readFailure: null,
      }),
    'desired.set': () => failed('locked', 'Target portfolios can not be sent yet; nothing was sent.'),
  };
}
