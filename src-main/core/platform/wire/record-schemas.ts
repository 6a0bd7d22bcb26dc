// The least that a record must be to be read at all, compiled once. Everything else of it is read with the helpers for
// absent values, and members that nobody knows are ignored: a strict client dies on the first new one (platform-notes 24).
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { loose, needed } from './loose.ts';

export const StrategyRecord = Compile(Type.Object({ system_id: needed, systemName: loose }));

export const SignalWireRecord = Compile(
  Type.Object({ signal_id: needed, action: needed, quant: needed, symbol: needed, status: loose }),
);

export const ComponentRecord = Compile(Type.Object({ signalid: needed, symbol: loose, quant: loose }));

export const EquityPointRecord = Compile(Type.Object({ unix_timestamp: loose, YYYYMMDD: loose }));
