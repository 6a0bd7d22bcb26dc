/** The hint in a dialog that sends a request. Closing the dialog does not stop the request. */
export const sendHint = (sending: boolean): string =>
  sending ? 'Sending… Closing the dialog does not stop the request' : 'Enter sends · Esc cancels';

export const closeLabel = (sending: boolean, label = 'Cancel'): string => (sending ? 'Close' : label);
