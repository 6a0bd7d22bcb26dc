import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { demoGuard } from '#renderer/gallery/demo-desk.ts';
import { readCaps } from '#renderer/settings/read-caps.ts';
import { PrecautionsState } from '#renderer/settings/precautions-state.svelte.ts';
import { RiskForm } from '#renderer/settings/risk-form.svelte.ts';
import { fakeApp } from './fake-app.ts';

let fake: ReturnType<typeof fakeApp>;
beforeEach(() => {
  vi.useFakeTimers();
  fake = fakeApp();
});
afterEach(() => {
  fake.dispose();
  vi.useRealTimers();
});

const killedGuard = {
  ...demoGuard,
  kill: { on: true, since: 5, reason: 'Pressed in the window.', durable: true },
} as const;

describe('the desk store', () => {
  it('shows the state that core reports, not the state that was requested', async () => {
    fake.answer('risk.kill', () => ({ ok: false, failure: { code: 'internal', message: 'It was not stopped.' } }));
    expect(await fake.app.desk.kill('test')).toBe('It was not stopped.');
    expect(fake.app.desk.isKillSwitchOn).toBe(false);
    fake.emit('desk.changed', killedGuard);
    expect(fake.app.desk.isKillSwitchOn).toBe(true);
  });

  it('does not arm by a press that was meant to disarm, just after core disarmed', async () => {
    const { desk } = fake.app;
    fake.emit('desk.changed', {
      ...demoGuard,
      arming: { armed: true, since: 1, systemId: '131', idleAt: 9_999_999_999 },
    });
    fake.emit('desk.changed', { ...demoGuard, arming: { armed: false, reason: 'idle' } });
    expect(await desk.toggle('131')).toMatch(/Not armed/);
    expect(fake.calls('desk.arm')).toEqual([]);
    await fake.settle(600);
    expect(await desk.toggle('131')).toBeNull();
    expect(fake.calls('desk.arm')).toHaveLength(1);
  });

  it('arms for the given strategy', async () => {
    await fake.app.desk.arm('131');
    expect(fake.calls('desk.arm')).toEqual([{ systemId: '131' }]);
  });
});

describe('the form of order limits', () => {
  it('shows the limits of core until something is typed, and saves all of them', async () => {
    const form = new RiskForm(fake.app.desk);
    expect(form.text('perOrder.value')).toBe('250000');
    expect(form.changed).toBe(false);
    form.setText('perOrder.quantity', '2k');
    form.setText('perDay.value', '');
    expect(form.changed).toBe(true);
    expect(await form.save()).toBe(true);
    expect(fake.calls('risk.set')).toEqual([
      {
        caps: {
          perOrder: { quantity: '2000', value: '250000' },
          perDay: { count: 200, quantity: null, value: null },
          perMinute: { count: 20, quantity: null, value: null },
        },
      },
    ]);
  });

  it('keeps a text that cannot be read, with the reason at its field', async () => {
    const form = new RiskForm(fake.app.desk);
    form.setText('perOrder.value', '1,234');
    form.setText('perDay.count', '1e3');
    form.setText('perMinute.value', '0');
    form.setText('perDay.value', '10.123');
    expect(await form.save()).toBe(false);
    expect([...form.result.errors.keys()]).toEqual([
      'perOrder.value',
      'perDay.count',
      'perDay.value',
      'perMinute.value',
    ]);
    expect(form.text('perOrder.value')).toBe('1,234');
    expect(fake.calls('risk.set')).toEqual([]);
  });

  it('saves the limit of people deleted in one run, and leaves it out when its field is blank', async () => {
    const form = new RiskForm(fake.app.desk);
    for (const text of ['0', '5001', '1.5']) {
      form.setText('deletesPerRun', text);
      expect([...form.result.errors.keys()], text).toEqual(['deletesPerRun']);
    }
    form.setText('deletesPerRun', '25');
    await form.save();
    expect(fake.calls('risk.set')).toMatchObject([{ caps: { deletesPerRun: 25 } }]);
    form.setText('deletesPerRun', '');
    expect(form.result.caps).not.toHaveProperty('deletesPerRun');
  });

  it('shows why the limits were not saved, and not why arming failed', async () => {
    const refuse = (message: string) => () => ({ ok: false, failure: { code: 'internal', message } });
    const form = new RiskForm(fake.app.desk);
    fake.answer('desk.arm', refuse('It was not armed.'));
    await fake.app.desk.arm('131');
    expect(form.failure).toBeNull();
    fake.answer('risk.set', refuse('The limits were not saved.'));
    form.setText('perOrder.quantity', '5');
    expect(await form.save()).toBe(false);
    expect([form.failure, form.text('perOrder.quantity')]).toEqual(['The limits were not saved.', '5']);
  });

  it('keeps a text that was typed during the save', async () => {
    const form = new RiskForm(fake.app.desk);
    form.setText('perOrder.quantity', '5');
    const saved = form.save();
    form.setText('perDay.count', '7');
    expect(await saved).toBe(true);
    expect([form.text('perDay.count'), form.changed]).toEqual(['7', true]);
  });

  it('keeps a limit that another window saves while another field is typed here', async () => {
    const form = new RiskForm(fake.app.desk);
    form.setText('perOrder.quantity', '5');
    fake.emit('desk.changed', {
      ...demoGuard,
      caps: { ...demoGuard.caps, perDay: { ...demoGuard.caps.perDay, count: 3 } },
    });
    expect(form.text('perDay.count')).toBe('3');
    await form.save();
    expect(fake.calls('risk.set')).toMatchObject([{ caps: { perOrder: { quantity: '5' }, perDay: { count: 3 } } }]);
  });

  it('accepts all fields blank', () => {
    const fields = ['count', 'quantity', 'value'].flatMap((one) => [
      `perDay.${one}`,
      `perMinute.${one}`,
      `perOrder.${one}`,
    ]);
    const blankTexts = Object.fromEntries([...fields, 'deletesPerRun'].map((field) => [field, ' '])) as Parameters<
      typeof readCaps
    >[0];
    const noCaps = { count: null, quantity: null, value: null };
    expect(readCaps(blankTexts).caps).toEqual({
      perOrder: { quantity: null, value: null },
      perDay: noCaps,
      perMinute: noCaps,
    });
  });
});

describe('the form of precautions', () => {
  it('saves the typed texts as plain numbers', async () => {
    const precautions = new PrecautionsState(fake.app.desk);
    precautions.setText('stock', 'pricePercent', ' 2,5');
    precautions.setText('future', 'medianTimes', '5.');
    expect(precautions.isValid).toBe(true);
    expect(await precautions.save()).toBe(true);
    expect(fake.calls('risk.set-precautions')).toMatchObject([
      { precautions: { stock: { pricePercent: '2.5' }, future: { medianTimes: '5' } } },
    ]);
  });

  it('saves nothing while a field has a fault, and keeps a text that was typed during a save', async () => {
    const precautions = new PrecautionsState(fake.app.desk);
    for (const [text, fault] of [
      ['', 'Type a number.'],
      ['0', 'Above 0 and below 1,000,000, at most two decimals.'],
      ['1.234', 'Above 0 and below 1,000,000, at most two decimals.'],
      ['1000000', 'Above 0 and below 1,000,000, at most two decimals.'],
    ] as const) {
      precautions.setText('stock', 'pricePercent', text);
      expect(precautions.fault('stock', 'pricePercent'), text).toBe(fault);
      expect(await precautions.save()).toBe(false);
    }
    expect(fake.calls('risk.set-precautions')).toEqual([]);
    precautions.setText('stock', 'pricePercent', '3');
    const saved = precautions.save();
    precautions.setText('stock', 'pricePercent', '4');
    expect(await saved).toBe(true);
    expect(precautions.shown?.stock.pricePercent).toBe('4');
  });

  it('keeps a precaution that another window saves while another field is typed here', async () => {
    const precautions = new PrecautionsState(fake.app.desk);
    precautions.setText('stock', 'pricePercent', '3');
    const stock = { ...demoGuard.precautions.stock, accountPercent: '17' };
    fake.emit('desk.changed', { ...demoGuard, precautions: { ...demoGuard.precautions, stock } });
    expect(precautions.shown?.stock).toEqual({ ...stock, pricePercent: '3' });
    await precautions.save();
    expect(fake.calls('risk.set-precautions')).toMatchObject([
      { precautions: { stock: { pricePercent: '3', accountPercent: '17' } } },
    ]);
  });
});
