import type { OrderRow } from './order-row.ts';

type Row = Pick<OrderRow, 'state' | 'acknowledged' | 'resendAsked'>;

/** The platform has it, or probably. */
export const isLanded = ({ state }: Row): boolean =>
  state === 'ACKED' || state === 'LANDED' || state === 'LANDED_PROBABLE';

/** Its fate is open and the user has not yet taken note: counted in the frame. */
export const isOpenQuestion = ({ state, acknowledged }: Row): boolean =>
  state === 'UNKNOWN' || ((state === 'AMBIGUOUS' || state === 'PROBABLY_ABSENT') && !acknowledged);

/**
 * While this one is open no equal order may be entered: the two could not be told apart (J5, order-safety 4.0). One that was taken note
 * of is open again from the moment on in which it is asked to be sent once more.
 */
export function barsTwins(row: Row): boolean {
  const onItsWay = ['QUEUED', 'HELD', 'SENDING', 'NOT_SENT', 'REJECTED_SOFT'].includes(row.state);
  return onItsWay || row.resendAsked === true || isOpenQuestion(row);
}

/** Still to be decided by reading the platform's lists. */
export const isUnderCheck = ({ state }: Row): boolean => state === 'UNKNOWN' || state === 'REJECTED_SOFT';
