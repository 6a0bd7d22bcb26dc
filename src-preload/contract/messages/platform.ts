/** Why a network connection failed. */
export type NetworkFailure =
  | 'name-unknown'
  | 'lookup-failed'
  | 'refused'
  | 'unreachable'
  | 'reset'
  | 'answer-cut'
  | 'certificate-expired'
  | 'certificate-untrusted'
  | 'certificate-of-another'
  | 'no-tls'
  | 'lookup-timeout'
  | 'connect-timeout'
  | 'tls-timeout'
  | 'answer-timeout'
  | 'end-timeout';

/** Requests and answers: transport, pacing, parsing. */
export type PlatformMessages = {
  /** An error of this program while a request was sent or read; see the log. */
  'request.failed-here': object;
  'address.malformed': object;
  'address.has-credentials': object;
  /** The practice service is on this computer only. */
  'address.not-local': object;
  'address.not-secure': object;
  'network.failed': { readonly failure: NetworkFailure };
  /** A failure that is not known here, with the system's code if there is one. */
  'network.other': { readonly errno: string | null };
  /** The answer is larger than this many bytes. */
  'answer.too-large': { readonly bytes: number };
  /** The network connection was closed before the answer ended. */
  'answer.incomplete': object;
  /** The answer has no verdict of the platform. */
  'answer.not-platform': { readonly httpStatus: number };
  /** A refusal without words. */
  'answer.refused': object;
  /** A read was stopped so that an order or a cancel did not wait for it. */
  'request.stopped': object;
  /** An order or a cancel whose answer a panic plan no longer waits for. */
  'request.cut': object;
  /** A read that the user waits for was not sent, because the service asked to wait. */
  'request.asked-to-wait': object;
  'request.closed': object;
  'request.unknown-command': { readonly command: string };
  /** The command exists, but not for this kind of connection. */
  'request.not-served': { readonly command: string };
  /** A last check, immediately before the request would have been sent, refused it. */
  'request.withheld': object;
  'request.not-recorded': object;
  'request.queue-full': object;
};
