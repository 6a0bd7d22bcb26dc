import { describe, expect, it } from 'vitest';
import { standardTemplate } from '#renderer/stores/bracket-template.ts';
import { defaultHotkeys, withBinding } from '#renderer/stores/hotkey-map.ts';
import { madeFromHotkey, madeFromTemplate } from '#renderer/stores/made-from.ts';
import { readTicket } from '#renderer/stores/read-ticket.ts';
import { emptyDraft } from '#renderer/stores/ticket-draft.ts';

const draft = { ...emptyDraft, symbol: 'AAPL', quantity: '10', limit: '100' };
const madeFrom = (change: Partial<typeof draft>) => readTicket({ ...draft, ...change }, '91000001').ticket?.madeFrom;

describe('what an order was made from', () => {
  it('is the template that gave its target or stop price', () => {
    expect(madeFrom({})).toEqual([madeFromTemplate(standardTemplate)]);
    expect(madeFrom({ stopLoss: '95' })).toEqual([madeFromTemplate(standardTemplate)]);
  });

  it('is nothing if both bracket prices were typed, without a bracket, or for an exit', () => {
    expect(madeFrom({ stopLoss: '95', profitTarget: '120' })).toBeUndefined();
    expect(madeFrom({ bracket: false })).toBeUndefined();
    expect(madeFrom({ action: 'STC' })).toBeUndefined();
  });

  it('is the hotkey that sends it at once, and the template', () => {
    const hotkey = madeFromHotkey('buy-limit', defaultHotkeys);
    expect(madeFrom({ hotkey })?.map(({ kind }) => kind)).toEqual(['hotkey', 'bracket-template']);
  });
});

describe('the fingerprint of the settings of a template or hotkey', () => {
  const base = madeFromTemplate(standardTemplate).fingerprint;

  it('changes with each distance of a template, and not with its name', () => {
    const { stop } = standardTemplate;
    expect(madeFromTemplate({ ...standardTemplate, name: 'Other' }).fingerprint).toBe(base);
    expect(madeFromTemplate({ ...standardTemplate, stop: { unit: 'percent', amount: '3' } }).fingerprint).not.toBe(
      base,
    );
    expect(madeFromTemplate({ ...standardTemplate, target: null }).fingerprint).not.toBe(base);
    expect(madeFromTemplate({ ...standardTemplate, stop: null, target: stop }).fingerprint).not.toBe(base);
  });

  it('changes with the key and bracket of a hotkey, and with the offset of limit orders only', () => {
    const fingerprintOf = (verb: 'buy-limit' | 'buy-market', map = defaultHotkeys) =>
      madeFromHotkey(verb, map).fingerprint;
    const rebound = withBinding(defaultHotkeys, 'buy-limit', { combo: 'Ctrl+Q', send: true });
    expect(fingerprintOf('buy-limit', rebound)).not.toBe(fingerprintOf('buy-limit'));
    expect(fingerprintOf('buy-market', rebound)).toBe(fingerprintOf('buy-market'));
    expect(fingerprintOf('buy-limit', { ...defaultHotkeys, bracket: false })).not.toBe(fingerprintOf('buy-limit'));
    expect(fingerprintOf('buy-limit', { ...defaultHotkeys, offset: '1' })).not.toBe(fingerprintOf('buy-limit'));
    expect(fingerprintOf('buy-market', { ...defaultHotkeys, offset: '1' })).toBe(fingerprintOf('buy-market'));
  });
});
