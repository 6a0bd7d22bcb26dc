import type { WireError, WireFailure, WireOk } from '#core/platform/wire/records.ts';
import type { Switches } from './switches.ts';

/** Any answer of the API: one JSON object. */
export type Envelope = Readonly<Record<string, unknown>>;

/** Indented by three spaces, as the real service prints (platform-notes.md 23). */
export function printEnvelope(envelope: Envelope): string {
  return JSON.stringify(envelope, null, 3);
}

/** A record as `printEnvelope` prints it in a list that is a member of the envelope. */
export function printListed(record: object): string {
  const text = printEnvelope({ list: [record] });
  return text.slice(text.indexOf('[') + 1, text.lastIndexOf('\n   ]'));
}

/**
 * `documented` is the form in the specification's example of the command; the switch okForm may
 * require one form everywhere.
 */
export function okValue(switches: Switches, documented: '1' | 1 = '1'): WireOk {
  const form = switches.get('okForm');
  return form === 'documented' ? documented : form === 'string' ? '1' : 1;
}

export function notOkValue(switches: Switches, documented: '0' | 0 = '0'): WireOk {
  const form = switches.get('okForm');
  return form === 'documented' ? documented : form === 'string' ? '0' : 0;
}

export function failure(switches: Switches, error: WireError): WireFailure {
  return { ok: notOkValue(switches), error };
}

/** Seconds with four decimals. */
export function elapsedText(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(4);
}
