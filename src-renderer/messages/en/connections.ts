import { timeText } from '#renderer/format/time-text.ts';
import type { ConnectionMessages } from '#contract/messages/connections.ts';
import type { WordsOf } from '../catalog.ts';
import { withPeriod } from './formats.ts';

export const connections: WordsOf<ConnectionMessages> = {
  'connection.unknown': () => 'This connection no longer exists. Nothing was changed.',
  'connection.busy': () => 'Another change of connection is running. Nothing was changed.',
  'connection.exit-running': () =>
    'A panic or another plan of exits runs on the connection in use. A change now would stop its remaining steps. Nothing was changed.',
  'connection.in-use': () => 'This connection is in use. Switch to another one before you remove it.',
  'connection.name-taken': () => 'Another connection has this name. Nothing was saved.',
  'connection.platform-id-missing': () => 'A private platform needs the id that its operator gave with the key.',
  'connection.key-not-stored': () => 'The secret store did not accept the key. Nothing was saved.',
  'connection.key-not-read': () =>
    'The secret store did not return the stored key. Try again, or type the key. Nothing was saved.',
  'connection.key-not-removed': () =>
    'The secret store did not delete the key. The connection was not removed. Try again.',
  'connection.not-stored': ({ key }) =>
    `The connections could not be written to the disk. ${
      key === null ? 'Nothing was saved.' : key === 'stored' ? 'Only the key was saved.' : 'Only the key was deleted.'
    }`,
  'connection.no-key-to-test': () => 'There is no key to test with. Type the key.',
  'connection.no-key': () =>
    'There is no key for this connection. Type it in Settings; until then only stored data is shown.',
  'connection.address-invalid': () =>
    'This is not a web address. A web address starts with https:// and names the host of the service.',
  'connection.address-has-extras': () =>
    'The address must not contain a user, a question mark or a #. The key has its own field.',
  'connection.address-insecure': () =>
    'Other computers need https: over http anyone on the network could read your key. Nothing was sent.',
  'connection.unreachable': ({ reason }, words) => `No answer from this address. ${words(reason)}`,
  'connection.key-refused': ({ answer }, words) => `The service answered, and refused the key: ${words(answer)}`,
  'connection.not-the-platform': () => 'Something answers at this address, but it is not the platform.',
  'connection.read-only': () => 'A review bundle is shown, which is read-only. Close it to return to your own desk.',
  'connection.read-only-refused': () =>
    'A review bundle is shown, which is read-only. Close it to return to your own desk. Nothing was done.',
  'connection.not-answered-yet': () => 'The service has not answered yet.',
  'desk.no-strategy': () => 'Choose a strategy first.',
  'desk.unknown-order': () => 'The outcome of an order is unknown. Resolve it first.',
  'desk.orders-too-old': () => 'The orders shown are too old to arm the desk.',
  'connection.too-many': ({ limit }) =>
    `There are ${limit} connections, which is the most. Remove one first. Nothing was saved.`,
  'connection.asked-to-wait': ({ until }) => `The service asked to wait until ${timeText(until, 'ET')} ET.`,
  'access.subscriber': () => 'You subscribe to this strategy: its owner enters the orders.',
  'access.unknown': () =>
    'The platform refuses data that only the owner of this strategy may read. New orders wait. Cancels and closing orders are still sent.',
  'connection.changing': () => 'The connection is being changed. Nothing was done.',
  'connection.not-opened': ({ name, reason }) =>
    `“${name}” could not be opened${reason === '' ? '.' : `: ${withPeriod(reason)}`} No connection is open: nothing is read or sent.`,
  'connection.not-opened-beside': ({ name, reason }) =>
    `“${name}” could not be opened${reason === '' ? '.' : `: ${withPeriod(reason)}`} The connection in use is unchanged.`,
  'connection.same-mode': ({ mode, name }) => `“${name}” is open. Only one ${mode} connection can be open at a time.`,
  'connection.program-ends': () => 'The program is closing. Nothing was opened.',
  'connection.open-orders': ({ act, count, key }) =>
    `${count === 1 ? 'One order or change of this connection is' : `${count} orders and changes of this connection are`} still open. ${
      act === 'remove'
        ? 'Cancel or resolve them before you remove it.'
        : 'Cancel or resolve them before you change its address. A new address is a new connection.'
    } ${key === null ? 'Nothing was changed.' : 'Only the key was saved.'}`,
  'connection.key-of-another-address': () =>
    'The stored key belongs to another address. Type the key for this one. Nothing was sent.',
};
