/** What the keys of a dialog that sends do. Closing it does not stop what is being sent. */
export const sendHint = (sending: boolean): string =>
  sending ? 'Sending… Closing does not stop it' : 'Enter sends · Esc cancels';

export const closeLabel = (sending: boolean, label = 'Cancel'): string => (sending ? 'Close' : label);
