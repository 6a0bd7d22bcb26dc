import type { RiskMessages } from '#contract/messages/risk.ts';
import type { WordsOf } from '../catalog.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { withPeriod } from './formats.ts';

export const risk: WordsOf<RiskMessages> = {
  'risk.limits-not-written': () => 'The limits cannot be written to the disk. The earlier ones remain in force.',
  'risk.precautions-not-written': () =>
    'The precautions cannot be written to the disk. The earlier ones remain in force.',
  'kill.not-released': () => 'The release of the kill switch cannot be written to the disk. It remains on.',
  'risk.killed-without-connection': () => 'The kill switch is on. No connection is open.',
  'cap.count': ({ span, limit, used }) => `Limit: ${limit} orders a ${span}. ${used} were sent.`,
  'cap.order-quantity': ({ limit }) => `Limit: a quantity of ${decimalText(limit)} in one order.`,
  'cap.order-value': ({ limit }) => `Limit: $${decimalText(limit)} in one order.`,
  'cap.quantity': ({ span, limit, used }) =>
    `Limit: a quantity of ${decimalText(limit)} a ${span}. ${decimalText(used)} was sent.`,
  'cap.value': ({ span, limit, used }) => `Limit: $${decimalText(limit)} a ${span}. $${decimalText(used)} was sent.`,
  'kill.by-hand': () => 'Pressed by hand.',
  'kill.limits-lost': ({ file: fileState, limits }) =>
    `The file of the order limits was ${fileState}. ${limits === 'copy' ? 'The limits of the newest copy are used' : 'The default limits are used'}. Check them, then release the kill switch.`,
  'kill.on': ({ reason }, words) =>
    `The kill switch is on: new risk is not sent. Cancels, exits and stops are still sent. Reason: ${withPeriod(words(reason))}`,
  'kill.reduces-only': () => 'The kill switch is on. It does not stop this plan, which only reduces.',
};
