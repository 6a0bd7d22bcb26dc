import { describe, expect, it, vi } from 'vitest';
import type { AutoTradeRequest } from '#contract/model/autotrade.ts';
import { done, failed } from '#contract/outcome.ts';
import { demoPlan, demoRehearsal } from '#renderer/gallery/demo-autotrade.ts';
import { copyMark } from '#renderer/autotrade/wizard/copy-columns.ts';
import { PlanStore } from '#renderer/autotrade/wizard/plan-store.svelte.ts';
import { bridgeOf } from '../bridge-of.ts';

const request: AutoTradeRequest = { kind: 'stop', systemId: '101', personId: null, brokerCode: 'HARBOR', leave: true };
const confirmation = { title: 'Stop AutoTrade at Harbor', confirmedWarnings: [], typed: '', credentials: null };

function rig() {
  const sent: string[] = [];
  const outcomes: ReturnType<typeof failed<'outdated' | 'refused' | 'disconnected' | 'credentials'>>[] = [];
  let planCount = 0;
  const plan = { current: demoPlan(request) };
  const { bridge } = bridgeOf((name, input) => {
    if (name === 'autotrade.plan') return done({ ...plan.current, planId: `plan-${(planCount += 1)}` });
    if (name === 'autotrade.rehearse') {
      const otherChecks = plan.current.checks.filter(({ code }) => code !== 'not-rehearsed');
      plan.current = { ...plan.current, checks: otherChecks };
      return done(demoRehearsal(Number(input['days'])));
    }
    sent.push(String(input['intentId']));
    return outcomes.shift() ?? done({ state: 'DONE' });
  });
  let idCount = 0;
  const shown: string[] = [];
  const toasts = { show: (_level: string, text: string) => shown.push(text) };
  return { store: new PlanStore(bridge, () => `id-${(idCount += 1)}`, toasts), sent, outcomes, plan, shown };
}

describe('a plan on screen', () => {
  it('is sent once for two presses', async () => {
    const { store, sent } = rig();
    await store.ask(request);
    const states = await Promise.all([store.send(confirmation), store.send(confirmation)]);
    expect([states, sent]).toEqual([['DONE', null], ['id-1']]);
  });

  it('shows in a message why it failed if its dialog was closed meanwhile, and only then', async () => {
    const { store, outcomes, shown } = rig();
    await store.ask(request);
    outcomes.push(failed('refused', 'No.'), failed('refused', 'No.'));
    await store.send(confirmation);
    expect([store.failure, shown]).toEqual(['No.', []]);
    const sending = store.send(confirmation);
    store.close();
    expect(await sending).toBeNull();
    expect(shown).toEqual(['Stop AutoTrade at Harbor: No.']);
  });

  it('is shown again with its changes if it was outdated', async () => {
    const { store, outcomes, plan } = rig();
    await store.ask(request);
    outcomes.push(failed('outdated', { code: 'autotrade.outdated' }));
    plan.current = { ...plan.current, positions: plan.current.positions.slice(1) };
    expect(await store.send(confirmation)).toBeNull();
    expect([store.plan?.planId, store.changes]).toEqual(['plan-2', ['AAPL: the strategy no longer holds it.']]);
    expect(store.failure).toContain('Review the plan again');
  });

  it('is sent with a new intent id after a refusal, and with the same id if no answer came', async () => {
    const { store, sent, outcomes } = rig();
    await store.ask(request);
    outcomes.push(failed('refused', 'No.'), failed('disconnected', 'Gone.'));
    await store.send(confirmation);
    await store.send(confirmation);
    await store.send(confirmation);
    expect(sent).toEqual(['id-1', 'id-2', 'id-2']);
  });

  it('loses the warning that it was not rehearsed, and shows the rehearsal', async () => {
    const { store, plan } = rig();
    const check = {
      code: 'not-rehearsed',
      level: 'warn',
      text: { code: 'autotrade.not-rehearsed' },
      field: null,
    } as const;
    plan.current = { ...plan.current, checks: [check] };
    await store.ask(request);
    expect(store.plan?.checks).toEqual([check]);
    await store.rehearse(30);
    expect([store.plan?.checks, store.rehearsal?.days]).toEqual([[], 30]);
  });

  it('shows the rehearsal of the period that was chosen last, whichever answer arrives first', async () => {
    const answers = new Map<unknown, () => void>();
    const { bridge } = bridgeOf((name, input) => {
      if (name === 'autotrade.plan') return done(demoPlan(request));
      const { days } = input;
      return new Promise((resolve) => answers.set(days, () => resolve(done(demoRehearsal(Number(days))))));
    });
    const store = new PlanStore(bridge, () => 'id', { show: () => undefined });
    await store.ask(request);
    const [first, last] = [store.rehearse(365), store.rehearse(30)];
    await vi.waitFor(() => expect(answers.size).toBe(2));
    answers.get(30)?.();
    await last;
    answers.get(365)?.();
    await first;
    expect(store.rehearsal?.days).toBe(30);
  });

  it('cannot be sent while the plan for another choice is being made', async () => {
    const { store, sent } = rig();
    await store.ask(request);
    const asked = store.ask({ ...request, leave: false });
    expect([store.plan?.planId, await store.send(confirmation)]).toEqual(['plan-1', null]);
    await asked;
    await store.send(confirmation);
    expect([store.plan?.planId, sent]).toEqual(['plan-2', ['id-2']]);
  });

  it('is not shown with the rehearsal of other settings', async () => {
    const { store } = rig();
    await store.ask(request);
    const lateRehearsal = store.rehearse(365);
    await Promise.all([store.ask({ ...request, brokerCode: 'CEDAR' }), lateRehearsal]);
    expect([store.plan?.planId, store.rehearsal]).toEqual(['plan-2', null]);
  });

  it('names required fields of the broker that are empty, and keeps the plan', async () => {
    const { store, outcomes } = rig();
    await store.ask(request);
    const message = { code: 'autotrade.credentials', members: ['password'] } as const;
    outcomes.push(failed('credentials', message, { details: ['password'] }));
    expect(await store.send(confirmation)).toBeNull();
    expect([store.badMembers, store.plan?.planId, store.busy]).toEqual([['password'], 'plan-1', false]);
    expect(store.failure).toBe('Type 4 to 30 characters for: password. Nothing was sent.');
  });

  it('marks what happens to each position', () => {
    const mark = (before: string | null, after: string, delta: string | null) => copyMark({ before, after, delta });
    expect([
      mark('0', '5', '5'),
      mark('5', '3', '-2'),
      mark('5', '0', '-5'),
      mark('5', '5', '0'),
      mark(null, '5', null),
    ]).toEqual(['+', '~', '−', '=', '?']);
  });
});
