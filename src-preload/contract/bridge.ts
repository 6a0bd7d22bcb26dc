import type { CommandInput, CommandName, CommandOutcome } from './commands.ts';
import type { EventName, EventParams, EventPayload } from './events.ts';

/** One message of a subscription. `seq` 0 is the snapshot. Every payload is complete. */
export type EventMessage = { readonly seq: number; readonly payload: unknown };

/**
 * The functions that a host provides. `invoke` returns the command's outcome from main, or rejects
 * when main could not be reached. `listen` starts a subscription and returns the function that ends
 * it. After a lost connection the host subscribes again, and `seq` restarts at 0.
 */
export interface Transport {
  invoke(name: string, input: unknown): Promise<unknown>;
  listen(name: string, params: unknown, receive: (message: EventMessage) => void): () => void;
}

/** The only connection of the window to the program. */
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

/**
 * Builds the bridge on the two functions of a host. Its types come from the maps of commands and
 * events, and gaps in events are handled in one place.
 */
export function createBridge(transport: Transport): Bridge {
  return {
    async call<Name extends CommandName>(name: Name, input: CommandInput<Name>) {
      try {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- main made this outcome by the same contract
        return (await transport.invoke(name, input)) as CommandOutcome<Name>;
      } catch {
        return unreachable;
      }
    },
    on: (name, params, receive) => listenWithoutGaps(transport, name, params, { receive }),
  };
}

/**
 * A gap in `seq` means that a change was lost. The listener is then subscribed again for a new
 * snapshot, so that no outdated data is shown.
 */
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
        const releaseGapped = release;
        // First, so that the window never is without a subscription: core would end its watches.
        start();
        releaseGapped();
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
