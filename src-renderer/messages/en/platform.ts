import type { NetworkFailure, PlatformMessages } from '#contract/messages/platform.ts';
import type { WordsOf } from '../catalog.ts';

export const platform: WordsOf<PlatformMessages> = {
  'request.failed-here': () => 'The program failed during this request; see the log.',
  'address.malformed': () => 'The address must have the form https://host.',
  'address.has-credentials': () => 'The address must not contain a user name or password.',
  'address.not-local': () => 'The practice service is on this computer only. Nothing was sent.',
  'address.not-secure': () => 'The address must start with https. Nothing was sent.',
  'network.failed': ({ failure }) => networkFailures[failure],
  'network.other': ({ errno }) => (errno === null ? 'The connection failed.' : `The connection failed (${errno}).`),
  'answer.too-large': ({ bytes }) => `The answer was larger than ${bytes} bytes and was not read.`,
  'answer.incomplete': () => 'The connection was closed before the answer ended.',
  'answer.not-platform': ({ httpStatus }) =>
    `The answer is not in the format of the platform${httpStatus === 200 ? '' : ` (HTTP ${httpStatus})`}.`,
  'answer.refused': () => 'The platform refused.',
  'request.stopped': () =>
    'This read was stopped because an order or a cancel had to be sent first. It is sent again after that.',
  'request.cut': () => 'The connection was closed before the answer came: a panic plan did not wait for it.',
  'request.asked-to-wait': () => 'Not read: the service asked to wait.',
  'request.closed': () => 'Not sent: the connection was closed first.',
  'request.unknown-command': ({ command }) => `The platform has no command ${command}. Nothing was sent.`,
  'request.not-served': ({ command }) => `${command} is not available on this kind of connection. Nothing was sent.`,
  'request.withheld': () => 'Not sent: the program withheld it.',
  'request.not-recorded': () => 'Not sent: it could not be recorded first.',
  'request.queue-full': () => 'Not sent: too many requests are waiting already.',
};

const networkFailures: Readonly<Record<NetworkFailure, string>> = {
  'name-unknown': 'The address is not known: the name could not be looked up.',
  'lookup-failed': 'The name of the service could not be looked up. Is there a network?',
  refused: 'Nothing answers at this address: the connection was refused.',
  unreachable: 'There is no way to this address from here. Is there a network?',
  reset: 'The connection was reset.',
  'answer-cut': 'The answer was cut short.',
  'certificate-expired': 'The certificate of the service has expired.',
  'certificate-untrusted': 'The certificate of the service is not one that this computer trusts.',
  'certificate-of-another': 'The certificate belongs to another address.',
  'no-tls': 'This address does not speak https.',
  'lookup-timeout': 'The name of the service was not found in time.',
  'connect-timeout': 'No connection was made in time.',
  'tls-timeout': 'The secure connection was not made in time.',
  'answer-timeout': 'No answer came in time.',
  'end-timeout': 'The answer did not end in time.',
};
