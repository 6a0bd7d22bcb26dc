import type { CommandInput, CommandName, CommandOutcome } from './commands.ts';
import type { EventName, EventParams, EventPayload } from './events.ts';

/** One message of a subscription. `seq` 0 is the snapshot; every payload is whole. */
export type EventMessage = { readonly seq: number; readonly payload: unknown };

/**
 * What a host has to provide. `invoke` answers with the command's outcome as main made it, or rejects when main could
 * not be reached. `listen` starts a subscription and returns its release; after a lost line the host starts it anew and
 * the count begins again at 0.
 */
export interface Transport {
  invoke(name: string, input: unknown): Promise<unknown>;
  listen(name: string, params: unknown, receive: (message: EventMessage) => void): () => void;
}

/** The window's only way out. */
export interface Bridge {
  call<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<CommandOutcome<Name>>;
  on<Name extends EventName>(
    name: Name,
    params: EventParams<Name>,
    receive: (payload: EventPayload<Name>) => void,
  ): () => void;
}

const unreachable = {
  ok: false,
  failure: {
    code: 'disconnected',
    message: 'The window lost its connection to the program. Whether this was carried out is not known.',
  },
} as const;

/** Builds the bridge over a host's two functions: typed by the maps, with the gap rule of events in one place. */
export function createBridge(transport: Transport): Bridge {
  return {
    async call<Name extends CommandName>(name: Name, input: CommandInput<Name>) {
      try {
        // eslint-disable-next-line @typescript-eslint/no-unsafe-type-assertion -- main made this outcome by the same contract
        return (await transport.invoke(name, input)) as CommandOutcome<Name>;
      } catch {
        return unreachable;
      }
    },
    on: (name, params, receive) => listenWithoutGaps(transport, name, params, { receive }),
  };
}

/** A missing number means that a change was lost: subscribe again for a fresh snapshot rather than show a stale one. */
function listenWithoutGaps(
  transport: Transport,
  name: string,
  params: unknown,
  listener: { receive(payload: unknown): void },
): () => void {
  let expected = 0;
  let released = false;
  let release: () => void = () => undefined;
  const start = (): void => {
    expected = 0;
    release = transport.listen(name, params, ({ seq, payload }) => {
      if (released) return;
      if (seq !== 0 && seq !== expected) {
        release();
        start();
        return;
      }
      expected = seq + 1;
      listener.receive(payload);
    });
  };
  start();
  return () => {
    released = true;
    release();
  };
}
