import fc from 'fast-check';
import { describe, it } from 'vitest';
import { answerObject } from '#core/platform/answer-object.ts';
import { envelopeOf, envelopeText, readEnvelope } from '#core/platform/envelope.ts';
import { parseEquity } from '#core/platform/parse/equity.ts';
import { parseSignals } from '#core/platform/parse/signal.ts';
import { parseStatistics } from '#core/platform/parse/statistics.ts';
import { parseDetails, parseMargin, parseStrategies } from '#core/platform/parse/strategy.ts';
import { parseSubmitEcho } from '#core/platform/parse/submit-echo.ts';
import { parseTrades } from '#core/platform/parse/trade.ts';
import type { JsonObject } from '#core/platform/wire/json-object.ts';

const object = (text: string): JsonObject => answerObject(new TextEncoder().encode(text))!;

describe('parsing random answers', () => {
  const members = [
    'signal_id',
    'trade_id',
    'system_id',
    'action',
    'quant',
    'symbol',
    'status',
    'open_or_closed',
    'long_or_short',
    'quant_opened',
    'posted_time',
    'isLimitOrder',
    'unix_timestamp',
    'strategy_raw',
    'value',
    'metainfo',
    'multiplier',
    '__proto__',
    'component_signals',
  ];
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('open', 'long', 'BTO', 'working', '0', '', '1e400', '2026-13-01 99:99:99', null, -0, 1e308, true),
      fc.string(),
      fc.double(),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...members), tie('any'), { maxKeys: 8 }),
    ),
  })).any;
  it('never throws or changes the prototype of objects, and reads or counts every record', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 4 }), value, (list, anyValue) => {
        const body = object(
          JSON.stringify({
            ok: '1',
            response: list,
            equity_data: list,
            statistics: anyValue,
            signal: anyValue,
            error: anyValue,
          }),
        );
        envelopeText(envelopeOf(body));
        const parsed = [
          parseSignals(body['response'], '1')!,
          parseTrades(body['response'], '1')!,
          parseStrategies(body['response'])!,
        ];
        parseDetails(body, '1');
        parseMargin(body, '1');
        parseStatistics(body['statistics']);
        parseSubmitEcho(body);
        // The random `systemid` of the body may name another strategy, whose curve is not read.
        const { systemid: _, ...curve } = body;
        const equity = parseEquity(curve, '1')!;
        return (
          parsed.every(({ items, bad }) => items.length + bad === list.length) &&
          equity.points.length + equity.bad === list.length &&
          !('signal_id' in {})
        );
      }),
      { numRuns: 10_000 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (random) => readEnvelope(random).verdict === 'bad'),
      { numRuns: 2_000 },
    );
  });
});
