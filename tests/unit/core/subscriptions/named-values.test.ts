import { describe, expect, it } from 'vitest';
import type { Text } from '#contract/message.ts';
import { sendingAct, stepAct } from '#core/acts/act-lifecycle.ts';
import type { ActRow } from '#core/acts/act-row.ts';
import { namedValues, valuesNamedInRefusals } from '#core/subscriptions/named-values.ts';
import { intent } from '#tests/unit/core/orders/order-fixtures.ts';

const bothLists =
  'actionType must be one of: end_now, end_later; autoTradePositionsAndOrders must be one of: leave_all, close_all';

describe('the values that a refusal names', () => {
  it.each([
    ['actionType must be one of these: a b c', ['a', 'b', 'c']],
    ['actionType must be one of these: unsubscribe_now 2.', ['unsubscribe_now', '2']],
    ["actionType must be one of: 'now', 'later' or 'never'", ['now', 'later', 'never']],
    ["Allowed values of actionType: 'end_now', 'end_later'", ['end_now', 'end_later']],
    ['actionType: must be one of [end_now, end_later]', ['end_now', 'end_later']],
    ['actionType must be end_now or end_later.', ['end_now', 'end_later']],
    ['actionType must be one of these: a b and systemid must be one of these: 1 2', ['a', 'b']],
    ["actionType 'x_y' is refused. actionType must be one of: a|b", ['a', 'b']],
    ['actionType must be one of: a, a\nsystemid required\nactionType must be one of: b', ['a', 'b']],
  ])('are the words after the name of the parameter: %j', (text, values) => {
    expect(namedValues(text, 'actionType')).toEqual(values);
  });

  it('end where the next parameter is named', () => {
    expect(namedValues(bothLists, 'actionType')).toEqual(['end_now', 'end_later']);
    expect(namedValues(bothLists, 'autoTradePositionsAndOrders')).toEqual(['leave_all', 'close_all']);
  });

  it.each([
    ['', 'nothing'],
    ['There were problems with your request.', 'no name'],
    ['must be one of these: a_b c_d', 'no name before the list'],
    ['my_actionType must be one of these: a_b', 'the name within another word'],
    ['actiontype must be one of these: a_b', 'the name in lower case'],
    ['actionType required', 'no value'],
    ['actionType must be a text', 'a sentence'],
    ['actionType must be one of these:', 'an empty list'],
    ['actionType must be one of these:\na_b', 'a list on another line'],
    ['actionType unsubscribe_immediate is not allowed for custom_terms', 'a sentence about the value that was sent'],
    ['actionType is wrong: please contact support', 'a sentence after a colon'],
    ['Invalid values of actionType: please try again', 'a sentence after the name'],
    ['actionType must be one of: now, later, please contact support', 'a sentence within a list'],
    ['actionType must be one of these: now later. Note: none of them today', 'a sentence after a list'],
    ['actionType must be one of: <b>end_now</b> <a class="end_later">x</a>', 'HTML'],
    ['actionType must be one of: &quot;end_now&quot;', 'an entity of HTML'],
    ['actionType must be one of: https://example.com/end_now', 'an address'],
    ['actionType must be one of: end-now, end now, ends£now', 'other characters'],
    ['actionType must be one of: __proto__ .. ${x_y} %s_%s', 'no words'],
    [`actionType must be one of: ${'a'.repeat(61)}`, 'a word that is too long to be sent'],
    [`actionType must be one of: ${Array.from({ length: 21 }, (_, at) => `w_${at}`).join(' ')}`, 'too many words'],
    [`actionType must be one of: a_b${' '.repeat(1_000)}`, 'a line that is too long'],
    ['subscription_guid must be one of these: a_b actionType', 'values of another member'],
  ])('are not guessed: %j (%s)', (text) => {
    expect(namedValues(text, 'actionType')).toEqual([]);
  });

  it.each(['a'.repeat(40), 'a'.repeat(60), 'a_'.repeat(20)])('may be long: %s', (value) => {
    expect(namedValues(`actionType must be one of: ${value}`, 'actionType')).toEqual([value]);
  });

  it('are searched quickly, even in a hostile text', () => {
    const hostile = [
      'actionType one of:'.repeat(50_000),
      `actionType ${'one of '.repeat(140)}`,
      `actionType one of: ${'. '.repeat(450)}`,
      ':'.repeat(100_000),
    ];
    const before = performance.now();
    expect(namedValues(hostile.join('\n'), 'actionType')).toEqual([]);
    expect(performance.now() - before).toBeLessThan(500);
  });
});

type SentValues = { readonly actionType: string; readonly autoTradePositionsAndOrders?: string | null };

/** An act that ends a subscription, sent at `second`. Without an answer its outcome is unknown. */
function endAct(second: number, sent: SentValues, answer: readonly Text[] | null): ActRow {
  const row = sendingAct({
    intentId: intent(second),
    command: 'unsubscribeFromStrategy',
    target: { kind: 'subscription', id: '101' },
    before: { isListed: true },
    wanted: { personId: null, ...sent },
    profile: { id: 'practice', mode: 'PRACTICE' },
    at: second * 1000,
  });
  const at = second * 1000 + 400;
  if (answer === null) return stepAct(row, { state: 'UNKNOWN', at, evidence: 'no-answer' });
  return stepAct(row, { state: 'REFUSED', at, evidence: 'refused' }, answer);
}

const immediateEnd = { actionType: 'unsubscribe_immediate' };
const noValues = { actionType: null, autoTradePositionsAndOrders: null };

describe('the values that are named in the refusals of a connection', () => {
  it('are those of the newest refusal that names any, for each parameter', () => {
    const rows = [
      endAct(10, immediateEnd, [bothLists]),
      endAct(20, immediateEnd, ['Refused.', 'actionType must be one of: end_soon']),
      endAct(30, immediateEnd, ['Not today.']),
    ];
    expect(valuesNamedInRefusals(rows)).toEqual({
      actionType: { values: ['end_soon'], at: 20 },
      autoTradePositionsAndOrders: { values: ['leave_all', 'close_all'], at: 10 },
    });
  });

  it('do not include the value that was refused', () => {
    const sent = { actionType: 'end_now', autoTradePositionsAndOrders: 'leave_all' };
    const line =
      "actionType must be one of: end_now, end_later; autoTradePositionsAndOrders must be one of: 'leave_all'";
    expect(valuesNamedInRefusals([endAct(10, sent, [line])])).toEqual({
      actionType: { values: ['end_later'], at: 10 },
      autoTradePositionsAndOrders: null,
    });
  });

  it('include those of a refused act that was carried out nevertheless', () => {
    const done = stepAct(endAct(10, immediateEnd, [bothLists]), { state: 'DONE', at: 12_000, evidence: 'read-back' });
    expect(valuesNamedInRefusals([done]).actionType).toEqual({ values: ['end_now', 'end_later'], at: 10 });
  });

  it('come only from refusals to end an own subscription, and only from words of the platform', () => {
    const subscribeRow: ActRow = { ...endAct(10, immediateEnd, [bothLists]), command: 'subscribeToStrategy' };
    const personRow: ActRow = {
      ...endAct(10, immediateEnd, [bothLists]),
      target: { kind: 'subscription', id: '101/7001' },
    };
    const unansweredRow = { ...endAct(10, immediateEnd, null), answer: [bothLists] };
    const programRefusal = endAct(10, immediateEnd, [
      { code: 'subscription.unnamed-value', parameter: 'actionType', value: 'end_now' },
    ]);
    const rows = [subscribeRow, personRow, unansweredRow, programRefusal];
    expect(rows.map((row) => valuesNamedInRefusals([row]))).toEqual([noValues, noValues, noValues, noValues]);
  });
});
