import Type from 'typebox';
import { Ticket } from '#contract/model/ticket.ts';

/**
 * A ticket as the journal stores it. The symbol of an exit is that of its position, which the
 * platform may write with characters that no trader can type. The row must be readable all the same.
 */
export const JournaledTicket = Type.Object({ ...Ticket.properties, symbol: Type.String() });
