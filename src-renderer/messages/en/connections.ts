import { timeText } from '#renderer/format/time-text.ts';
import type { ConnectionMessages } from '#contract/messages/connections.ts';
import type { WordsOf } from '../catalog.ts';
import { endOf } from './formats.ts';

export const connections: WordsOf<ConnectionMessages> = {
  'connection.too-many': ({ limit }) =>
    `There are ${limit} connections, which is the most. Remove one first. Nothing was saved.`,
  'connection.asked-to-wait': ({ until }) => `The service asked to wait until ${timeText(until, 'ET')} ET.`,
  'access.subscriber': () => 'You subscribe to this strategy: its owner enters the orders.',
  'access.unknown': () =>
    'The platform refuses data that only the owner of this strategy may read. New orders wait. Cancels and closing orders are still sent.',
  'connection.changing': () => 'The connection is being changed. Nothing was done.',
  'connection.not-opened': ({ name, reason }) =>
    `“${name}” could not be opened${reason === '' ? '.' : `: ${endOf(reason)}`} No connection is open: nothing is read or sent.`,
  'connection.open-orders': ({ act, count }) =>
    `${count === 1 ? 'One order of this connection is' : `${count} orders of this connection are`} still open. ${
      act === 'remove'
        ? 'Cancel or resolve them before you remove it.'
        : 'Cancel or resolve them before you change its address. A new address is a new connection.'
    } Nothing was changed.`,
  'connection.key-of-another-address': () =>
    'The stored key belongs to another address. Type the key for this one. Nothing was sent.',
};
